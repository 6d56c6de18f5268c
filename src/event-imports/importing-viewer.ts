import { roles } from '../auth/roles.ts';
import { type Viewer, viewerOf } from '../auth/viewer.ts';
import { Failure } from '../core/failure.ts';
import { eventKind } from '../events/kinds.ts';
import type { Site } from '../site.ts';
import { findUser, type UserRecord } from '../users/user.record.ts';

const candidates = `SELECT id FROM user_account u WHERE u.role = ANY($1::text[]) ORDER BY id LIMIT 1`;
const writers = roles.filter((role) => role !== 'subscriber');

const asWriter = (user: UserRecord | null): Viewer | null => {
  const viewer = user && viewerOf(user, 'password');
  return viewer?.can(eventKind.capabilities.edit) ? viewer : null;
};

/** Who the events of an import are by: its author, else the first user who can write events (events.md 5.2). */
export async function importingViewer(site: Site, authorId: number | null): Promise<Viewer> {
  const author = authorId === null ? null : asWriter(await findUser(site, authorId));
  if (author) return author;
  const [first] = await site.db.sql<{ id: number }>(candidates, [writers], 'first_writer');
  const viewer = first ? asWriter(await findUser(site, first.id)) : null;
  if (!viewer) throw new Failure('event_import_without_author', 409, 'Nobody on this site can write events.');
  return viewer;
}
