// The document's text: mounts only the sections near the window, and maps offsets to places on screen.
const SECTION_BLOCKS = 20;
const MOUNT_MARGIN = "900px 0px";

class TextView {
  constructor(scroll, sheet, holder) {
    Object.assign(this, { scroll, sheet, holder });
    this.sections = [];
    this.leaves = new WeakMap();
    this.onMount = () => {};
    this.onChange = () => {};
  }

  show(payload, look) {
    this.payload = payload;
    this.raw = look === "source";
    this.observer?.disconnect();
    this.holder.textContent = "";
    this.sections = [];
    for (let first = 0; first < payload.html.length; first += SECTION_BLOCKS) {
      this.sections.push(this.makeSection(first, Math.min(payload.html.length, first + SECTION_BLOCKS)));
    }
    this.holder.append(...this.sections.map((section) => section.element));
    this.observer = new IntersectionObserver((entries) => this.exchange(entries), {
      root: this.scroll,
      rootMargin: MOUNT_MARGIN,
    });
    this.sections.forEach((section) => this.observer.observe(section.element));
  }

  makeSection(first, last) {
    const { starts, ends, html } = this.payload;
    let height = 0;
    for (let block = first; block < last; block++) {
      const rows = html[block].split("<tr").length - 1;
      height += rows ? rows * 29 : Math.max(1, Math.ceil((ends[block] - starts[block]) / 95)) * 25 + 13;
    }
    const made = element("section");
    made.style.height = px(height);
    const section = { first, last, element: made, live: false };
    made.section = section;
    return section;
  }

  exchange(entries) {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.mount(target.section);
      else this.unmount(target.section);
    }
    this.onChange();
  }

  mount(section) {
    if (section.live) return;
    const parts = [];
    for (let block = section.first; block < section.last; block++) {
      parts.push(`<div class="block" data-block="${block}">${this.raw ? "" : this.payload.html[block]}</div>`);
    }
    section.element.innerHTML = parts.join("");
    if (this.raw) {
      for (const block of section.element.children) {
        element("raw", { tag: "pre", parent: block, text: this.blockText(+block.dataset.block) });
      }
    }
    section.element.style.height = "";
    section.live = true;
    this.onMount(section);
  }

  unmount(section) {
    if (!section.live) return;
    section.element.style.height = px(section.element.offsetHeight);
    section.element.textContent = "";
    section.live = false;
  }

  // ---- markdown offset <-> shown offset within a block ----

  blockAt(offset) {
    return Math.max(0, lowerBound(this.payload.starts, offset + 1) - 1);
  }

  runs(block) {
    return this.raw ? [0, this.payload.starts[block]] : this.payload.runs[block];
  }

  shown(block, offset) {
    const runs = this.runs(block);
    let run = runs.length - 2;
    while (run > 0 && runs[run + 1] > offset) run -= 2;
    if (run < 0) return 0;
    const shown = Math.max(runs[run], runs[run] + offset - runs[run + 1]);
    return run + 2 < runs.length ? Math.min(shown, runs[run + 2]) : shown;
  }

  source(block, shown) {
    const runs = this.runs(block);
    let run = runs.length - 2;
    while (run > 0 && runs[run] > shown) run -= 2;
    return run < 0 ? this.payload.starts[block] : runs[run + 1] + shown - runs[run];
  }

  blockText(block) {
    if (this.raw) return this.payload.source.slice(this.payload.starts[block], this.payload.ends[block]);
    const template = document.createElement("template");
    template.innerHTML = this.payload.html[block];
    return template.content.textContent;
  }

  // ---- shown offset <-> DOM ----

  blockElement(block) {
    const section = this.sections[Math.floor(block / SECTION_BLOCKS)];
    return section?.live ? section.element.children[block - section.first] : null;
  }

  // Text nodes of a mounted block, each with the shown offset at which it begins.
  textNodes(blockElement) {
    let leaves = this.leaves.get(blockElement);
    if (!leaves) {
      leaves = [];
      const walker = document.createTreeWalker(blockElement, NodeFilter.SHOW_TEXT);
      let at = 0;
      while (walker.nextNode()) {
        leaves.push({ at, node: walker.currentNode });
        at += walker.currentNode.length;
      }
      this.leaves.set(blockElement, leaves);
    }
    return leaves;
  }

  // DOM ranges, one for each text node, over [from, to) of the markdown; mounted blocks only.
  *ranges(from, to) {
    for (let block = this.blockAt(from); block < this.payload.starts.length; block++) {
      if (this.payload.starts[block] >= to) return;
      const mounted = this.blockElement(block);
      if (!mounted || this.payload.ends[block] <= from) continue;
      yield* this.rangesIn(mounted, this.shown(block, from), this.shown(block, to));
    }
  }

  *rangesIn(mounted, from, to) {
    for (const { at, node } of this.textNodes(mounted)) {
      if (at >= to) return;
      const end = at + node.length;
      if (end <= from) continue;
      const range = new Range();
      range.setStart(node, Math.max(0, from - at));
      range.setEnd(node, Math.min(node.length, to - at));
      yield range;
    }
  }

  // The lines that [from, to) fills, as boxes in sheet coordinates, full line height.
  boxes(from, to) {
    const origin = this.sheet.getBoundingClientRect();
    const boxes = [];
    for (const range of this.ranges(from, to)) {
      const parent = range.startContainer.parentElement;
      const row = parent.closest("tr");
      const height = parseFloat(getComputedStyle(parent).lineHeight) || 25;
      for (const rect of range.getClientRects()) {
        if (rect.width < 0.5) continue;
        const top = (rect.top + rect.bottom) / 2 - height / 2 - origin.top;
        const [left, right] = [rect.left - origin.left, rect.right - origin.left];
        const box = { left, right, top, height, row };
        const last = boxes.at(-1);
        if (last && Math.abs(last.top - box.top) < 4 && box.left - last.right < 9 && last.row === row) {
          last.right = Math.max(last.right, box.right);
        } else boxes.push(box);
      }
    }
    return boxes;
  }

  // The box of the first character shown at or after an offset.
  first(offset, limit) {
    const near = (length) => this.boxes(offset, Math.min(limit, offset + length))[0];
    return near(1) ?? near(400);
  }

  // The box of the last character shown before an offset.
  last(offset, limit) {
    const near = (length) => this.boxes(Math.max(limit, offset - length), offset).at(-1);
    return near(1) ?? near(400);
  }

  rowBox(row) {
    const origin = this.sheet.getBoundingClientRect();
    const rect = row.getBoundingClientRect();
    const [left, right] = [rect.left - origin.left, rect.right - origin.left];
    return { left, right, top: rect.top - origin.top, height: rect.height };
  }

  // Top of an offset in the sheet, mounting its section when needed.
  top(offset) {
    const section = this.sections[Math.floor(this.blockAt(offset) / SECTION_BLOCKS)];
    if (!section) return 0;
    this.mount(section);
    const box = this.first(offset, Infinity);
    return box ? box.top : section.element.offsetTop;
  }

  // Mounted blocks within [top, bottom] of the sheet: the markdown they span, or null.
  visible(top, bottom) {
    let from = null;
    let to = null;
    const origin = this.sheet.getBoundingClientRect().top;
    for (const section of this.sections) {
      if (!section.live) continue;
      const rect = section.element.getBoundingClientRect();
      if (rect.bottom - origin < top || rect.top - origin > bottom) continue;
      for (const mounted of section.element.children) {
        const box = mounted.getBoundingClientRect();
        if (box.bottom - origin < top || box.top - origin > bottom) continue;
        const block = +mounted.dataset.block;
        if (Number.isNaN(block)) continue;
        from ??= this.payload.starts[block];
        to = this.payload.ends[block];
      }
    }
    return from === null ? null : [from, to];
  }

  // Markdown offset under a point on screen; null beside the text.
  offsetAt(x, y) {
    const root = this.sheet.getRootNode();
    const mounted = root.elementsFromPoint(x, y).map((hit) => hit.closest(".block")).find(Boolean);
    if (!mounted) return null;
    for (const { at, node } of this.textNodes(mounted)) {
      const range = new Range();
      range.selectNodeContents(node);
      const hit = [...range.getClientRects()].some(
        (rect) => x >= rect.left && x <= rect.right && y >= rect.top - 4 && y <= rect.bottom + 4,
      );
      if (hit) return this.source(+mounted.dataset.block, at + this.characterAt(node, x, y));
    }
    return this.offsetInRow(root, x, y);
  }

  // In a table the whole row answers.
  offsetInRow(root, x, y) {
    const row = root.elementsFromPoint(x, y).map((hit) => hit.closest("tr[data-from]")).find(Boolean);
    return row ? +row.dataset.from : null;
  }

  characterAt(node, x, y) {
    let low = 0;
    let high = node.length - 1;
    const range = new Range();
    while (low < high) {
      const middle = (low + high) >> 1;
      range.setStart(node, middle);
      range.setEnd(node, middle + 1);
      const rect = range.getClientRects()[0];
      const before = rect && (rect.bottom < y || (rect.top <= y && rect.right < x));
      if (before) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
