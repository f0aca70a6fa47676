"""The tables of the carbon inventory that follow from the figures."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from source.figures import (
    ELECTRICITY_MWH,
    FUELS,
    GRID_FACTORS,
    GRIDS,
    PRODUCTION_T,
    RENEWABLE_SHARE,
    SCOPE1_TCO2E,
    SCOPE3,
    WATER_DRAWN_THOUSAND_M3,
    WATER_RETURNED_THOUSAND_M3,
    YEARS,
    Series,
    activity,
    scope1,
    scope1_site,
    scope2_location,
    scope2_location_site,
    scope2_market,
    scope2_market_site,
    scope3,
    total,
)
from source.legs import GRAMS_A_TKM, other_legs, transport_legs
from source.typeset import Grid

_YEAR_HEADS = tuple(str(year) for year in YEARS)
_LAST = YEARS[-1]


def figure(value: float, digits: int = 0) -> str:
    """Write a number with separators."""
    return f"{value:,.{digits}f}"


def change(now: float, before: float) -> str:
    """Write a change in percent with a true minus; a start from nothing has none."""
    if not before:
        return "–"
    return f"{(now / before - 1) * 100:+.1f} %".replace("-", "−")


def summary() -> Grid:
    """Emissions by scope."""
    measures: tuple[tuple[str, Callable[[int], int]], ...] = (
        ("Scope 1", scope1),
        ("Scope 2, location-based", scope2_location),
        ("Scope 2, market-based", scope2_market),
        ("Scope 1 and 2, market-based", lambda year: scope1(year) + scope2_market(year)),
        ("Scope 3", scope3),
        ("Total, market-based", lambda year: scope1(year) + scope2_market(year) + scope3(year)),
    )
    rows = [_with_change(name, [measure(year) for year in YEARS]) for name, measure in measures]
    return Grid("Emissions by scope, tCO2e", [("Scope", *_YEAR_HEADS, "2025 to 2024"), *rows])


def scope1_by_site() -> Grid:
    """Scope 1 by site and fuel."""
    rows = [
        (site, fuel, *(figure(series[year]) for year in YEARS))
        for site, fuels in SCOPE1_TCO2E.items()
        for fuel, series in fuels.items()
    ]
    totals = ("Total", "", *(figure(scope1(year)) for year in YEARS))
    return Grid("Scope 1 by site and fuel, tCO2e", [("Site", "Fuel", *_YEAR_HEADS), *rows, totals])


def scope1_by_site_only() -> Grid:
    """Scope 1 by site."""
    rows = [_with_change(site, [scope1_site(site, year) for year in YEARS]) for site in SCOPE1_TCO2E]
    totals = _with_change("Total", [scope1(year) for year in YEARS])
    return Grid("Scope 1 by site, tCO2e", [("Site", *_YEAR_HEADS, "2025 to 2024"), *rows, totals])


def fuel_use() -> Grid:
    """Activity data by site and fuel."""
    rows = [
        (site, fuel, FUELS[fuel].unit, *(figure(activity(fuel, series[year])) for year in YEARS))
        for site, fuels in SCOPE1_TCO2E.items()
        for fuel, series in fuels.items()
        if FUELS[fuel].factor
    ]
    note = "Net calorific values. Refrigerants are listed in kilograms in their own table."
    head = ("Site", "Fuel or input", "Unit", *_YEAR_HEADS)
    return Grid("Activity data by site and fuel, MWh unless stated", [head, *rows], note)


def electricity() -> Grid:
    """Purchased electricity by site."""
    return _by_site("Purchased electricity by site, MWh", ELECTRICITY_MWH)


def scope2_by_site() -> Grid:
    """Scope 2 by site under both methods."""
    rows = [
        (
            site,
            GRIDS[site],
            *_all_years(lambda year, site=site: scope2_location_site(site, year)),
            *_all_years(lambda year, site=site: scope2_market_site(site, year)),
        )
        for site in ELECTRICITY_MWH
    ]
    totals = ("Total", "", *_all_years(scope2_location), *_all_years(scope2_market))
    location, market = ([f"{method} {year}" for year in YEARS] for method in ("Location", "Market"))
    head = ("Site", "Grid", *location, *market)
    return Grid("Scope 2 by site, location-based and market-based, tCO2e", [head, *rows, totals])


def _all_years(measure: Callable[[int], int]) -> list[str]:
    return [figure(measure(year)) for year in YEARS]


def renewable_power() -> Grid:
    """Power from renewable sources by contract."""
    bought = {
        site: {year: round(ELECTRICITY_MWH[site][year] * RENEWABLE_SHARE[site][year]) for year in YEARS}
        for site in ELECTRICITY_MWH
    }
    return _by_site("Renewable electricity under contract, MWh", bought)


def water_drawn() -> Grid:
    """Water drawn by site."""
    return _by_site("Water drawn by site, thousand m³", WATER_DRAWN_THOUSAND_M3)


def water_returned() -> Grid:
    """Water returned by site."""
    return _by_site("Water returned by site, thousand m³", WATER_RETURNED_THOUSAND_M3)


def grid_factors() -> Grid:
    """Factors of the grids."""
    rows = [(name, *(f"{factors[year]:.3f}" for year in YEARS)) for name, factors in GRID_FACTORS.items()]
    return Grid("Emission factors of purchased electricity, tCO2e per MWh", [("Grid", *_YEAR_HEADS), *rows])


def scope3_by_category() -> Grid:
    """Scope 3 by category."""
    rows = []
    for number in range(1, 16):
        found = SCOPE3.get(number)
        if found:
            values = [figure(found.tco2e[year]) for year in YEARS]
            rows.append((str(number), found.name, found.method, f"{found.primary_percent} %", *values))
        else:
            rows.append((str(number), _NOT_RELEVANT[number], "Not relevant", "–", "–", "–", "–"))
    totals = ("Total", "", "", "", *(figure(scope3(year)) for year in YEARS))
    head = ("No.", "Category", "Method", "Primary data", *_YEAR_HEADS)
    return Grid("Scope 3 by category, tCO2e", [head, *rows, totals], widths=(7, 32, 19, 11, 11, 11, 11))


_NOT_RELEVANT = {8: "Upstream leased assets", 11: "Use of sold products", 14: "Franchises"}


def fuel_factors() -> Grid:
    """Factors of fuels."""
    rows = [
        (name, fuel.unit, f"{fuel.factor:.4f}", fuel.source) for name, fuel in FUELS.items() if fuel.factor
    ]
    return Grid(
        "Emission factors of fuels and inputs, tCO2e per unit", [("Fuel", "Unit", "Factor", "Source"), *rows]
    )


def intensity() -> Grid:
    """Scope 1 and 2 of each mill in kilograms a tonne of paper."""
    rows = []
    for site, output in PRODUCTION_T.items():
        values = [
            (scope1_site(site, year) + scope2_market_site(site, year)) / output[year] * 1000 for year in YEARS
        ]
        rows.append(
            (
                site,
                figure(output[_LAST]),
                *(figure(value, 1) for value in values),
                change(values[2], values[1]),
            )
        )
    group = [(scope1(year) + scope2_market(year)) / total(PRODUCTION_T, year) * 1000 for year in YEARS]
    last = ("Total group", figure(total(PRODUCTION_T, _LAST)), *(figure(value, 1) for value in group))
    head = ("Mill", "Output 2025, t", *_YEAR_HEADS, "2025 to 2024")
    note = (
        "The group's figure includes Harbour, the fleet and the offices, which have no output of their own."
    )
    caption = "Scope 1 and 2 intensity, market-based, kgCO2e per tonne of paper"
    return Grid(caption, [head, *rows, (*last, change(group[2], group[1]))], note)


def transport() -> Grid:
    """Every transport leg."""
    rows: list[tuple[str, ...]] = []
    for number, leg in enumerate(transport_legs(), start=1):
        names = (f"{number:03d}", str(leg.category), leg.origin, leg.destination, leg.goods, leg.mode)
        rows.append((*names, figure(leg.km), figure(leg.load_t), figure(leg.tco2e)))
    rows += [
        ("–", str(category), "Other routes", "", "", "", "–", "–", figure(other_legs(category)))
        for category in (4, 9)
    ]
    everything = sum(SCOPE3[category].tco2e[_LAST] for category in (4, 9))
    rows.append(("Total", "", "", "", "", "", "", "", figure(everything)))
    head = ("Leg", "Cat.", "From", "To", "Goods", "Mode", "km", "Load, t", "tCO2e")
    return Grid(
        "Transport legs 2025, distance in km, load in t, emissions in tCO2e",
        [head, *rows],
        widths=(8, 6, 25, 19, 13, 16, 9, 12, 9),
    )


def transport_by_mode() -> Grid:
    """Transport legs added up by mode."""
    rows = []
    for mode, grams in GRAMS_A_TKM.items():
        legs = [leg for leg in transport_legs() if leg.mode == mode]
        work = sum(leg.km * leg.load_t for leg in legs) / 1e6
        rows.append(
            (mode, str(len(legs)), figure(work, 1), str(grams), figure(sum(leg.tco2e for leg in legs)))
        )
    others = sum(other_legs(category) for category in (4, 9))
    rows.append(("Other routes", "–", "–", "–", figure(others)))
    everything = sum(SCOPE3[category].tco2e[_LAST] for category in (4, 9))
    totals = ("Total", str(len(transport_legs())), "", "", figure(everything))
    head = ("Mode", "Legs", "Million tkm", "gCO2e per tkm", "tCO2e")
    return Grid("Transport 2025 by mode, million tonne-kilometres and tCO2e", [head, *rows, totals])


def multiplied(
    caption: str, head: Sequence[str], rows: Iterable[tuple[str, float, float]], *, unit: float = 1
) -> Grid:
    """Make a table of quantities times factors, and their total."""
    lines, added = [], 0
    for name, quantity, factor in rows:
        product = round(quantity * factor / unit)
        added += product
        lines.append((name, f"{quantity:,}", f"{factor:,}", figure(product)))
    return Grid(caption, [head, *lines, ("Total", "", "", figure(added))])


def _by_site(caption: str, table: Mapping[str, Series]) -> Grid:
    rows = [_with_change(name, [series[year] for year in YEARS]) for name, series in table.items()]
    totals = _with_change("Total", [total(table, year) for year in YEARS])
    return Grid(caption, [("Site", *_YEAR_HEADS, "2025 to 2024"), *rows, totals])


def _with_change(name: str, values: Sequence[int]) -> tuple[str, ...]:
    return (name, *(figure(value) for value in values), change(values[-1], values[-2]))
