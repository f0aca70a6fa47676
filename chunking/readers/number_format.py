"""Numbers as a sheet shows them: Excel's number formats, dates as ISO 8601."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

BUILT_IN = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
    14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm", 19: "h:mm:ss", 20: "h:mm",
    21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;(#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss", 48: "0.0E+0", 49: "@",
}  # fmt: skip
"""The formats that a file names by number only."""

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[\$(?P<currency>[^\]-]*)[^\]]*\]|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<pattern>[0#?][0#?,.]*(?:E[+-][0#?]+)?|\.[0#?]+)|(?P<other>.)",
    re.DOTALL,
)
_SECTION = re.compile(r'((?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*)(?:;|$)', re.DOTALL)
_QUIET = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)
_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
_MINUTES = re.compile(r"h+[^a-z]*m+|m+[^a-z]*s", re.IGNORECASE)
_EPOCH_1900 = datetime(1899, 12, 30)
_EPOCH_1904 = datetime(1904, 1, 1)
_LAST_DAY = 2_958_465
"""9999-12-31; what lies after it is shown as a number."""


@dataclass(frozen=True, slots=True)
class _Section:
    """One part of a format: what stands around the digits, and how they are written."""

    before: str
    pattern: str
    after: str
    is_percent: bool


def show(number: float, code: str, *, is_1904: bool = False) -> str:
    """Return the number as the format shows it; an unusual format gives the plain number."""
    if code.lower() in ("general", "@", ""):
        return general(number)
    if _is_date(code):
        return _date(number, code, is_1904=is_1904)
    sections = _SECTION.findall(code)[:4]
    section = _chosen(sections, number)
    parsed = _parse(section)
    if parsed is None:
        return general(number)
    is_signed = number < 0 and section == sections[0]
    digits = _digits(abs(number) * (100 if parsed.is_percent else 1), parsed.pattern)
    return f"{'-' if is_signed else ''}{parsed.before}{digits}{parsed.after}".strip()


def general(number: float) -> str:
    """Return a number without a format: 15 digits, as many as Excel keeps."""
    return f"{number:.15g}".replace("e", "E").replace("inf", "").replace("nan", "")


def _chosen(sections: list[str], number: float) -> str:
    """Return the section for positive, negative or zero."""
    if number < 0 and len(sections) > 1 and sections[1]:
        return sections[1]
    if number == 0 and len(sections) > 2 and sections[2]:
        return sections[2]
    return sections[0]


def _parse(section: str) -> _Section | None:
    """Take a section apart; None where digits and words are mixed or there are no digits."""
    around, patterns, is_percent = ["", ""], [], False
    for token in _TOKEN.finditer(section):
        if token["pattern"]:
            patterns.append(token["pattern"])
            continue
        literal = token["quoted"] or token["escaped"] or token["currency"] or token["other"] or ""
        is_percent |= token["other"] == "%"
        around[bool(patterns)] += literal
    if len(patterns) != 1 or "/" in section:
        return None
    return _Section(around[0], patterns[0], around[1], is_percent)


def _digits(number: float, pattern: str) -> str:
    """Write a number with the pattern's decimals, padding, thousands and exponent."""
    if "E" in pattern:
        decimals = len(pattern.partition("E")[0].partition(".")[2])
        mantissa, _, exponent = f"{number:.{decimals}E}".partition("E")
        return f"{mantissa}E{int(exponent):+03d}"
    scaled = pattern.rstrip(",")
    scale = len(pattern) - len(scaled)
    whole, _, fraction = scaled.partition(".")
    try:
        exact = Decimal(repr(number)) / (Decimal(1000) ** scale)
        rounded = exact.quantize(Decimal(1).scaleb(-len(fraction)), rounding=ROUND_HALF_UP)
    except InvalidOperation:
        return general(number)
    comma = "," if "," in whole else ""
    units, _, decimals_text = f"{rounded:{comma}f}".partition(".")
    needed = fraction.count("0")
    while len(decimals_text) > needed and decimals_text.endswith("0"):
        decimals_text = decimals_text[:-1]
    if not comma:
        units = units.zfill(whole.count("0"))
    if units == "0" and "0" not in whole:
        units = ""
    return f"{units}.{decimals_text}" if decimals_text else units


def _is_date(code: str) -> bool:
    """Tell whether the format has letters of a date or time outside its words."""
    letters = _QUIET.sub("", code.partition(";")[0]).lower()
    return "general" not in letters and re.search(r"[ymdhs]", letters) is not None


def _date(number: float, code: str, *, is_1904: bool) -> str:
    """Return the date parts that the format shows, largest first, and the time if it shows one."""
    letters = _QUIET.sub("", code.partition(";")[0]).lower()
    if not 0 <= number <= _LAST_DAY:
        return general(number)
    if _ELAPSED.search(letters):
        return _elapsed(number, letters)
    shown = _MINUTES.sub("h", letters)
    moment = (_EPOCH_1904 if is_1904 else _EPOCH_1900) + timedelta(seconds=round(number * 86_400))
    if not is_1904 and number < 60:  # Excel counts a 29 February 1900 that never was
        moment += timedelta(days=1)
    day = "-".join(
        part
        for letter, part in (("y", f"{moment:%Y}"), ("m", f"{moment:%m}"), ("d", f"{moment:%d}"))
        if letter in shown
    )
    clock = ""
    if "h" in shown or "s" in letters:
        clock = f"{moment:%H:%M:%S}" if "s" in letters else f"{moment:%H:%M}"
    return " ".join(part for part in (day, clock) if part)


def _elapsed(number: float, letters: str) -> str:
    """Return a time span such as 30:00, over 24 hours too."""
    seconds = round(number * 86_400)
    hours, minutes = divmod(seconds // 60, 60)
    if "[h" not in letters:
        minutes += hours * 60
        return f"{minutes}:{seconds % 60:02d}" if "s" in letters else str(minutes)
    text = f"{hours}:{minutes:02d}"
    return f"{text}:{seconds % 60:02d}" if re.search(r"s", letters) else text
