import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { pageCacheSetting } from '../settings/settings.ts';

/** Maximum number of notes. Every hundredth new note deletes the oldest notes in excess. */
const MAX_NOTES = 5000;
const MAX_LENGTH = 500;

/** Stores a note about a request if debugging is on for the IP address. Does not wait for the database. */
export function addNote(site: Site, ip: string, line: string): void {
  const { debugging } = site.settings.get(pageCacheSetting);
  if (!debugging.isOn || (debugging.ip !== '' && debugging.ip !== ip)) return;
  site.db.prisma.pageCacheNote
    .create({ data: { at: now(), ip, line: line.slice(0, MAX_LENGTH) }, select: { id: true } })
    .then(({ id }) => (id % 100 === 0 ? site.db.prisma.pageCacheNote.deleteMany({ where: { id: { lte: id - MAX_NOTES } } }) : undefined))
    .catch((error: unknown) => site.log.debug({ err: error }, 'a note of the page cache could not be stored'));
}

/** Deletes all notes. */
export async function clearNotes(site: Site): Promise<void> {
  await site.db.prisma.pageCacheNote.deleteMany();
}
