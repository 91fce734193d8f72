// Places in a text. The server counts code points, the browser UTF-16 units.

export class Places {
  constructor(text) {
    this.plain = !/[\ud800-\udbff][\udc00-\udfff]/.test(text);
    if (this.plain) return;
    const units = [];
    for (let at = 0; at < text.length; at += text.codePointAt(at) > 0xffff ? 2 : 1) units.push(at);
    units.push(text.length);
    this.units = Uint32Array.from(units);
  }
  unit(point) { return this.plain ? point : this.units[Math.min(point, this.units.length - 1)]; }
  point(unit) {
    if (this.plain) return unit;
    let low = 0;
    let high = this.units.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.units[middle] < unit) low = middle + 1; else high = middle;
    }
    return low;
  }
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;
const SAYS = /[\p{L}\p{N}]/u;
const NEAR = 400;

// The words around a place, as [start, end].
function wordsAround(text, start, end) {
  const from = Math.max(0, start - NEAR);
  const piece = text.slice(from, Math.min(text.length, end + NEAR));
  return [...piece.matchAll(WORD)].map((one) => [from + one.index, from + one.index + one[0].length]);
}

// The words of a text as they are compared.
export const wordsOf = (text) => [...text.matchAll(WORD)].map((one) => one[0].toLowerCase()).filter((one) => SAYS.test(one));

// Those of them that are more than a sign: borders and the word cursor move by them.
export const saidAround = (text, start, end) => wordsAround(text, start, end).filter(([a, b]) => SAYS.test(text.slice(a, b)));

// The next place in a text, one character on or back; two halves of one are not parted.
export function along(text, at, step) {
  const next = at + step;
  const half = /[\udc00-\udfff]/.test(text[next] ?? "") && /[\ud800-\udbff]/.test(text[next - 1] ?? "");
  return half ? next + step : next;
}

// A place that is cut to what it covers, without white space at its ends.
export function trimmed(text, start, end) {
  while (start < end && /\s/.test(text[start])) start += 1;
  while (end > start && /\s/.test(text[end - 1])) end -= 1;
  return [start, end];
}

const LONGEST = 1600;

// The text in rows: a turn, a field or a line each; long ones are cut at spaces.
export function rowsOf(text, segments) {
  const cuts = new Map();
  for (const [start, end, kind, name] of segments) cuts.set(start, { name, kind, end });
  const borders = new Set([0, text.length]);
  for (const [start, end] of segments) { borders.add(start); borders.add(end); }
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) borders.add(at + 1);
  const sorted = [...borders].sort((a, b) => a - b);
  const rows = [];
  for (let at = 0; at + 1 < sorted.length; at += 1) {
    let [start, end] = [sorted[at], sorted[at + 1]];
    const name = cuts.get(start)?.name ?? "";
    while (end - start > LONGEST) {
      let cut = text.lastIndexOf(" ", start + LONGEST) + 1;
      if (cut <= start) cut = start + LONGEST;
      rows.push({ start, end: cut, name: rows.at(-1)?.end === start && !cuts.has(start) ? "" : name });
      start = cut;
    }
    rows.push({ start, end, name });
  }
  return rows;
}
