import { LRUCache } from 'lru-cache';

/** Shorter texts are rendered faster than looked up; longer ones would push out too many others. */
const SHORTEST = 100;
const LONGEST = 50_000;
/** Characters kept per function, sources and results together. */
const CAPACITY = 4_000_000;

/** A pure function of a text that remembers its latest results: lists show the same texts again and again. */
export function remember(render: (text: string) => string): (text: string) => string {
  const results = new LRUCache<string, string>({
    maxSize: CAPACITY,
    sizeCalculation: (result, text) => result.length + text.length + SHORTEST,
  });
  return (text) => {
    if (text.length < SHORTEST || text.length > LONGEST) return render(text);
    let result = results.get(text);
    if (result === undefined) {
      result = render(text);
      results.set(text, result);
    }
    return result;
  };
}
