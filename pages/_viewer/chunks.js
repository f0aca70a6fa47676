// The chunks over the text, as arrays over the leaves. Every offset is UTF-16, into the markdown.
class Chunks {
  constructor(overlay) {
    Object.assign(this, overlay);
    this.count = this.starts.length;
    this.largest = this.tokens.reduce((most, tokens) => Math.max(most, tokens), 1);
    this.leafOfNumber = new Map(this.numbers.map((number, leaf) => [number, leaf]));
    this.contextOfLeaf = new Map(this.contexts.map((context) => [context.leaf, context]));
    this.joins.sort((one, other) => one.position - other.position);
    this.joinPositions = this.joins.map((join) => join.position);
  }

  // The chunk that owns an offset: text in an overlap belongs to the earlier one.
  at(offset) {
    return Math.max(0, lowerBound(this.cores, offset + 1) - 1);
  }

  // Leaves with text in [from, to).
  between(from, to) {
    const first = lowerBound(this.ends, from + 1);
    let last = first;
    while (last < this.count && this.starts[last] < to) last++;
    return [first, last];
  }

  // What only this chunk holds, and what it shares with the next one.
  portions(leaf) {
    const next = leaf + 1 < this.count ? leaf + 1 : null;
    const end = this.ends[leaf];
    const shared = next === null ? end : Math.min(end, Math.max(this.cores[leaf], this.starts[next]));
    // A core begins at a visible character; the blanks before it are tinted with it.
    const blanks = leaf ? Math.max(this.starts[leaf], this.ends[leaf - 1]) : this.starts[leaf];
    return { own: [Math.min(this.cores[leaf], blanks), shared], shared: [shared, end] };
  }

  // A parent's number leads to its first part.
  leafOf(number) {
    if (number === null || number === undefined) return -1;
    const leaf = this.leafOfNumber.get(number);
    if (leaf !== undefined) return leaf;
    const parent = this.parents.find((candidate) => candidate.number === number);
    return parent ? this.at(parent.start) : -1;
  }

  reason(leaf) {
    return this.reasons[this.why[leaf]];
  }

  joinsBetween(from, to) {
    return this.joins.slice(lowerBound(this.joinPositions, from), lowerBound(this.joinPositions, to));
  }

  // Where the text before a removed boundary began: the chunk's own start, or the removed one before.
  joinStart(join) {
    const leaf = this.at(join.position);
    const before = this.joins.filter((other) => other.state === "merged" && other.position < join.position);
    return Math.max(this.cores[leaf], before.at(-1)?.position ?? 0);
  }

  joinEnd(join) {
    const leaf = this.at(join.position);
    const after = this.joins.find((other) => other.state === "merged" && other.position > join.position);
    return Math.min(this.ends[leaf], after?.position ?? Infinity);
  }
}
