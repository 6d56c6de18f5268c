import { page } from '../kinds.ts';
import type { ContentRecord } from '../record.ts';
import { invalid } from '#app/core/failures/failure.ts';

const MAX_LEVELS = 50;

/** Throws 400 `content_not_found` for an invalid parent: unknown, not a page, or a descendant of the page itself. `id` is null for a new page. */
export async function checkParentPage(
  id: number | null,
  parentId: number | null | undefined,
  find: (id: number) => Promise<ContentRecord | null>,
): Promise<void> {
  let ancestorId = parentId || null;
  for (let level = 0; ancestorId !== null; level += 1) {
    const ancestor: ContentRecord | null = await find(ancestorId);
    const isInvalid = ancestor === null || ancestor.kind !== page.name || ancestor.id === id || level > MAX_LEVELS;
    if (isInvalid && (level === 0 || ancestor?.id === id || level > MAX_LEVELS))
      throw invalid('content_not_found', 'Invalid post parent ID.');
    ancestorId = isInvalid ? null : ancestor.parentId;
  }
}
