// Draws the chunks over what is on screen: tints, rails, cuts with their reasons, parents, merges.
const PAINT_MARGIN = 600;
// The gutter: where lanes lie from the left edge; in Margin, how far left of the text.
const LANE = { tint: 112, margin: 44, step: 11 };
const hue = (number) => `var(--c${number % 4})`;
const tint = (number, selected) => `var(--${selected ? "s" : "t"}${number % 4})`;

class Painter {
  constructor(view) {
    this.view = view;
    this.range = [0, 0];
  }

  // Whether the window has left what was painted last.
  outgrown() {
    const { scrollTop, clientHeight } = this.view.scroll;
    return scrollTop < this.range[0] + 150 || scrollTop + clientHeight > this.range[1] - 150;
  }

  paint() {
    const { view } = this;
    const { text, chunks, scroll } = view;
    const top = scroll.scrollTop - PAINT_MARGIN;
    const bottom = scroll.scrollTop + scroll.clientHeight + PAINT_MARGIN;
    this.range = [top <= 0 ? -1e9 : top, bottom >= view.sheet.offsetHeight ? 1e9 : bottom];
    this.under = document.createDocumentFragment();
    this.over = document.createDocumentFragment();
    const visible = chunks && text.payload ? text.visible(top, bottom) : null;
    if (visible) {
      [this.from, this.to] = visible;
      this.textLeft = text.holder.offsetLeft;
      this.textRight = this.textLeft + text.holder.offsetWidth;
      this.margin = view.look === "margin";
      this.paintParents();
      this.paintChunks();
      this.paintJoins();
    }
    view.under.replaceChildren(this.under);
    view.over.replaceChildren(this.over);
  }

  place(name, { left, top, width, height, right }, parent = this.over) {
    const style = { top: px(top) };
    if (left !== undefined) style.left = px(left);
    if (right !== undefined) style.right = px(right);
    if (width !== undefined) style.width = px(width);
    if (height !== undefined) style.height = px(height);
    return element(name, { parent, style });
  }

  lane(leaf) {
    if (this.margin) return this.textLeft - LANE.margin;
    return LANE.tint + (this.view.chunks.numbers[leaf] % 2) * LANE.step;
  }

  paintChunks() {
    const [first, last] = this.view.chunks.between(this.from, this.to);
    this.numberBottom = this.iconBottom = this.cardBottom = -1e9;
    for (let leaf = first; leaf < last; leaf++) {
      this.paintText(leaf);
      this.paintRail(leaf);
    }
    for (let leaf = first; leaf < last; leaf++) this.paintCut(leaf);
  }

  clip([from, to]) {
    return [Math.max(from, this.from), Math.min(to, this.to)];
  }

  paintText(leaf) {
    const { chunks, selected } = this.view;
    const number = chunks.numbers[leaf];
    const { own, shared } = chunks.portions(leaf);
    if (!this.margin || leaf === selected) {
      for (const box of this.fill(own, tint(number, leaf === selected), "tint")) box.dataset.of = leaf;
    }
    if (shared[0] >= shared[1] || leaf + 1 >= chunks.count) return;
    const next = chunks.numbers[leaf + 1];
    const chosen = selected === leaf ? number : selected === leaf + 1 ? next : null;
    const base = chosen === null ? (this.margin ? "transparent" : tint(next, false)) : tint(chosen, true);
    for (const box of this.fill(shared, base, this.margin ? "shared-line" : "hatch")) {
      box.style.setProperty("--a", hue(number));
      box.style.setProperty("--b", hue(next));
    }
  }

  // Rows that lie wholly inside are tinted as bands, everything else line by line.
  fill(portion, colour, name) {
    const [from, to] = this.clip(portion);
    if (from >= to) return [];
    const made = [];
    const rows = new Set();
    for (const box of this.view.text.boxes(from, to)) {
      let area = box;
      let band = "";
      if (box.row && +box.row.dataset.from >= portion[0] && +box.row.dataset.to <= portion[1]) {
        if (rows.has(box.row)) continue;
        rows.add(box.row);
        area = this.view.text.rowBox(box.row);
        band = " band";
      }
      const { left, right, top, height } = area;
      const drawn = this.place(name + band, { left, top, width: right - left, height }, this.under);
      drawn.style.setProperty("--fill", colour);
      made.push(drawn);
    }
    return made;
  }

  // Where a chunk begins and ends on screen, cut off at what is mounted.
  extent(from, to) {
    const { text } = this.view;
    const [start, end] = this.clip([from, to]);
    const first = text.first(start, end);
    const last = text.last(end, start);
    if (!first || !last) return null;
    const upper = first.row && from >= this.from ? text.rowBox(first.row) : first;
    const lower = last.row ? text.rowBox(last.row) : last;
    return {
      top: upper.top,
      bottom: lower.top + lower.height,
      opensAbove: from < this.from,
      opensBelow: to > this.to,
    };
  }

  paintRail(leaf) {
    const { chunks, selected } = this.view;
    const number = chunks.numbers[leaf];
    const extent = this.extent(chunks.starts[leaf], chunks.ends[leaf]);
    if (!extent) return;
    const on = leaf === selected ? " selected" : "";
    const edge = number % 4 === 1 && !on ? " edged" : "";
    const open = (extent.opensAbove ? " open-above" : "") + (extent.opensBelow ? " open-below" : "");
    const height = Math.max(6, extent.bottom - extent.top - 2);
    const rail = this.place(`rail${on}${edge}${open}`, { left: this.lane(leaf), top: extent.top + 1, height });
    rail.style.setProperty("--hue", hue(number));
    rail.dataset.leaf = leaf;
    rail.title = `Chunk ${number} · ${chunks.tokens[leaf]} tokens`;
    if (extent.opensAbove) return;
    if (this.margin) this.paintCard(leaf, extent.top);
    else this.paintNumber(leaf, extent, on);
  }

  paintNumber(leaf, extent, on) {
    const { chunks } = this.view;
    const top = Math.max(extent.top + 3, this.numberBottom);
    if (top > extent.bottom - 6 && !on) return;
    const label = this.place(`number${on}`, { left: LANE.tint - 52, top });
    label.textContent = chunks.numbers[leaf];
    label.dataset.leaf = leaf;
    this.numberBottom = top + 17;
    if (chunks.parts[leaf] && extent.bottom - top > 36) {
      element("part", { parent: label, text: `part ${chunks.parts[leaf]}` });
      this.numberBottom += 18;
    }
  }

  // A bar in the text where the chunk's own text begins, and the reason's icon left of that line.
  paintCut(leaf) {
    const { chunks, text, selected } = this.view;
    const at = chunks.cores[leaf];
    if (at < this.from || at >= this.to) return;
    const box = text.first(at, Math.min(chunks.ends[leaf], this.to));
    if (!box) return;
    const number = chunks.numbers[leaf];
    const bar = this.place("cut", { left: box.left - 1.5, top: box.top + 1, height: box.height - 2 });
    const inText = box.left > this.textLeft + 12 && !box.row;
    if (inText) bar.classList.add("folded");
    const middle = box.row ? text.rowBox(box.row) : box;
    const top = Math.max(middle.top + middle.height / 2 - 9, this.iconBottom);
    const badge = this.place("reason", { left: this.textLeft - 25, top });
    badge.innerHTML = mark(chunks.reason(leaf).kind);
    badge.title = chunks.reason(leaf).sentence;
    if (number % 4) badge.classList.add("dark-glyph");
    if (leaf === selected) badge.classList.add("selected");
    this.iconBottom = top + 19;
    for (const drawn of [bar, badge]) {
      drawn.style.setProperty("--hue", hue(number));
      drawn.dataset.cut = leaf;
    }
    if (this.margin && inText) {
      const line = this.place("cut-line", { left: box.left, top: box.top, width: this.textRight + 12 - box.left });
      line.style.setProperty("--hue", hue(number));
    }
    this.paintContextNote(leaf, box);
  }

  // Text repeated before a chunk that is no table header (a heading path, a record's key).
  paintContextNote(leaf, box) {
    const context = this.view.chunks.contextOfLeaf.get(leaf);
    if (!context || context.cells || this.margin) return;
    const note = this.place("pill repeats", { right: 14, top: box.top });
    note.textContent = context.text;
    note.title = `Repeated at the start of chunk ${this.view.chunks.numbers[leaf]}: ${context.text}`;
  }

  paintCard(leaf, railTop) {
    const { chunks, selected } = this.view;
    const top = Math.max(railTop, this.cardBottom + 6);
    const card = this.place(`card${leaf === selected ? " selected" : ""}`, { left: this.textRight + 28, top });
    card.style.setProperty("--hue", hue(chunks.numbers[leaf]));
    card.dataset.leaf = leaf;
    const head = element("card-head", { parent: card });
    element("", { tag: "b", parent: head, text: chunks.numbers[leaf] });
    element("", { tag: "span", parent: head, text: `${chunks.tokens[leaf].toLocaleString("en")} tokens` });
    card.title = chunks.reason(leaf).sentence;
    element("card-line", { parent: card, text: chunks.reason(leaf).sentence });
    const facts = this.cardFacts(leaf);
    if (facts) element("card-line", { parent: card, text: facts });
    const size = element("card-size", { parent: card });
    element("", { tag: "i", parent: size, style: { width: `${(100 * chunks.tokens[leaf]) / chunks.largest}%` } });
    this.cardBottom = top + (facts ? 74 : 58);
  }

  cardFacts(leaf) {
    const { chunks } = this.view;
    const overlap = chunks.overlaps[leaf];
    const joins = chunks.joinsBetween(chunks.cores[leaf], chunks.ends[leaf]);
    const merged = joins.filter((join) => join.state === "merged").map((join) => join.label);
    const facts = [];
    if (overlap) facts.push(`overlap ${overlap.toLocaleString("en")}`);
    if (merged.length) facts.push(`merged at ${merged.join(", ")}`);
    const words = facts.join(" · ");
    return words.charAt(0).toUpperCase() + words.slice(1);
  }

  paintParents() {
    const left = this.margin ? this.textLeft - LANE.margin - 20 : LANE.tint - 62;
    for (const parent of this.view.chunks.parents) {
      if (parent.end <= this.from || parent.start >= this.to) continue;
      const extent = this.extent(parent.start, parent.end);
      if (!extent) continue;
      const open = (extent.opensAbove ? " open-above" : "") + (extent.opensBelow ? " open-below" : "");
      const height = Math.max(10, extent.bottom - extent.top - 4);
      const bracket = this.place(`parent${open}`, { left, top: extent.top + 2, height });
      const label = element("parent-label", { parent: bracket, text: parent.label });
      label.title = parent.label;
    }
  }

  paintJoins() {
    const { chunks, text } = this.view;
    for (const join of chunks.joinsBetween(this.from, this.to)) {
      const box = text.first(join.position, this.to);
      if (!box) continue;
      const leaf = chunks.at(join.position);
      if (join.state === "merged") {
        this.place("ghost-cut", { left: box.left - 1, top: box.top, height: box.height });
        this.paintBracket(chunks.joinStart(join), chunks.joinEnd(join));
      }
      if (join.state !== "miss") this.paintChain(leaf, box, join);
      if (!this.margin) this.paintPill(join, box);
    }
  }

  paintChain(leaf, box, join) {
    const between = join.state === "merge" ? box.top - 10 : box.top + box.height / 2 - 9;
    const chain = this.place("chain", { left: this.lane(leaf) - 6, top: between });
    chain.innerHTML = icon("link");
    chain.title = join.sentence;
    chain.style.setProperty("--hue", hue(this.view.chunks.numbers[leaf]));
  }

  paintBracket(from, to) {
    const extent = this.margin ? null : this.extent(from, to);
    if (!extent) return;
    const height = extent.bottom - extent.top - 6;
    this.place("joined", { left: this.textRight + 6, top: extent.top + 3, height });
  }

  paintPill(join, box) {
    const between = join.state === "merged" ? 0 : -12;
    const pill = this.place(`pill ${join.state}`, { right: 14, top: box.top + between + (box.height - 24) / 2 });
    if (join.state !== "miss") pill.innerHTML = icon("link");
    element("", { tag: "span", parent: pill, text: join.label });
    pill.title = join.sentence;
  }
}
