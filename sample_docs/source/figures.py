"""The figures of Velmora Paper Group, once: what is given, and what follows from it."""

from collections.abc import Mapping
from typing import NamedTuple

YEARS = (2023, 2024, 2025)

Series = Mapping[int, int]
"""A figure for every year."""


class Fuel(NamedTuple):
    """A fuel or process, its unit of activity, and its emission factor in tCO2e a unit."""

    unit: str
    factor: float
    source: str


FUELS: Mapping[str, Fuel] = {
    "Natural gas": Fuel("MWh", 0.2020, "Supplier analysis, net calorific value"),
    "Diesel": Fuel("MWh", 0.2670, "National inventory, edition 2025"),
    "LPG": Fuel("MWh", 0.2300, "National inventory, edition 2025"),
    "Peat": Fuel("MWh", 0.3820, "Own analysis, mean of 52 samples"),
    "Marine gas oil": Fuel("MWh", 0.2680, "Shipping registry, table 3"),
    "HVO": Fuel("MWh", 0.0360, "Supplier certificate, fossil part and N2O"),
    "Biogas (CH4)": Fuel("MWh", 0.0052, "Own measurement of methane slip"),
    "Lime kiln": Fuel("t CaCO3", 0.4400, "Stoichiometric"),
    "Refrigerants": Fuel("", 0.0, "Fifth assessment values, by gas"),
}


def _years(*values: int) -> Series:
    return dict(zip(YEARS, values, strict=True))


SCOPE1_TCO2E: Mapping[str, Mapping[str, Series]] = {
    "Orrin": {
        "Natural gas": _years(61204, 59871, 58340),
        "Diesel": _years(1120, 1064, 988),
        "Lime kiln": _years(8402, 8377, 8295),
        "Refrigerants": _years(77, 81, 64),
    },
    "Saltby": {
        "Natural gas": _years(44950, 43318, 41702),
        "Diesel": _years(866, 840, 815),
        "Biogas (CH4)": _years(212, 230, 241),
        "Refrigerants": _years(52, 49, 55),
    },
    "Tarn Vale": {
        "Natural gas": _years(18330, 17946, 17120),
        "Peat": _years(9871, 6204, 0),
        "Diesel": _years(540, 512, 498),
    },
    "Kessock": {
        "LPG": _years(3205, 3118, 3047),
        "Diesel": _years(301, 296, 280),
        "Refrigerants": _years(18, 22, 19),
    },
    "Harbour": {"Marine gas oil": _years(2410, 2388, 2305), "LPG": _years(124, 119, 117)},
    "Fleet": {"Diesel": _years(4870, 4655, 4402), "HVO": _years(38, 96, 181)},
    "Offices": {"Natural gas": _years(212, 205, 190), "Refrigerants": _years(9, 7, 8)},
}

ELECTRICITY_MWH: Mapping[str, Series] = {
    "Orrin": _years(148200, 146900, 145300),
    "Saltby": _years(121400, 120100, 118600),
    "Tarn Vale": _years(64800, 64100, 66200),
    "Kessock": _years(18900, 18700, 18400),
    "Harbour": _years(7300, 7450, 7600),
    "Offices": _years(1900, 1850, 1800),
}

GRIDS: Mapping[str, str] = {
    "Orrin": "Northern",
    "Saltby": "Coastal",
    "Tarn Vale": "Northern",
    "Kessock": "Northern",
    "Harbour": "Coastal",
    "Offices": "Coastal",
}

GRID_FACTORS: Mapping[str, Mapping[int, float]] = {
    "Northern": {2023: 0.212, 2024: 0.196, 2025: 0.181},
    "Coastal": {2023: 0.164, 2024: 0.152, 2025: 0.140},
    "Residual mix": {2023: 0.384, 2024: 0.371, 2025: 0.358},
}
"""In tCO2e a MWh."""

RENEWABLE_SHARE: Mapping[str, Mapping[int, float]] = {
    "Orrin": {2023: 0.30, 2024: 0.45, 2025: 0.60},
    "Saltby": {2023: 0.40, 2024: 0.50, 2025: 0.70},
    "Tarn Vale": {2023: 1.0, 2024: 1.0, 2025: 1.0},
    "Kessock": {2023: 0.0, 2024: 0.50, 2025: 1.0},
    "Harbour": {2023: 1.0, 2024: 1.0, 2025: 1.0},
    "Offices": {2023: 1.0, 2024: 1.0, 2025: 1.0},
}
"""Of purchased electricity, by contract."""


class Category(NamedTuple):
    """A category of Scope 3, how it is calculated, and the share of primary data in percent."""

    name: str
    method: str
    primary_percent: int
    tco2e: Series


SCOPE3: Mapping[int, Category] = {
    1: Category("Purchased goods and services", "Hybrid", 63, _years(262400, 255900, 247300)),
    2: Category("Capital goods", "Spend-based", 8, _years(18200, 31500, 36800)),
    3: Category("Fuel- and energy-related activities", "Average-data", 0, _years(41300, 39600, 37100)),
    4: Category("Upstream transport and distribution", "Distance-based", 71, _years(58700, 56200, 53900)),
    5: Category("Waste generated in operations", "Waste-type-specific", 88, _years(6140, 5820, 5310)),
    6: Category("Business travel", "Distance-based", 94, _years(1260, 1480, 1390)),
    7: Category("Employee commuting", "Average-data", 42, _years(3150, 3080, 2960)),
    9: Category("Downstream transport and distribution", "Distance-based", 58, _years(44900, 43700, 42600)),
    10: Category("Processing of sold products", "Average-data", 12, _years(96300, 93800, 91500)),
    12: Category("End-of-life treatment of sold products", "Average-data", 0, _years(71200, 68900, 66400)),
    13: Category("Downstream leased assets", "Asset-specific", 100, _years(410, 400, 390)),
    15: Category("Investments", "Investment-specific", 35, _years(2240, 2210, 2150)),
}

PRODUCTION_T: Mapping[str, Series] = {
    "Orrin": _years(412000, 418000, 414000),
    "Saltby": _years(358000, 361000, 357000),
    "Tarn Vale": _years(186000, 189000, 188000),
    "Kessock": _years(82000, 83000, 83000),
}

WATER_DRAWN_THOUSAND_M3: Mapping[str, Series] = {
    "Orrin": _years(9420, 9180, 8860),
    "Saltby": _years(7610, 7450, 7270),
    "Tarn Vale": _years(3900, 3840, 3700),
    "Kessock": _years(1280, 1250, 1240),
    "Harbour": _years(350, 340, 330),
}

WATER_RETURNED_THOUSAND_M3: Mapping[str, Series] = {
    "Orrin": _years(8790, 8550, 8240),
    "Saltby": _years(7090, 6930, 6760),
    "Tarn Vale": _years(3630, 3570, 3440),
    "Kessock": _years(1190, 1160, 1150),
    "Harbour": _years(330, 320, 310),
}


def total(table: Mapping[str, Series], year: int) -> int:
    """Add up a year over all rows."""
    return sum(series[year] for series in table.values())


def scope1_site(site: str, year: int) -> int:
    """Add up a site's direct emissions."""
    return total(SCOPE1_TCO2E[site], year)


def scope1(year: int) -> int:
    """Add up direct emissions."""
    return sum(scope1_site(site, year) for site in SCOPE1_TCO2E)


def scope2_location_site(site: str, year: int) -> int:
    """Return a site's emissions from purchased power at the average of its grid."""
    return round(ELECTRICITY_MWH[site][year] * GRID_FACTORS[GRIDS[site]][year])


def scope2_market_site(site: str, year: int) -> int:
    """Return a site's emissions from the power that no contract covers, at the residual mix."""
    uncovered = ELECTRICITY_MWH[site][year] * (1 - RENEWABLE_SHARE[site][year])
    return round(uncovered * GRID_FACTORS["Residual mix"][year])


def scope2_location(year: int) -> int:
    """Add up the location-based emissions of all sites."""
    return sum(scope2_location_site(site, year) for site in ELECTRICITY_MWH)


def scope2_market(year: int) -> int:
    """Add up the market-based emissions of all sites."""
    return sum(scope2_market_site(site, year) for site in ELECTRICITY_MWH)


def scope3(year: int) -> int:
    """Add up the categories of Scope 3."""
    return sum(category.tco2e[year] for category in SCOPE3.values())


def activity(fuel: str, tco2e: int) -> int:
    """Return the use of a fuel in its unit that caused the given emissions."""
    return round(tco2e / FUELS[fuel].factor)


def fuel_use(fuel: str, year: int) -> int:
    """Add up the use of a fuel over all sites."""
    return sum(activity(fuel, fuels[fuel][year]) for fuels in SCOPE1_TCO2E.values() if fuel in fuels)
