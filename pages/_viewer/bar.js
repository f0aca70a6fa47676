// The line above the text says how many chunks there are and which is chosen; the one below explains the marks.
class Bar {
  constructor(view, root) {
    this.view = view;
    this.count = root.querySelector(".count");
    this.stepper = root.querySelector(".stepper");
    this.legend = root.querySelector(".legend");
    this.spoken = root.querySelector(".spoken");
  }

  showSelection() {
    const { chunks, selected } = this.view;
    const count = element("", { tag: "b", text: chunks.count.toLocaleString("en") });
    this.count.replaceChildren(count, chunks.count === 1 ? " chunk" : " chunks");
    this.count.hidden = this.stepper.hidden = false;
    this.stepper.querySelector("output").textContent = selected < 0 ? "–" : chunks.numbers[selected];
    this.stepper.querySelector('[data-step="-1"]').disabled = selected === 0;
    this.stepper.querySelector('[data-step="1"]').disabled = selected === chunks.count - 1;
    this.spoken.textContent = selected < 0 ? "" : this.inWords(selected);
  }

  inWords(leaf) {
    const { chunks } = this.view;
    return `Chunk ${chunks.numbers[leaf]}, ${chunks.tokens[leaf]} tokens. ${chunks.reason(leaf).sentence}`;
  }

  // Only marks that this document shows.
  drawLegend() {
    const entries = [...this.shapes(), ...this.kinds()].map(([sample, word]) => {
      const entry = element("entry", { tag: "span" });
      entry.innerHTML = sample;
      entry.append(word);
      return entry;
    });
    this.legend.replaceChildren(...entries);
  }

  *shapes() {
    const { chunks } = this.view;
    const has = (state) => chunks.joins.some((join) => join.state === state);
    yield ['<i class="sample rails"></i>', "chunk"];
    if (chunks.overlaps.some(Boolean)) yield ['<i class="sample overlap"></i>', "overlap"];
    if (chunks.parents.length) {
      yield ['<i class="sample bracket"></i>', chunks.parents[0].number === null ? "section" : "one unit, in parts"];
    }
    if (has("merged") || has("merge")) yield [icon("link"), has("merged") ? "merged" : "would merge"];
    if (has("miss")) yield ['<i class="sample missed"></i>', "just missed"];
    if (chunks.contexts.some((context) => context.cells)) {
      yield ['<i class="sample repeated"></i>', "repeated header"];
    }
  }

  *kinds() {
    const kinds = new Set(this.view.chunks.reasons.map((reason) => reason.kind));
    for (const kind of kinds) if (kind !== "start") yield [mark(kind), KINDS[kind].word];
  }
}
