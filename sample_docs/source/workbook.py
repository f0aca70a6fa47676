"""The Excel sample: energy data by site and month, with formats, a formula and a hidden sheet."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from source.figures import ELECTRICITY_MWH, RENEWABLE_SHARE, YEARS
from source.frozen import WRITTEN, freeze_archive

_MONTH_SHARES = {
    2024: (95, 86, 92, 85, 79, 75, 69, 67, 78, 87, 93, 94),
    2025: (94, 87, 91, 84, 80, 74, 70, 66, 78, 88, 92, 96),
}
"""Of a thousand. Use falls in summer, when the machines stand still for maintenance."""

_CENTS_A_KWH = (8.9, 8.4, 7.6, 6.9, 6.1, 5.8, 6.0, 6.3, 6.8, 7.5, 8.2, 8.8)

_METERS = (
    ("OR-E-01", "Orrin", "Main intake, 33 kV", date(2009, 6, 15), 0.005, "2025-03-11", "Calibrated"),
    ("OR-E-02", "Orrin", "Paper machine 1", date(2014, 2, 3), 0.01, "2025-03-11", "Calibrated"),
    ("OR-E-03", "Orrin", "Paper machine 2", date(2014, 2, 3), 0.01, "2025-03-12", "Calibrated"),
    ("OR-G-01", "Orrin", "Gas to the main boiler", date(2011, 9, 1), 0.012, "2024-10-02", "Due in 2026"),
    ("OR-G-02", "Orrin", "Gas to the lime kiln", date(2011, 9, 1), 0.015, "2024-10-02", "Due in 2026"),
    ("SA-E-01", "Saltby", "Main intake, 20 kV", date(2012, 5, 21), 0.005, "2025-05-06", "Calibrated"),
    ("SA-E-02", "Saltby", "Pulp line", date(2017, 8, 14), 0.01, "2025-05-06", "Calibrated"),
    ("SA-G-01", "Saltby", "Gas, four boilers together", date(2019, 11, 4), 0.01, "2025-05-07", "Calibrated"),
    (
        "SA-G-02",
        "Saltby",
        "Biogas from the digester",
        date(2020, 3, 30),
        0.025,
        "2025-05-07",
        "Replaced in May",
    ),
    ("TV-E-01", "Tarn Vale", "Main intake, 20 kV", date(2008, 4, 7), 0.005, "2025-06-17", "Calibrated"),
    (
        "TV-G-01",
        "Tarn Vale",
        "Gas to the package boiler",
        date(2016, 10, 10),
        0.012,
        "2025-06-17",
        "Calibrated",
    ),
    ("TV-P-01", "Tarn Vale", "Peat, belt scale", date(2003, 1, 20), 0.03, "2024-01-15", "Out of use"),
    ("KE-E-01", "Kessock", "Main intake, 11 kV", date(2015, 7, 9), 0.005, "2025-02-24", "Calibrated"),
    ("KE-L-01", "Kessock", "LPG tank level", date(2015, 7, 9), 0.02, "2025-02-24", "Calibrated"),
    ("HA-E-01", "Harbour", "Shore power and cranes", date(2018, 12, 3), 0.01, "2025-01-28", "Calibrated"),
    (
        "HA-O-01",
        "Harbour",
        "Marine gas oil, flow meter",
        date(2013, 3, 18),
        0.015,
        "2025-01-28",
        "Calibrated",
    ),
)
_METER_HEADER = ("Meter", "Site", "What it measures", "In use since", "Uncertainty", "Last check", "State")
_USE_HEADER = ("Site", "Month", "Electricity, MWh", "Cost", "Price, €/MWh", "Renewable", "Change on 2024")
_CHECK_HEADER = ("Site", "Invoiced, MWh", "Metered, MWh", "Difference")

_HEAD_FONT = Font(bold=True, color="FFFFFF")
_HEAD_FILL = PatternFill("solid", fgColor="1F3A3D")
_THIN = Side(style="thin", color="C9C9C2")


def write_workbook(path: Path) -> None:
    """Write the three sheets and freeze the file."""
    book = Workbook()
    book.properties.creator, book.properties.created = "Velmora Paper Group", WRITTEN
    book.properties.title = "Site energy data 2025"
    _write_use(book.active)
    _write_meters(book.create_sheet("Meters"))
    checks = book.create_sheet("Invoice checks")
    checks.sheet_state = "hidden"
    _write_checks(checks)
    book.save(path)
    freeze_archive(path)


def _write_use(sheet: Worksheet) -> None:
    """Write electricity by site and month, and a total that Excel works out."""
    sheet.title = "Electricity 2025"
    rows: list[Sequence[object]] = []
    for site, by_year in ELECTRICITY_MWH.items():
        renewable = RENEWABLE_SHARE[site][YEARS[-1]]
        earlier, now = (_by_month(by_year, year) for year in YEARS[1:])
        for month, (before, mwh, cents) in enumerate(zip(earlier, now, _CENTS_A_KWH, strict=True), start=1):
            price = cents * 10
            rows.append((site, date(2025, month, 1), mwh, mwh * price, price, renewable, mwh / before - 1))
    last = len(rows) + 1
    _fill(sheet, header=_USE_HEADER, rows=rows, widths=(14, 12, 18, 16, 14, 12, 16))
    formats = ("@", "mmm yyyy", "#,##0", '#,##0 "€"', "0.00", "0%", "+0.0%;-0.0%;0.0%")
    for row in sheet.iter_rows(min_row=2, max_row=last):
        for cell, number_format in zip(row, formats, strict=True):
            cell.number_format = number_format
    total = sheet.cell(last + 1, 3, f"=SUM(C2:C{last})")
    total.number_format, total.font = "#,##0", Font(bold=True)
    sheet.cell(last + 1, 1, "All sites").font = Font(bold=True)
    sheet.cell(last + 1, 4, sum(row[3] for row in rows)).number_format = '#,##0 "€"'


def _by_month(by_year: Mapping[int, int], year: int) -> list[int]:
    """Spread a year's use over its months, so that the months add up to it."""
    shares = _MONTH_SHARES[year]
    months = [by_year[year] * share // sum(shares) for share in shares]
    months[-1] += by_year[year] - sum(months)
    return months


def _write_meters(sheet: Worksheet) -> None:
    """Write the register of meters."""
    rows = [(*meter[:5], date.fromisoformat(meter[5]), meter[6]) for meter in _METERS]
    _fill(sheet, header=_METER_HEADER, rows=rows, widths=(12, 14, 30, 14, 14, 14, 18))
    for row in sheet.iter_rows(min_row=2):
        row[3].number_format = row[5].number_format = "dd/mm/yyyy"
        row[4].number_format = "0.0%"


def _write_checks(sheet: Worksheet) -> None:
    """Write the comparison of invoices with meters, which is not meant for readers."""
    differences = (120, -85, 0, 14, -3, 0)
    rows = [
        (site, ELECTRICITY_MWH[site][YEARS[-1]] + difference, ELECTRICITY_MWH[site][YEARS[-1]], difference)
        for site, difference in zip(ELECTRICITY_MWH, differences, strict=True)
    ]
    _fill(sheet, header=_CHECK_HEADER, rows=rows, widths=(14, 18, 18, 14))


def _fill(
    sheet: Worksheet, *, header: Sequence[str], rows: Iterable[Sequence[object]], widths: Sequence[int]
) -> None:
    """Write a header and rows, ruled, with a frozen first line."""
    sheet.append(list(header))
    for row in rows:
        sheet.append(list(row))
    for cell in sheet[1]:
        cell.font, cell.fill = _HEAD_FONT, _HEAD_FILL
        cell.alignment = Alignment(vertical="center", wrap_text=True)
    for row in sheet.iter_rows():
        for cell in row:
            cell.border = Border(bottom=_THIN)
    for index, width in enumerate(widths, start=1):
        sheet.column_dimensions[get_column_letter(index)].width = width
    sheet.freeze_panes = "A2"
