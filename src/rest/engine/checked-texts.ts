import { createHash } from 'node:crypto';

/** Hash of the operation documents that the build validated; null when running from source. `src/build/bundle.ts` sets it. */
const checkedTexts: string | null = null;

/** Returns a hash of the documents of operations. */
export function hashTexts(texts: string): string {
  return createHash('sha256').update(texts).digest('hex');
}

/** True if the build validated exactly these texts. */
export function wereChecked(texts: string): boolean {
  return checkedTexts !== null && checkedTexts === hashTexts(texts);
}
