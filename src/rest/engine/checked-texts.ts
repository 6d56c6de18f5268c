import { createHash } from 'node:crypto';

/** Hash of the operation documents that the build validated; null when running from source. `src/build/bundle.ts` sets it. */
const checkedTexts: string | null = null;

/** Returns a hash of the documents of operations. */
export function hashTexts(documents: string): string {
  return createHash('sha256').update(documents).digest('hex');
}

/** True if the build validated exactly these documents. */
export function wereChecked(documents: string): boolean {
  return checkedTexts !== null && checkedTexts === hashTexts(documents);
}
