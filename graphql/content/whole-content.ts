import type { ContentRecord } from '#app/domains/content/record.ts';
import type { Context } from '../context.ts';

/** Returns the content with the fields that only its kind has; null if it was deleted in the meantime. */
export async function loadWholeContent(content: ContentRecord, { load: { calendar } }: Context): Promise<ContentRecord | null> {
  if (content.kind === 'event') return await calendar.event.load(content.id);
  if (content.kind === 'venue') return await calendar.venue.load(content.id);
  return content.kind === 'organizer' ? await calendar.organizer.load(content.id) : content;
}
