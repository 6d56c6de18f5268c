import { createHash } from 'node:crypto';

/** Hash of the operation documents that the build validated. Null if the process runs from source. `src/build/check-operations.ts` sets it. */
const checkedTexts: string | null = null;

/** Returns a hash of the documents of operations. */
export function hashDocuments(documents: string): string {
  return createHash('sha256').update(documents).digest('hex');
}

/** True if the build validated exactly these documents. */
export function wereChecked(documents: string): boolean {
  return checkedTexts !== null && checkedTexts === hashDocuments(documents);
}
