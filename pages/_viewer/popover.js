// What floats over the text: why there is a boundary, and the list of keys.
const KEYS = [
  ["j", "k", "Next, previous chunk"],
  ["w", "Why is there a boundary here?"],
  ["/", "Find in the document"],
  ["Enter", "Next match (Shift: previous)"],
  ["1", "2", "3", "Tint, Margin, Source"],
  ["Esc", "Close"],
  ["?", "These keys"],
];

class Popover {
  constructor(view) {
    this.view = view;
    this.shown = null;
  }

  close() {
    if (!this.shown) return false;
    this.shown.remove();
    this.shown = null;
    this.view.box.focus({ preventScroll: true });
    return true;
  }

  open(name, title, parent) {
    this.shown?.remove();
    const made = (this.shown = element(`popover ${name}`, { parent }));
    made.setAttribute("role", "dialog");
    made.tabIndex = -1;
    made.setAttribute("aria-label", title);
    const head = element("popover-head", { parent: made });
    element("", { tag: "b", parent: head, text: title });
    const close = element("plain", { tag: "button", parent: head });
    close.type = "button";
    close.setAttribute("aria-label", "Close");
    close.innerHTML = icon("close");
    close.addEventListener("click", () => this.close());
    return made;
  }

  keys() {
    const made = this.open("keys", "Keys", this.view.box);
    for (const entry of KEYS) {
      const row = element("key-row", { parent: made });
      const caps = element("", { tag: "span", parent: row });
      entry.slice(0, -1).forEach((cap) => element("", { tag: "kbd", parent: caps, text: cap }));
      element("", { tag: "span", parent: row, text: entry.at(-1) });
    }
    made.focus({ preventScroll: true });
  }

  why(leaf) {
    const { chunks, sheet } = this.view;
    const reason = chunks.reason(leaf);
    const title = leaf ? "Why is there a boundary here?" : "Why does a chunk start here?";
    const made = this.open("why", title, sheet);
    element("why-sentence", { tag: "p", parent: made, text: reason.sentence });
    if (reason.meter) this.meter(made, reason.meter, chunks.numbers[leaf]);
    const list = element("facts", { tag: "dl", parent: made });
    const fact = (name, value) => {
      element("", { tag: "dt", parent: list, text: name });
      element("", { tag: "dd", parent: list, text: value });
    };
    const size = (at) => {
      const told = [chunks.sizes[at], chunks.tokens[at]].map((amount) => amount.toLocaleString("en"));
      return `${chunks.numbers[at]} · ${told[0]} characters, ${told[1]} tokens`;
    };
    if (leaf) fact("Before", size(leaf - 1));
    fact("After", size(leaf));
    const overlap = chunks.overlaps[leaf];
    if (overlap) fact("Overlap", `${overlap.toLocaleString("en")} characters are in both`);
    const context = chunks.contextOfLeaf.get(leaf);
    if (context) fact("Repeats", (context.cells?.join(" · ") ?? context.text).slice(0, 90));
    this.put(made, leaf);
    made.focus({ preventScroll: true });
  }

  meter(parent, [value, limit], number) {
    const row = element("meter", { parent });
    const most = Math.max(value, limit);
    const bar = element("meter-bar", { parent: row });
    bar.style.setProperty("--hue", hue(number));
    element("", { tag: "i", parent: bar, style: { width: `${(100 * value) / most}%` } });
    element("", { tag: "u", parent: bar, style: { left: `calc(${(100 * limit) / most}% - 1px)` } });
    const figure = (amount) => (Number.isInteger(amount) ? amount.toLocaleString("en") : amount.toFixed(2));
    const told = element("", { tag: "span", parent: row });
    element("", { tag: "b", parent: told, text: figure(value) });
    told.append(value <= limit && limit <= 2 ? ` below ${figure(limit)}` : ` of ${figure(limit)}`);
  }

  // Above the cut, scrolling there when needed, so that the chunk stays free; below it at the very top.
  put(made, leaf) {
    const { chunks, text, scroll, sheet } = this.view;
    const box = text.first(chunks.cores[leaf], Infinity) ?? { left: 180, top: scroll.scrollTop + 60, height: 25 };
    const left = Math.min(Math.max(box.left - 40, 12), sheet.clientWidth - made.offsetWidth - 12);
    const start = text.first(chunks.starts[leaf], chunks.cores[leaf] + 1) ?? box;
    const above = start.top - made.offsetHeight - 10;
    this.view.pin = null;
    if (above > 4) scroll.scrollTop = Math.min(scroll.scrollTop, above - 8);
    made.style.left = px(left);
    made.style.top = px(above > 4 ? above : box.top + box.height + 10);
  }
}
