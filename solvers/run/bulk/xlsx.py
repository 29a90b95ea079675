"""Excel workbooks of one sheet, written as a stream: Office Open XML (ECMA-376), the same bytes for the same rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from models.errors import InputError
from models.kit.names import printable
from solvers.cli.files import Outgoing
from solvers.cli.text import READABLY

MAX_CELL_CHARACTERS = 32_767
MAX_ROWS = 1_048_576  # what Excel takes
MAX_SHEET_BYTES = 1 << 31  # what every reader of ZIP archives takes
FIRST_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest date that an archive can name: no part tells when it was made

Cell = str | int | bool | None


def workbook(name: str, heading: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """A workbook of one sheet, in pieces; a text in it is never a formula.

    Raises:
        InputError: when Excel cannot hold the rows.
    """
    out = Outgoing()
    with ZipFile(out, "w") as archive:
        for part, content in _PARTS.items():
            archive.writestr(_entry(part), f"{_DECLARATION}{content.format(name=name)}")
        size = 0
        with archive.open(_entry("xl/worksheets/sheet1.xml"), "w") as sheet:
            for piece in _sheet(heading, rows):
                data = piece.encode(errors=READABLY)
                size += len(data)
                if size > MAX_SHEET_BYTES:
                    raise InputError("these are too many answers for an Excel sheet; write a .csv or .jsonl file")
                sheet.write(data)
                yield out.taken()
    yield out.taken()


def _entry(part: str) -> ZipInfo:
    entry = ZipInfo(part, FIRST_DATE)
    entry.compress_type = ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    return entry


def _sheet(heading: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    yield (
        f'{_DECLARATION}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>'
    )
    yield _row(1, heading, heading)
    for number, row in enumerate(rows, 2):
        if number > MAX_ROWS:
            raise InputError(f"an Excel sheet has {MAX_ROWS:,} rows, too few for these; write a .csv file")
        yield _row(number, heading, row)
    yield "</sheetData></worksheet>"


def _row(number: int, heading: Sequence[str], row: Sequence[Cell]) -> str:
    cells = [f"<c{_content(number, name, value)}" for name, value in zip(heading, row, strict=True)]
    return f'<row r="{number}">{"".join(cells)}</row>'


def _content(number: int, name: str, value: Cell) -> str:
    if value is None:
        return "/>"
    if isinstance(value, bool):
        return f' t="b"><v>{value:d}</v></c>'
    if isinstance(value, int | float):
        return f"><v>{value}</v></c>"
    if len(value) > MAX_CELL_CHARACTERS:
        raise InputError(f"row {number}: {name} is too long for a cell of Excel; write a .csv or .jsonl file")
    text = escape(_ESCAPED.sub("_x005F_", printable(value)), quote=False)
    return f' t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


_ESCAPED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")  # where a text would be read as the number of a letter

_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS = {
    "[Content_Types].xml": (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}.worksheet+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/workbook.xml": (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><bookViews><workbookView/></bookViews>'
        '<sheets><sheet name="{name}" sheetId="1" r:id="rId1"/></sheets></workbook>'
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
    ),
}
"""All parts but the sheet."""
