import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { roles } from '#app/domains/identity/auth/roles.ts';
import { type Viewer, createViewer } from '#app/domains/identity/auth/viewer.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { eventKind } from '../kinds.ts';
import type { Site } from '#app/site.ts';
import { findUser, type UserRecord } from '#app/domains/identity/users/user.record.ts';

const firstWithRole = statement(
  'first_writer',
  'SELECT u.id FROM user_account u WHERE u.role = ANY($1::text[]) ORDER BY u.id LIMIT 1',
  rowShape({ id: 'int' }),
);
const writerRoles = roles.filter((role) => role !== 'subscriber');

const toWriter = (user: UserRecord | null): Viewer | null => {
  const viewer = user && createViewer(user, 'password');
  return viewer?.can(eventKind.capabilities.edit) ? viewer : null;
};

/** Returns the author of the imported events: the import's author, else the first user who may write events (docs/behaviour/events.md 5.2). */
export async function getImportingViewer(site: Site, authorId: number | null): Promise<Viewer> {
  const author = authorId === null ? null : toWriter(await findUser(site, authorId));
  if (author) return author;
  const [candidate] = await site.db.rows(firstWithRole, [writerRoles]);
  const viewer = candidate ? toWriter(await findUser(site, candidate.id)) : null;
  if (!viewer) throw new Failure('event_import_without_author', 409, 'Nobody on this site can write events.');
  return viewer;
}
