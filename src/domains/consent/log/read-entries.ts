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

/** Columns of a consent with the values of shared rows. */
const ofConsent = columns('Consent', 'c', {
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
const ofAddress = columns('ConsentAddress', 'a', { without: ['id'] });
const shared = `r.hash AS revision, r.digest AS "revisionDigest", i.hash AS "revisionIndependent", i.digest AS "revisionIndependentDigest",
  decision.text AS decision, before.text AS "previousDecision", referer.text AS referer, pure.text AS "pureReferer", imprint.text AS "urlImprint",
  privacy.text AS "urlPrivacyPolicy", tcf.text AS "tcfString", tcf_before.text AS "previousTcfString"`;
const selected = `${ofConsent.list}, ${ofAddress.list}, ${shared}`;
const entry = mapShape(
  narrowShape<Row>(
    withColumns(joinShapes(ofConsent, ofAddress), {
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
  entryOf,
);

const joined = `JOIN consent_address a ON a.id = c.address_id
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

/** Converts a row to an entry in place, because logs are long. */
function entryOf(row: Row): StoredEntry {
  return Object.assign(row, { created: row.created.toISOString(), createdClientTime: row.createdClientTime?.toISOString() ?? null });
}

const BATCH = 2_000;
/** Larger batches than for exports, because verification processes rows faster than the overhead of a statement. */
const BATCH_BY_POSITION = 5_000;

const byPosition = statement(
  'consent_entries_by_position',
  `SELECT ${selected} FROM (SELECT * FROM consent WHERE position > $1 AND position <= $2 ORDER BY position LIMIT ${BATCH_BY_POSITION}) c ${joined} ORDER BY c.position`,
  entry,
);
const newestFirst = (name: string, condition: string) =>
  statement(
    name,
    `SELECT ${selected} FROM (SELECT * FROM consent WHERE ($1::boolean OR (created, id) < ($2::timestamptz, $3::int)) AND ${condition}
      ORDER BY created DESC, id DESC LIMIT ${BATCH}) c ${joined} ORDER BY c.created DESC, c.id DESC`,
    entry,
  );
const newestOfUuid = newestFirst('consent_entries_of_uuid', 'uuid = $4');
const newestOfTime = newestFirst('consent_entries_of_time', 'created >= $4::timestamptz AND created < $5::timestamptz');

/** Yields batches of consents after one position up to another, in the order of the log. Reads the next batch meanwhile. */
export async function* entriesByPosition(site: Site, after: number, until: number): AsyncGenerator<StoredEntry[]> {
  let reading = site.db.rows(byPosition, [after, until]);
  try {
    for (;;) {
      const rows = await reading;
      const last = rows.at(-1);
      if (!last) return;
      reading = site.db.rows(byPosition, [last.position, until]);
      // prevents an unhandled rejection while the caller processes the rows, because the next `await` reports the error
      reading.catch(() => undefined);
      yield rows;
    }
  } finally {
    await reading.catch(() => undefined);
  }
}

/** Selection of an export: one UUID, or a period. */
export type ChosenConsents = { uuid: string } | { from: Date; before: Date };

/** Yields batches of the selected consents, newest first. */
export async function* entriesNewestFirst(site: Site, chosen: ChosenConsents): AsyncGenerator<StoredEntry[]> {
  const [newest, values] = 'uuid' in chosen ? [newestOfUuid, [chosen.uuid]] : [newestOfTime, [chosen.from, chosen.before]];
  for (let place: StoredEntry | null = null; ; ) {
    const rows: StoredEntry[] = await site.db.rows(newest, [place === null, place?.created ?? null, place?.id ?? null, ...values]);
    const last = rows.at(-1);
    if (!last) return;
    place = last;
    yield rows;
  }
}
