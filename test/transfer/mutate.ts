/** Returns a generator of numbers from 0 to 1 (exclusive) that are reproducible for a seed (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Strings that mutations insert into files of every format. */
const INSERTIONS = [
  '\0',
  '\b',
  '\u{feff}',
  '\r',
  '\n\n',
  '"',
  "'",
  '&',
  ';',
  ',',
  '\t',
  '<',
  '>',
  '𝄞',
  'é',
  '%',
  '\\',
  '-1',
  '99999999999999999999',
  '0000-00-00',
  ' ',
];

/** Applies a few random changes to a file: flips bytes, cuts, doubles or moves parts, inserts parts of another file or odd characters. */
export function mutateFile(bytes: Buffer, random: () => number, others: readonly Buffer[], insertions: readonly string[]): Buffer {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(items: readonly T[]) => items[below(items.length)] as T;
  const pickRange = (source: Buffer) => {
    const start = below(source.length + 1);
    return { start, end: Math.min(source.length, start + below(random() < 0.7 ? 40 : 2000)) };
  };
  let changed = bytes;
  for (let remaining = 1 + below(4); remaining > 0; remaining -= 1) {
    const { start, end } = pickRange(changed);
    const before = changed.subarray(0, start);
    const after = changed.subarray(end);
    const within = changed.subarray(start, end);
    const mutations: (() => Buffer)[] = [
      () => Buffer.concat([before, after]),
      () => Buffer.concat([before, within, within, after]),
      () => Buffer.concat([before, Buffer.from(pick([...INSERTIONS, ...insertions])), within, after]),
      () => Buffer.concat([before, Buffer.from(pick([...INSERTIONS, ...insertions])), after]),
      () => Buffer.concat([after, within, before]),
      () => {
        const other = pick(others);
        const range = pickRange(other);
        return Buffer.concat([before, other.subarray(range.start, range.end), after]);
      },
      () => Buffer.concat([before, within.map((byte) => byte ^ (1 << below(8)))]),
      () => Buffer.concat([before, Buffer.from([below(256)]), changed.subarray(start + 1)]),
    ];
    changed = pick(mutations)();
  }
  return changed;
}
