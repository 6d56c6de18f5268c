import type { ContentRecord } from '../content/record.ts';
import { Failure } from '#app/core/failures/failure.ts';

/** Throws 409 `event_is_not_in_trash`, `venue_is_not_in_trash`, `organizer_is_not_in_trash`; returns the content. */
export function checkTrashed(content: ContentRecord): ContentRecord {
  if (content.status !== 'trash') throw new Failure(`${content.kind}_is_not_in_trash`, 409, `The ${content.kind} is not in the trash.`);
  return content;
}

/** The status that a trashed content goes back to; the writer scales it down for users who may not publish. */
export const restoredStatus = ({ trashedFrom }: ContentRecord) => trashedFrom ?? 'draft';
