// Header rows that a chunk repeats, drawn as dashed rows before its first row. Their words are drawn by
// CSS from attributes, so that the text of the document, and every offset into it, stays as it is.
const insertGhosts = (chunks, section) => {
  section.element.querySelectorAll(".ghost-caption, .ghost-header").forEach((row) => row.remove());
  for (const row of section.element.querySelectorAll("tr[data-from]")) {
    const leaf = chunks.at(+row.dataset.from);
    const context = chunks.contextOfLeaf.get(leaf);
    const core = chunks.cores[leaf];
    const beginsHere = core >= +row.dataset.from && core < +row.dataset.to;
    if (!context?.cells || !beginsHere) continue;
    row.before(...ghostRows(row, context.cells, chunks.numbers[leaf]));
  }
};

const ghostRows = (row, cells, number) => {
  const caption = element("ghost-caption", { tag: "tr" });
  const told = element("", { tag: "td", parent: caption });
  told.colSpan = Math.max(row.children.length, 1);
  told.dataset.label = `Cut between rows, header repeated in ${number}`;
  const header = element("ghost-header", { tag: "tr" });
  [...row.children].forEach((cell, column) => {
    const repeated = element(cell.className, { tag: "td", parent: header });
    repeated.dataset.label = cells[column] ?? "";
  });
  return [caption, header];
};
