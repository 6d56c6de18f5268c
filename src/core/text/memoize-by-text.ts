import { LRUCache } from 'lru-cache';

/** Minimum length of cached texts. Rendering a shorter one is faster than a lookup. */
const MIN_LENGTH = 100;
/** Maximum length of cached texts. A longer one would evict too many others. */
const MAX_LENGTH = 50_000;
/** Maximum number of cached characters for each function. Texts and results count. */
const MAX_CHARACTERS = 4_000_000;

/** Memoizes a pure function of a string, because lists render the same texts repeatedly. */
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
