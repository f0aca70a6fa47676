// The viewer: one view over one document. Text and overlay arrive apart and may arrive in any order.
const SETTLING_MS = 900;
const LOOKS = ["tint", "margin", "source"];
const shared = (globalThis.chunkscopeViews ??= { overlays: new Map(), selections: new Map() });
const mounted = (globalThis.chunkscopeMounted ??= []);

class View {
  constructor(root, name) {
    this.root = root;
    this.name = name;
    this.box = root.querySelector(".viewer");
    this.scroll = root.querySelector(".scroll");
    this.sheet = root.querySelector(".sheet");
    this.under = root.querySelector(".under");
    this.over = root.querySelector(".over");
    this.selected = -1;
    this.look = "tint";
    this.chunks = null;
    root.querySelectorAll("[data-icon]").forEach((holder) => (holder.innerHTML = icon(holder.dataset.icon)));
    this.text = new TextView(this.scroll, this.sheet, root.querySelector(".text"));
    this.text.onMount = (section) => this.insertGhosts(section);
    this.text.onChange = () => this.keepPlace();
    this.pin = null;
    this.painter = new Painter(this);
    this.minimap = new Minimap(this, root.querySelector(".minimap"));
    this.search = new Search(this, root);
    this.popover = new Popover(this);
    this.bar = new Bar(this, root);
    this.listen();
    mounted.push(this);
  }

  listen() {
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    const on = (target, event, handle) => target.addEventListener(event, handle, { signal });
    on(this.scroll, "scroll", () => this.scrolled());
    for (const event of ["wheel", "pointerdown", "touchmove"]) on(this.scroll, event, () => (this.pin = null));
    // Not "click": a repaint between press and release takes the pressed mark away, and no click comes.
    on(this.sheet, "pointerup", (event) => event.button === 0 && this.clicked(event));
    on(this.over, "pointerover", ({ target }) => this.hovered(target.closest("[data-leaf]")?.dataset.leaf));
    on(this.over, "pointerout", () => this.hovered());
    on(globalThis, "keydown", (event) => this.pressed(event));
    const mine = (take) => ({ detail }) => detail.view === this.name && take();
    on(globalThis, "chunkscope:overlay", mine(() => this.takeOverlay()));
    on(globalThis, "chunkscope:selection", mine(() => this.takeSelection()));
    const press = (name, handle) => {
      for (const button of this.root.querySelectorAll(`[data-${name}]`)) {
        on(button, "click", () => handle(button.dataset[name]));
      }
    };
    press("step", (direction) => this.step(+direction));
    press("look", (look) => this.setLook(look));
    press("keys", () => this.popover.keys());
    this.resizing = new ResizeObserver(() => this.keepPlace());
    this.resizing.observe(this.sheet);
    this.resizing.observe(this.scroll);
  }

  destroy() {
    this.stopping.abort();
    this.resizing.disconnect();
    this.text.observer?.disconnect();
    this.search.matches = [];
    this.search.highlight();
    mounted.splice(mounted.indexOf(this), 1);
  }

  // Called on every rerun of the page and on a change of theme.
  update(data) {
    this.box.style.height = px(data.height);
    this.readTheme();
    if (this.text.payload?.document !== data.document) {
      this.selected = -1;
      this.nonce = undefined;
      this.chunks = null;
      this.scroll.scrollTop = 0;
      this.text.show(data, this.look);
      this.search.forget();
      this.takeOverlay();
    }
    this.repaint();
  }

  readTheme() {
    const paper = getComputedStyle(this.box).backgroundColor.match(/[\d.]+/g) ?? [255, 255, 255];
    const dark = 0.3 * paper[0] + 0.59 * paper[1] + 0.11 * paper[2] < 128;
    this.box.classList.toggle("dark", dark);
    const style = getComputedStyle(this.box);
    const chunks = [0, 1, 2, 3].map((at) => style.getPropertyValue(`--c${at}`).trim());
    this.colours = { ink: style.color, chunks };
    this.minimap.reset();
  }

  takeOverlay() {
    const overlay = shared.overlays.get(this.name);
    if (!overlay || overlay.document !== this.text.payload?.document) return;
    if (this.chunks?.version === overlay.version) return;
    const number = this.chunks?.numbers[this.selected];
    this.chunks = new Chunks(overlay);
    this.selected = this.chunks.leafOf(number);
    this.popover.close();
    this.text.sections.filter((section) => section.live).forEach((section) => this.insertGhosts(section));
    this.minimap.reset();
    const noted = overlay.joins.length > 0 || overlay.contexts.some((context) => !context.cells);
    this.box.classList.toggle("noted", noted);
    this.bar.drawLegend();
    this.takeSelection();
    this.bar.showSelection();
    this.repaint();
  }

  insertGhosts(section) {
    if (this.chunks && this.look !== "source") insertGhosts(this.chunks, section);
  }

  // A new nonce is a wish from outside; without one, what the user chose here stands.
  takeSelection() {
    const wish = shared.selections.get(this.name);
    if (!this.chunks || !wish || wish.nonce === this.nonce) return;
    this.nonce = wish.nonce;
    this.select(this.chunks.leafOf(wish.selected), { fromOutside: true });
  }

  select(leaf, { fromOutside = false, follow = true } = {}) {
    if (!this.chunks || leaf >= this.chunks.count) return;
    this.selected = leaf;
    this.bar.showSelection();
    if (leaf >= 0 && follow) this.bringIntoView(this.chunks.starts[leaf]);
    this.repaint();
    if (fromOutside || leaf < 0) return;
    const detail = { view: this.name, number: this.chunks.numbers[leaf] };
    globalThis.dispatchEvent(new CustomEvent("chunkscope:chosen", { detail }));
  }

  step(direction) {
    if (!this.chunks) return;
    const visible = this.text.visible(this.scroll.scrollTop, this.scroll.scrollTop + this.scroll.clientHeight);
    const from = this.selected >= 0 ? this.selected + direction : this.chunks.at(visible?.[0] ?? 0);
    this.popover.close();
    this.select(Math.min(Math.max(from, 0), this.chunks.count - 1));
  }

  setLook(look) {
    if (look === this.look) return;
    const [at] = this.text.visible(this.scroll.scrollTop + 20, this.scroll.scrollTop + this.scroll.clientHeight) ?? [0];
    const reshaped = look === "source" || this.look === "source";
    this.look = look;
    this.popover.close();
    LOOKS.forEach((name) => this.box.classList.toggle(`look-${name}`, name === look));
    this.root.querySelectorAll("[data-look]").forEach((button) => {
      button.setAttribute("aria-pressed", button.dataset.look === look);
    });
    if (reshaped) {
      this.text.show(this.text.payload, look);
      this.search.forget();
    }
    this.goTo(at);
  }

  // ---- moving ----

  // Scroll so that an offset is a quarter down the window, and keep it there while heights settle.
  goTo(offset) {
    this.pin = { offset, until: performance.now() + SETTLING_MS };
    this.keepPlace();
  }

  keepPlace() {
    if (this.pin && performance.now() > this.pin.until) this.pin = null;
    if (this.pin) this.scroll.scrollTop = Math.max(0, this.text.top(this.pin.offset) - this.scroll.clientHeight * 0.25);
    this.repaint();
  }

  bringIntoView(offset) {
    const top = this.text.top(offset);
    const { scrollTop, clientHeight } = this.scroll;
    if (top < scrollTop + 12 || top > scrollTop + clientHeight * 0.7) this.goTo(offset);
  }

  scrolled() {
    if (this.painter.outgrown()) this.repaint();
    else this.queue(() => this.minimap.draw());
  }

  repaint() {
    this.queue(() => {
      if (!this.text.payload) return;
      this.painter.paint();
      this.search.highlight();
      this.minimap.draw();
    }, "full");
  }

  // One frame at most; a full paint swallows a small one.
  queue(work, kind = "small") {
    if (this.frame && (this.frameKind === "full" || kind === "small")) return;
    cancelAnimationFrame(this.frame);
    this.frameKind = kind;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      work();
    });
  }

  // ---- listening ----

  clicked(event) {
    if (!this.chunks || event.target.closest(".popover")) return;
    const marked = this.root.getSelection?.() ?? document.getSelection();
    if (marked && !marked.isCollapsed) return;
    const cut = event.target.closest("[data-cut]");
    const rail = event.target.closest("[data-leaf]");
    if (cut) {
      this.select(+cut.dataset.cut, { follow: false });
      this.popover.why(+cut.dataset.cut);
      return;
    }
    const offset = rail ? null : this.text.offsetAt(event.clientX, event.clientY);
    this.popover.close();
    if (rail) this.select(+rail.dataset.leaf, { follow: false });
    else if (offset !== null) this.select(this.chunks.at(offset), { follow: false });
  }

  // The text of the chunk under the pointer's rail deepens.
  hovered(leaf) {
    for (const box of this.under.children) {
      box.classList.toggle("hovered", leaf !== undefined && box.dataset.of === leaf);
    }
  }

  pressed(event) {
    const path = event.composedPath();
    const inside = path.includes(this.box);
    const nobody = path[0] === document.body || path[0] === document.documentElement;
    if (!inside && !(nobody && mounted[0] === this)) return;
    const typing = path[0].matches?.("input, textarea, select, [contenteditable]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const handle = this.handlers(inside)[event.key];
    if (inside && event.key.length === 1) event.stopPropagation();
    if (!handle) return;
    event.preventDefault();
    event.stopPropagation();
    handle();
  }

  handlers(inside) {
    const page = (share) => {
      this.pin = null;
      this.scroll.scrollBy({ top: share * this.scroll.clientHeight });
    };
    const keys = {
      j: () => this.step(1),
      k: () => this.step(-1),
      w: () => this.why(),
      "/": () => this.search.focus(),
      "?": () => this.popover.keys(),
      Escape: () => this.popover.close(),
      1: () => this.setLook("tint"),
      2: () => this.setLook("margin"),
      3: () => this.setLook("source"),
    };
    if (!inside) return keys;
    return {
      ...keys,
      ArrowDown: () => this.step(1),
      ArrowRight: () => this.step(1),
      ArrowUp: () => this.step(-1),
      ArrowLeft: () => this.step(-1),
      PageDown: () => page(0.9),
      PageUp: () => page(-0.9),
      Home: () => this.goTo(0),
      End: () => this.goTo(this.text.payload.length),
    };
  }

  why() {
    if (!this.chunks) return;
    if (this.selected < 0) this.step(1);
    this.bringIntoView(this.chunks.cores[this.selected]);
    requestAnimationFrame(() => this.popover.why(this.selected));
  }
}

export default function ({ data, parentElement }) {
  parentElement.chunkscopeView ??= new View(parentElement, data.view);
  parentElement.chunkscopeView.update(data);
  return () => {
    parentElement.chunkscopeView?.destroy();
    parentElement.chunkscopeView = null;
  };
}
