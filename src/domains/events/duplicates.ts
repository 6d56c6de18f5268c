import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { acquireAdvisoryLock, acquireAdvisoryLocks } from '#app/core/db/lock.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { buildSortTitle } from '../content/search.rules.ts';

const duplicate = statement(
  'linked_twin',
  `SELECT id, status FROM content WHERE kind = $1 AND status <> 'trash' AND sort_title = $2 AND lower(title) = lower($3)
  AND ($4::text IS NULL OR lower(content) = lower($4)) ORDER BY id LIMIT 1`,
  rowShape({ id: 'int', status: 'text' }),
);

const buildLockName = (kind: string, name: string) => `${kind} ${name.toLowerCase()}`;

/**
 * Finds a venue or organizer with this name and, if given, this description (docs/behaviour/events.md 2.10). A lock makes concurrent writers of the
 * same name wait.
 */
export async function findDuplicate(
  tx: Tx,
  kind: string,
  name: string,
  description: string | null | undefined,
): Promise<{ id: number; status: string } | null> {
  await acquireAdvisoryLock(tx, buildLockName(kind, name));
  const [row] = await queryIn(tx, duplicate, kind, buildSortTitle(name), name, description || null);
  return row ?? null;
}

const idsByName = statement(
  'linked_named',
  `SELECT DISTINCT ON (input.name) input.name, c.id FROM unnest($2::text[], $3::text[]) AS input(name, sort_title)
  JOIN content c ON c.kind = $1 AND c.status <> 'trash' AND c.sort_title = input.sort_title AND lower(c.title) = lower(input.name)
  ORDER BY input.name, c.id`,
  rowShape({ name: 'text', id: 'int' }),
);

/** Finds the IDs of the venues or organizers with these names and any description. A lock makes concurrent writers of these names wait. */
export async function findIdsByName(tx: Tx, kind: string, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  await acquireAdvisoryLocks(
    tx,
    names.map((name) => buildLockName(kind, name)),
  );
  const rows = await queryIn(tx, idsByName, kind, names, names.map(buildSortTitle));
  return new Map(rows.map(({ name, id }) => [name, id]));
}
