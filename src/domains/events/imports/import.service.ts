import { randomUUID } from 'node:crypto';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { writableStatuses } from '#app/domains/content/statuses.ts';
import { now } from '#app/core/time/clock.ts';
import { isUniqueViolation } from '#app/core/db/errors.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { createBatchSecret, hashBatchSecret } from './batch-hash.ts';
import { importAuthority } from './event-imports.settings.ts';
import { notifyImportChanged } from './import-changes.ts';
import { type Authority, importColumns, type ImportRecord } from './import.record.ts';

/** Input for a new import. */
export interface NewImport {
  /** Source of the events: `ical`, `gcal`, `ics`, `url`, … */
  origin: string;
  importId?: string | null | undefined;
  postStatus?: string | null | undefined;
  authority?: Authority | null | undefined;
}

/** Allowed statuses of imported events. */
const postStatuses = writableStatuses.filter((status) => ['publish', 'draft', 'pending', 'private'].includes(status));

const IMPORT_ID = /^[A-Za-z0-9_]{1,100}$/;
const ORIGIN = /^[a-z0-9][a-z0-9_-]{0,49}$/;

function checkNewImport({ origin, importId, postStatus }: NewImport): void {
  const refusals: Record<string, ArgumentRefusal | string> = {};
  if (!ORIGIN.test(origin))
    refusals['origin'] =
      'An origin has 1 to 50 lower-case letters, digits, hyphens or underscores and starts with a letter or digit, such as ical or url.';
  if (typeof importId === 'string' && !IMPORT_ID.test(importId))
    refusals['importId'] = 'An import id has 1 to 100 letters, digits or underscores.';
  if (typeof postStatus === 'string' && !postStatuses.includes(postStatus))
    refusals['postStatus'] = `Imported events can be ${postStatuses.join(', ')}.`;
  if (Object.keys(refusals).length > 0) throw invalidArguments(refusals);
}

const insert = statement(
  'insert_event_import',
  `INSERT INTO event_import AS i (import_id, origin, post_status, authority, next_batch_hash, author_id, created_utc, modified_utc)
  VALUES ($1, $2, $3, $4, $5, $6, $7::timestamptz, $7::timestamptz) RETURNING ${importColumns.list}`,
  importColumns,
);

/**
 * Creates a pending import and returns it with the secret of its first batch, which cannot be read later. Throws if the import ID is taken.
 * The caller has checked the viewer's permission.
 */
export async function createImport(site: Site, viewer: Viewer, input: NewImport): Promise<{ record: ImportRecord; batchHash: string }> {
  checkNewImport(input);
  const { origin, importId, postStatus, authority } = input;
  const batchHash = createBatchSecret();
  const values = [
    importId ?? randomUUID().replaceAll('-', ''),
    origin,
    postStatus ?? 'publish',
    authority ?? site.settings.get(importAuthority),
    hashBatchSecret(site, batchHash),
    viewer.id,
    now().toISOString(),
  ];
  try {
    return await site.db.transaction(async (tx) => {
      const [row] = await queryIn(tx, insert, ...values);
      const record = row as ImportRecord;
      await notifyImportChanged(tx, record.id);
      return { record, batchHash };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidArguments({ importId: 'There is an import with this id already.' });
    throw error;
  }
}
