import { createHash } from 'node:crypto';

/** Hash of the texts that the build which is running has checked against the schema it holds; null in sources. `src/build/bundle.ts` writes it. */
const checkedTexts: string | null = null;

/** What tells texts of operations apart. */
export function hashOfTexts(texts: string): string {
  return createHash('sha256').update(texts).digest('hex');
}

/** Whether these very texts were checked when the code that runs was built; sources, and texts that were changed since, were not. */
export function wereChecked(texts: string): boolean {
  return checkedTexts !== null && checkedTexts === hashOfTexts(texts);
}
