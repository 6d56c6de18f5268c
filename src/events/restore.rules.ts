import type { ContentRecord } from '../content/record.ts';
import { Failure } from '../core/failure.ts';

/** Throws 409 `event-is-not-in-trash`, `venue-is-not-in-trash`, `organizer-is-not-in-trash`; answers the content. */
export function checkTrashed(content: ContentRecord): ContentRecord {
  if (content.status !== 'trash') throw new Failure(`${content.kind}-is-not-in-trash`, 409, `The ${content.kind} is not in the trash.`);
  return content;
}

/** The status that a trashed content goes back to; the writer scales it down for those who may not publish. */
export const restoredStatus = ({ trashedFrom }: ContentRecord) => trashedFrom ?? 'draft';
