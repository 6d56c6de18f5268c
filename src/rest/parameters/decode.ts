import { unescape } from 'node:querystring';
import { isWholeNumberName } from './types.ts';

// Deeper names and further pairs are dropped, as upstream does. Legitimate requests stay below these limits.
const maxDepth = 32;
const maxPairs = 1000;

/**
 * Decodes a query string or URL-encoded body (docs/behaviour/core-rest.md 1.3) to strings, lists and plain objects. Never throws: an invalid escape
 * stays unchanged, and invalid UTF-8 becomes U+FFFD. Drops values with a name or key `__proto__` at any level.
 */
export function decodeForm(text: string): Record<string, unknown> {
  const root = new Branch();
  let pairs = 0;
  for (let start = 0; start < text.length && pairs < maxPairs; ) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand === -1 ? text.length : ampersand;
    if (end > start) {
      pairs++;
      const equals = text.indexOf('=', start);
      const nameEnd = equals === -1 || equals > end ? end : equals;
      setValue(root, unescapeForm(text.slice(start, nameEnd)), unescapeForm(text.slice(nameEnd + 1, end)));
    }
    start = end + 1;
  }
  return root.toMap();
}

/** Builds the same structure from decoded names and values, such as the fields and files of a multipart body. */
export function decodePairs(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const root = new Branch();
  let pairs = 0;
  for (const [name, value] of entries) {
    if (++pairs > maxPairs) break;
    setValue(root, name, value);
  }
  return root.toMap();
}

/** A list or map under construction. Its kind is only known at the end: `a[]=1&a[x]=2` is a map. */
class Branch {
  readonly #entries = new Map<string, unknown>();
  #nextPosition = 0;

  set(key: string | undefined, value: unknown): void {
    this.#entries.set(this.#place(key), value);
  }

  /** Returns the branch at a key. Creates it if necessary and replaces a scalar. */
  getBranch(key: string | undefined): Branch {
    const place = this.#place(key);
    const known = this.#entries.get(place);
    if (known instanceof Branch) return known;
    const branch = new Branch();
    this.#entries.set(place, branch);
    return branch;
  }

  toMap(): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    for (const [key, value] of this.#entries) map[key] = value instanceof Branch ? value.toValue() : value;
    return map;
  }

  toValue(): unknown {
    const keys = [...this.#entries.keys()];
    if (!keys.every((key, position) => key === String(position))) return this.toMap();
    return Array.from(this.#entries.values(), (value) => (value instanceof Branch ? value.toValue() : value));
  }

  #place(key: string | undefined): string {
    const place = key ?? String(this.#nextPosition);
    if (isWholeNumberName(place)) this.#nextPosition = Math.max(this.#nextPosition, Number(place) + 1);
    return place;
  }
}

function setValue(root: Branch, rawName: string, value: unknown): void {
  const path = parseName(rawName);
  if (!path) return;
  const last = path.length - 1;
  let branch = root;
  for (let level = 0; level < last; level++) branch = branch.getBranch(path[level]);
  branch.set(path[last], value);
}

/** Returns the keys of a name such as `a[x][]`, or undefined for an invalid name. An undefined key means the next position. */
function parseName(rawName: string): (string | undefined)[] | undefined {
  const name = rawName.includes('\0') ? rawName.slice(0, rawName.indexOf('\0')) : rawName;
  const bracket = name.indexOf('[');
  const closed = bracket !== -1 && name.includes(']', bracket);
  // an unclosed bracket becomes `_`, as spaces and dots do
  const top = (closed ? name.slice(0, bracket) : name).replace(/^ +/, '').replace(/[ .[]/g, '_');
  if (top === '' || top === '__proto__' || bracket === 0) return undefined;
  if (!closed) return [top];
  const path: (string | undefined)[] = [top];
  for (let open = bracket; name[open] === '['; ) {
    const close = name.indexOf(']', open);
    if (close === -1) break;
    const key = name.slice(open + 1, close);
    if (key === '__proto__' || path.length > maxDepth) return undefined;
    path.push(key.trim() === '' ? undefined : key);
    open = close + 1;
  }
  return path;
}

function unescapeForm(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? unescape(spaced) : spaced;
}
