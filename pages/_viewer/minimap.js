// The whole document in one column: every chunk, the part on screen, and the selected chunk.
class Minimap {
  constructor(view, canvas) {
    Object.assign(this, { view, canvas });
    const go = (event) => view.goTo(this.offsetAt(event.clientY));
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      go(event);
      canvas.onpointermove = go;
    });
    canvas.addEventListener("pointerup", () => (canvas.onpointermove = null));
  }

  offsetAt(clientY) {
    const rect = this.canvas.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientY - rect.top - 4) / (rect.height - 8)));
    return Math.round(share * this.view.text.payload.length);
  }

  // Forget the drawing of the chunks: they, the size or the colours have changed.
  reset() {
    this.drawing = null;
  }

  draw() {
    const { canvas, view } = this;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!height || !view.text.payload) return;
    const ratio = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      this.reset();
    }
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    if (!view.chunks) return;
    this.drawing ??= this.drawChunks(width, height, ratio);
    context.drawImage(this.drawing, 0, 0, width, height);
    this.drawWindow(context, width, height);
  }

  scale(height) {
    return (height - 8) / Math.max(1, this.view.text.payload.length);
  }

  drawChunks(width, height, ratio) {
    const { chunks, colours } = this.view;
    const drawing = document.createElement("canvas");
    drawing.width = width * ratio;
    drawing.height = height * ratio;
    const context = drawing.getContext("2d");
    context.scale(ratio, ratio);
    const scale = this.scale(height);
    const gap = height / chunks.count > 3 ? 0.8 : 0;
    for (let leaf = 0; leaf < chunks.count; leaf++) {
      const from = 4 + chunks.cores[leaf] * scale;
      const tall = Math.max(1, (chunks.ends[leaf] - chunks.cores[leaf]) * scale - gap);
      context.fillStyle = colours.chunks[chunks.numbers[leaf] % 4];
      context.fillRect(16, from, 10 + 18 * (chunks.tokens[leaf] / chunks.largest), tall);
    }
    return drawing;
  }

  drawWindow(context, width, height) {
    const { view } = this;
    const { scroll, text, chunks, colours } = view;
    const scale = this.scale(height);
    const from = 4 + this.offsetAtTop(scroll.scrollTop) * scale;
    const to = Math.max(from + 10, 4 + this.offsetAtTop(scroll.scrollTop + scroll.clientHeight) * scale);
    context.fillStyle = "rgba(120,120,120,.14)";
    context.strokeStyle = colours.ink;
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(2.75, from, width - 5.5, Math.min(to, height - 1) - from, 3);
    context.fill();
    context.stroke();
    if (view.selected < 0 || view.selected >= chunks.count) return;
    const middle = 4 + ((chunks.cores[view.selected] + chunks.ends[view.selected]) / 2) * scale;
    context.fillStyle = colours.ink;
    context.beginPath();
    context.moveTo(5, middle - 5);
    context.lineTo(11, middle);
    context.lineTo(5, middle + 5);
    context.fill();
  }

  // Markdown offset at a height of the sheet, by its section.
  offsetAtTop(top) {
    const { sections, payload } = this.view.text;
    let low = 0;
    let high = sections.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { offsetTop, offsetHeight } = sections[middle].element;
      if (offsetTop + offsetHeight <= top) low = middle + 1;
      else high = middle;
    }
    const section = sections[low];
    if (!section) return 0;
    const share = (top - section.element.offsetTop) / Math.max(1, section.element.offsetHeight);
    const from = payload.starts[section.first];
    const to = payload.ends[section.last - 1];
    return from + Math.min(1, Math.max(0, share)) * (to - from);
  }
}
