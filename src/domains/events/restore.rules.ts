import type { ContentRecord } from '../content/record.ts';
import { Failure } from '#app/core/failures/failure.ts';

/** Returns trashed content. For other content, throws 409 `event_is_not_in_trash`, `venue_is_not_in_trash` or `organizer_is_not_in_trash`. */
export function checkTrashed(content: ContentRecord): ContentRecord {
  if (content.status !== 'trash') throw new Failure(`${content.kind}_is_not_in_trash`, 409, `The ${content.kind} is not in the trash.`);
  return content;
}

/**
 * Returns the status that trashed content is restored to. For users who may not publish, the writer replaces `publish` and `future` with `pending`.
 */
export const getRestoredStatus = ({ trashedFrom }: ContentRecord) => trashedFrom ?? 'draft';
