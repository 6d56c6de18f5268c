import { createHash } from 'node:crypto';

/** Hash of the operation documents that the build validated against its schema; null when running from source. `src/build/bundle.ts` writes it. */
const checkedTexts: string | null = null;

/** Hash that identifies the documents of operations. */
export function hashOfTexts(texts: string): string {
  return createHash('sha256').update(texts).digest('hex');
}

/** Whether these very texts were checked when the code that runs was built; sources, and texts that were changed since, were not. */
export function wereChecked(texts: string): boolean {
  return checkedTexts !== null && checkedTexts === hashOfTexts(texts);
}
