// The fragment's side of the viewer: it draws nothing, brings chunks or a selection, hears what is chosen.
export default function ({ data, parentElement, setStateValue }) {
  const shared = (globalThis.chunkscopeViews ??= { overlays: new Map(), selections: new Map() });
  const own = (parentElement.chunkscopeChannel ??= { view: data.view, count: 0 });
  // A state, not a trigger: a trigger is lost when another run of the page is asked for at the same moment.
  // The count tells the same choice made twice apart.
  own.choose = (number) => setStateValue("chosen", [number, Date.now() + own.count++]);
  // It takes no room: without this, each channel would leave a gap in the panel.
  (parentElement.host ?? parentElement).closest(".stElementContainer")?.style.setProperty("display", "none");
  const tell = (name) => globalThis.dispatchEvent(new CustomEvent(name, { detail: { view: data.view } }));

  if (data.overlay) {
    if (shared.overlays.get(data.view)?.version !== data.overlay.version) {
      shared.overlays.set(data.view, data.overlay);
      tell("chunkscope:overlay");
    }
    return () => shared.overlays.delete(data.view);
  }

  if (!own.listener) {
    own.listener = ({ detail }) => {
      if (detail.view !== own.view) return;
      clearTimeout(own.waiting);
      own.waiting = setTimeout(() => own.choose(detail.number), 90);
    };
    globalThis.addEventListener("chunkscope:chosen", own.listener);
  }
  shared.selections.set(data.view, { selected: data.selected, nonce: data.nonce });
  tell("chunkscope:selection");
  return () => {
    globalThis.removeEventListener("chunkscope:chosen", own.listener);
    clearTimeout(own.waiting);
    shared.selections.delete(data.view);
    parentElement.chunkscopeChannel = null;
  };
}
