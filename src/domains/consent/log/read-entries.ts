import { columns, narrowShape, mapShape, joinShapes, withColumns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import type { LogEntry } from './entry.ts';

/** A stored consent with all its values. */
export interface StoredEntry extends LogEntry {
  id: number;
  digest: string;
  link: string;
}

type Row = Omit<StoredEntry, 'created' | 'createdClientTime'> & { created: Date; createdClientTime: Date | null };

/** Columns of a consent itself. */
const consentColumns = columns('Consent', 'c', {
  only: [
    'id',
    'position',
    'digest',
    'link',
    'uuid',
    'created',
    'createdClientTime',
    'context',
    'pluginVersion',
    'designVersion',
    'buttonClicked',
    'blockerId',
    'viewportWidth',
    'viewportHeight',
    'dnt',
    'customBypass',
    'userCountry',
    'gcmConsent',
    'previousGcmConsent',
    'recorder',
    'uiView',
  ],
});
const addressColumns = columns('ConsentAddress', 'a', { without: ['id'] });
const sharedColumns = `r.hash AS revision, r.digest AS "revisionDigest", i.hash AS "revisionIndependent", i.digest AS "revisionIndependentDigest",
  decision.text AS decision, before.text AS "previousDecision", referer.text AS referer, pure.text AS "pureReferer", imprint.text AS "urlImprint",
  privacy.text AS "urlPrivacyPolicy", tcf.text AS "tcfString", tcf_before.text AS "previousTcfString"`;
const columnList = `${consentColumns.list}, ${addressColumns.list}, ${sharedColumns}`;
const entryShape = mapShape(
  narrowShape<Row>(
    withColumns(joinShapes(consentColumns, addressColumns), {
      revision: 'text',
      revisionDigest: 'text',
      revisionIndependent: 'text',
      revisionIndependentDigest: 'text',
      decision: 'text',
      previousDecision: 'text?',
      referer: 'text?',
      pureReferer: 'text?',
      urlImprint: 'text?',
      urlPrivacyPolicy: 'text?',
      tcfString: 'text?',
      previousTcfString: 'text?',
    }),
  ),
  toEntry,
);

const joins = `JOIN consent_address a ON a.id = c.address_id
  JOIN consent_revision r ON r.id = c.revision_id
  JOIN consent_revision i ON i.id = c.revision_independent_id
  JOIN consent_text decision ON decision.id = c.decision_id
  LEFT JOIN consent_text before ON before.id = c.previous_decision_id
  LEFT JOIN consent_text referer ON referer.id = c.referer_id
  LEFT JOIN consent_text pure ON pure.id = c.pure_referer_id
  LEFT JOIN consent_text imprint ON imprint.id = c.url_imprint_id
  LEFT JOIN consent_text privacy ON privacy.id = c.url_privacy_policy_id
  LEFT JOIN consent_text tcf ON tcf.id = c.tcf_string_id
  LEFT JOIN consent_text tcf_before ON tcf_before.id = c.previous_tcf_string_id`;

/** Converts a row to an entry. Changes the row instead of copying it, because logs are long. */
function toEntry(row: Row): StoredEntry {
  return Object.assign(row, { created: row.created.toISOString(), createdClientTime: row.createdClientTime?.toISOString() ?? null });
}

const BATCH_SIZE = 2_000;
/** Larger than `BATCH_SIZE`, because verification processes rows so fast that the overhead of statements would dominate. */
const POSITION_BATCH_SIZE = 5_000;

const selectByPosition = statement(
  'consent_entries_by_position',
  `SELECT ${columnList} FROM (SELECT * FROM consent WHERE position > $1 AND position <= $2 ORDER BY position LIMIT ${POSITION_BATCH_SIZE}) c ${joins} ORDER BY c.position`,
  entryShape,
);
const selectNewest = (name: string, condition: string) =>
  statement(
    name,
    `SELECT ${columnList} FROM (SELECT * FROM consent WHERE ($1::boolean OR (created, id) < ($2::timestamptz, $3::int)) AND ${condition}
      ORDER BY created DESC, id DESC LIMIT ${BATCH_SIZE}) c ${joins} ORDER BY c.created DESC, c.id DESC`,
    entryShape,
  );
const selectByUuid = selectNewest('consent_entries_of_uuid', 'uuid = $4');
const selectByTime = selectNewest('consent_entries_of_time', 'created >= $4::timestamptz AND created < $5::timestamptz');

/** Yields batches of consents with positions from `after + 1` to `until`, ascending. Reads the next batch while the caller processes one. */
export async function* iterateByPosition(site: Site, after: number, until: number): AsyncGenerator<StoredEntry[]> {
  let reading = site.db.rows(selectByPosition, [after, until]);
  try {
    for (;;) {
      const rows = await reading;
      const last = rows.at(-1);
      if (!last) return;
      reading = site.db.rows(selectByPosition, [last.position, until]);
      // prevents an unhandled rejection while the caller processes the rows; the next `await` reports the error
      reading.catch(() => undefined);
      yield rows;
    }
  } finally {
    await reading.catch(() => undefined);
  }
}

/** Consents to export: one by its UUID, or those of a period. `before` is exclusive. */
export type ConsentSelection = { uuid: string } | { from: Date; before: Date };

/** Yields batches of the selected consents, newest first. */
export async function* iterateNewestFirst(site: Site, selection: ConsentSelection): AsyncGenerator<StoredEntry[]> {
  const [select, values] = 'uuid' in selection ? [selectByUuid, [selection.uuid]] : [selectByTime, [selection.from, selection.before]];
  for (let lastEntry: StoredEntry | null = null; ; ) {
    const rows: StoredEntry[] = await site.db.rows(select, [
      lastEntry === null,
      lastEntry?.created ?? null,
      lastEntry?.id ?? null,
      ...values,
    ]);
    const last = rows.at(-1);
    if (!last) return;
    lastEntry = last;
    yield rows;
  }
}
