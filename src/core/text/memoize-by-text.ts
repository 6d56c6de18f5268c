import { LRUCache } from 'lru-cache';

/** Limits on the length of cached texts. Rendering shorter texts is faster than a lookup; longer ones would evict too many others. */
const MIN_LENGTH = 100;
const MAX_LENGTH = 50_000;
/** Cached characters per function, sources and results together. */
const MAX_CHARACTERS = 4_000_000;

/** Memoizes a pure function of a text, because lists show the same texts repeatedly. */
export function memoizeByText(render: (text: string) => string): (text: string) => string {
  const results = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (result, text) => result.length + text.length + MIN_LENGTH,
  });
  return (text) => {
    if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return render(text);
    let result = results.get(text);
    if (result === undefined) {
      result = render(text);
      results.set(text, result);
    }
    return result;
  };
}
