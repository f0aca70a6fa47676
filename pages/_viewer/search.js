// Find in the whole document, also in what is not mounted, which the browser's own search cannot see.
const FOUND = "chunkscope-found";
const CURRENT = "chunkscope-current";
const MOST_MATCHES = 5000;

class Search {
  constructor(view, root) {
    this.view = view;
    this.box = root.querySelector(".find");
    this.input = this.box.querySelector("input");
    this.told = this.box.querySelector(".hits");
    this.matches = [];
    this.current = -1;
    this.own = [];
    this.input.addEventListener("input", () => {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.find(this.input.value), 120);
    });
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.box.querySelectorAll("[data-hit]").forEach((button) => {
      button.addEventListener("click", () => this.step(+button.dataset.hit));
    });
  }

  key(event) {
    event.stopPropagation();
    if (event.key === "Enter") {
      event.preventDefault();
      this.step(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      this.input.value = "";
      this.find("");
      this.view.box.focus();
    }
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  // The texts change with the document and with the look.
  forget() {
    this.texts = null;
    if (this.input.value) this.find(this.input.value);
  }

  find(words) {
    const wanted = words.trim().toLowerCase();
    this.matches = [];
    this.current = -1;
    if (wanted.length > 1) this.collect(wanted);
    if (this.matches.length) this.step(1);
    else this.tell(wanted.length > 1 ? "none" : "");
    this.highlight();
  }

  collect(wanted) {
    const { text } = this.view;
    this.texts ??= text.payload.html.map((_, block) => sameLengthLower(text.blockText(block)));
    for (let block = 0; block < this.texts.length; block++) {
      let at = this.texts[block].indexOf(wanted);
      while (at >= 0 && this.matches.length < MOST_MATCHES) {
        this.matches.push({ block, at, end: at + wanted.length });
        at = this.texts[block].indexOf(wanted, at + wanted.length);
      }
    }
  }

  step(direction) {
    const count = this.matches.length;
    if (!count) return;
    this.current = this.current < 0 ? this.nearest() : (this.current + direction + count) % count;
    const { block, at } = this.matches[this.current];
    this.view.goTo(this.view.text.source(block, at));
    this.tell(`${this.current + 1} of ${count}${count === MOST_MATCHES ? "+" : ""}`);
    this.highlight();
  }

  // The first match at or below what is on screen.
  nearest() {
    const { text, scroll } = this.view;
    const shown = text.visible(scroll.scrollTop, scroll.scrollTop + scroll.clientHeight);
    const from = shown ? text.blockAt(shown[0]) : 0;
    const found = this.matches.findIndex((match) => match.block >= from);
    return Math.max(0, found);
  }

  tell(words) {
    this.told.textContent = words;
    this.box.classList.toggle("busy", words !== "");
    this.box.querySelectorAll("[data-hit]").forEach((button) => (button.hidden = this.matches.length < 2));
  }

  // Two viewers may share a page and its highlight registry: only our own ranges are taken away.
  highlight() {
    if (!CSS.highlights) return;
    this.own.forEach(([name, range]) => CSS.highlights.get(name)?.delete(range));
    this.own = [];
    this.matches.forEach(({ block, at, end }, number) => {
      const mounted = this.view.text.blockElement(block);
      if (!mounted) return;
      const name = number === this.current ? CURRENT : FOUND;
      if (!CSS.highlights.has(name)) CSS.highlights.set(name, new Highlight());
      for (const range of this.view.text.rangesIn(mounted, at, end)) {
        CSS.highlights.get(name).add(range);
        this.own.push([name, range]);
      }
    });
  }
}

// Lower case without a change of length, so that offsets hold (İ would grow).
const sameLengthLower = (text) => {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : [...text].map((character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  }).join("");
};
