import { LRUCache } from 'lru-cache';

/** Rendering shorter texts is faster than a lookup; longer ones would evict too many others. */
const SHORTEST = 100;
const LONGEST = 50_000;
/** Cached characters per function, sources and results together. */
const CAPACITY = 4_000_000;

/** Memoizes a pure function of a text, because lists show the same texts repeatedly. */
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
