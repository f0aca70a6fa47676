// The drawn vocabulary: one icon for each kind of reason, on a 16 by 16 grid.
const ICONS = {
  left: '<path d="m9.8 4-4 4 4 4"/>',
  right: '<path d="m6.2 4 4 4-4 4"/>',
  up: '<path d="m4 9.8 4-4 4 4"/>',
  down: '<path d="m4 6.2 4 4 4-4"/>',
  close: '<path d="m4 4 8 8M12 4l-8 8"/>',
  search: '<circle cx="7" cy="7" r="4.2"/><path d="M10.2 10.2 14 14"/>',
  link: '<path d="M6.5 9.5 9.5 6.5M7.2 4.6l1.3-1.3a2.9 2.9 0 0 1 4.1 4.1l-1.3 1.3M8.8 11.4l-1.3 1.3a2.9 2.9 0 0 1-4.1-4.1l1.3-1.3"/>',
  wave: '<path d="M2 9.5c1.6-4 3.2-4 4.6-1s3 3 4.4 0 2-3 3-1.4"/>',
  size: '<path d="M4 3h8M4 13h8M8 3v10"/>',
  table: '<rect x="2.5" y="3" width="11" height="10" rx="1"/><path d="M2.5 6.5h11M2.5 9.8h11M7 6.5V13"/>',
  record: '<rect x="2.5" y="3.5" width="11" height="9" rx="1.5"/><path d="M5 6.7h2M9 6.7h2.2M5 9.5h2M9 9.5h2.2"/>',
  start: '<path d="M4.5 3v10M8 8h5M10.8 5.6 13.2 8l-2.4 2.4"/>',
};

// Kind of reason -> its mark (a letter, or the name of an icon) and its word in the legend.
const KINDS = {
  heading: { letter: "H", word: "heading" },
  topic: { icon: "wave", word: "topic change" },
  size: { icon: "size", word: "size" },
  clause: { letter: "§", word: "clause" },
  item: { letter: "a", word: "list item" },
  row: { icon: "table", word: "table" },
  record: { icon: "record", word: "record" },
  merge: { icon: "link", word: "merged" },
  start: { icon: "start", word: "start" },
};

const icon = (name) => `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${ICONS[name]}</svg>`;

const mark = (kind) => {
  const { letter, icon: name } = KINDS[kind] ?? KINDS.start;
  return letter ? `<b>${letter}</b>` : icon(name);
};

// Text of the document only ever goes through here, as textContent.
const element = (name, { text, parent, style, tag = "div" } = {}) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  if (style) Object.assign(made.style, style);
  parent?.append(made);
  return made;
};

const px = (value) => `${Math.round(value * 10) / 10}px`;

// Index of the first entry of a sorted array that is >= value.
const lowerBound = (sorted, value) => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
};
