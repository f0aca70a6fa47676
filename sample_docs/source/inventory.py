"""The carbon inventory: chapters of tables with little text between them."""

from collections.abc import Mapping
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.platypus import PageBreak, Paragraph

from source import inventory_tables as tables
from source.figures import ELECTRICITY_MWH, YEARS, fuel_use, total
from source.markup import Setter
from source.typeset import DENSE, STYLES, BodyStart, Booklet, Cover, Grid, Layout

_HERE = Path(__file__).parent
_COVER = Cover(
    company="Velmora Paper Group",
    title="Carbon inventory\n2025",
    subtitle="Activity data, emission factors and emissions by site",
    lines=("Reporting period 1 January to 31 December 2025", "Published 2 March 2026 · Edition 1"),
)
_LAYOUT = Layout("Velmora Paper Group · Carbon inventory 2025", left=26 * mm, lists_tables=True)

_POWER_MWH = total(ELECTRICITY_MWH, YEARS[-1])


def write_inventory(path: Path) -> None:
    """Write the inventory as PDF."""
    booklet = Booklet(path, cover=_COVER, layout=_LAYOUT)
    setter = Setter(
        width=_LAYOUT.width, column_width=_LAYOUT.width, tables=_tables(), density=DENSE, chapter_room=300
    )
    chapters = setter.set((_HERE / "inventory.md").read_text("utf-8"))
    contents = [Paragraph("Contents", STYLES["chapter"]), booklet.contents()]
    booklet.write([*contents, PageBreak(), BodyStart(), *chapters])


def _tables() -> Mapping[str, Grid]:
    """Return the computed tables by the names that the text uses."""
    return {
        "summary": tables.summary(),
        "intensity": tables.intensity(),
        "fuel_use": tables.fuel_use(),
        "scope1_by_site": tables.scope1_by_site(),
        "biogenic": _biogenic(),
        "electricity": tables.electricity(),
        "scope2_by_site": tables.scope2_by_site(),
        "renewable_power": tables.renewable_power(),
        "grid_factors": tables.grid_factors(),
        "scope3_by_category": tables.scope3_by_category(),
        "capital_goods": _capital_goods(),
        "fuel_related": _fuel_related(),
        "waste": _waste(),
        "travel": _travel(),
        "transport_by_mode": tables.transport_by_mode(),
        "transport": tables.transport(),
        "fuel_factors": tables.fuel_factors(),
    }


def _biogenic() -> Grid:
    rows = (("Black liquor", 1_268_000, 0.3434), ("Bark and wood residues", 402_000, 0.4032))
    more = (
        ("Biogas", fuel_use("Biogas (CH4)", YEARS[-1]), 0.1966),
        ("HVO", fuel_use("HVO", YEARS[-1]), 0.2574),
    )
    head = ("Fuel", "MWh", "tCO2 per MWh", "tCO2")
    return tables.multiplied("Biogenic emissions 2025, outside of all scopes, tCO2", head, rows + more)


def _capital_goods() -> Grid:
    rows = (
        ("Machinery", 62_400, 318.0),
        ("Electrical equipment", 28_100, 296.0),
        ("Buildings and civil works", 17_500, 402.1),
        ("Vehicles", 4_500, 260.0),
        ("Information technology", 5_400, 80.0),
    )
    head = ("Class", "Spend, k€", "kgCO2e per k€", "tCO2e")
    return tables.multiplied("Category 2, capital goods 2025 by class, tCO2e", head, rows, unit=1000)


def _fuel_related() -> Grid:
    well_to_tank = {"Natural gas": 34.5, "Diesel": 63.0, "LPG": 27.0, "Marine gas oil": 52.0, "HVO": 31.0}
    rows = [
        (f"{fuel}, well to tank", fuel_use(fuel, YEARS[-1]), factor) for fuel, factor in well_to_tank.items()
    ]
    rows.append(("Electricity, upstream of generation", _POWER_MWH, 28.8))
    rows.append(("Electricity, losses of the grid", _POWER_MWH, 11.53))
    head = ("Source", "MWh", "kgCO2e per MWh", "tCO2e")
    caption = "Category 3, fuel- and energy-related activities 2025, tCO2e"
    return tables.multiplied(caption, head, rows, unit=1000)


def _waste() -> Grid:
    rows = (
        ("Fibre sludge, to brickworks", 44_600, 21),
        ("Fibre sludge, to soil improvement", 16_600, 48),
        ("Boiler ash, to cement", 31_900, 14),
        ("Boiler ash, to landfill", 6_500, 58),
        ("Lime mud and dregs, to landfill", 21_700, 52),
        ("Reject plastics, to energy recovery", 9_300, 92),
        ("Mixed waste, to recycling", 2_400, 24),
        ("Mixed waste, to landfill", 1_200, 466),
        ("Hazardous waste, to treatment", 1_800, 84),
    )
    head = ("Waste and treatment", "t", "kgCO2e per t", "tCO2e")
    return tables.multiplied("Category 5, waste 2025 by type and treatment, tCO2e", head, rows, unit=1000)


def _travel() -> Grid:
    rows = (
        ("Air, under 1,500 km", 2_900, 158),
        ("Air, 1,500 km and more", 5_100, 149),
        ("Rail", 3_400, 21),
        ("Hired and private cars", 600, 168),
    )
    head = ("Mode", "Thousand pkm", "gCO2e per pkm", "tCO2e")
    return tables.multiplied("Category 6, business travel 2025 by mode, tCO2e", head, rows, unit=1000)
