"""Office files with the same bytes every time: fixed dates inside, fixed dates on the archive's entries."""

import re
import zipfile
from datetime import datetime
from pathlib import Path

WRITTEN = datetime(2026, 3, 2, 9, 0, 0)
"""The date that all samples carry."""

_STAMP = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(<)")


def freeze_archive(path: Path) -> None:
    """Write an office file's archive again with entries in order, fixed dates and fixed attributes."""
    with zipfile.ZipFile(path) as archive:
        entries = [(name, archive.read(name)) for name in archive.namelist()]
    stamp = f"\\g<1>{WRITTEN:%Y-%m-%dT%H:%M:%SZ}\\g<2>".encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            info = zipfile.ZipInfo(name, date_time=WRITTEN.timetuple()[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, _STAMP.sub(stamp, content) if name == "docProps/core.xml" else content)
