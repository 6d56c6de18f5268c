import { rowShape, columns, withColumns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import {
  customData,
  type PersonalRecord,
  noPersonalData,
  type Person,
  type PersonalData,
  mentioningTexts,
} from '#app/core/personal-data/declaration.ts';
import type { Site } from '#app/site.ts';
import { computeErasureSeal } from './log/chain.ts';
import { buildMentionsSql, removeConsentsInTransaction } from './log/removal.service.ts';

const BATCH_SIZE = 200;

const selectConsents = statement(
  'consents_of_person',
  `SELECT c.id, c.uuid, c.created, c.button_clicked, c.user_country, c.recorder, decision.text AS decision, referer.text AS referer
    FROM consent c JOIN consent_text decision ON decision.id = c.decision_id LEFT JOIN consent_text referer ON referer.id = c.referer_id
    WHERE c.id > $2 AND ${buildMentionsSql('$1')} ORDER BY c.id LIMIT ${BATCH_SIZE}`,
  rowShape({
    id: 'int',
    uuid: 'text',
    created: 'timestamptz',
    button_clicked: 'text',
    user_country: 'text?',
    recorder: 'text?',
    decision: 'text',
    referer: 'text?',
  }),
);
const existsConsent = statement(
  'any_consent_of_person',
  `SELECT EXISTS (SELECT 1 FROM consent c WHERE ${buildMentionsSql('$1')}) AS any`,
  rowShape({ any: 'bool' }),
);
const deleteTexts = statement('forget_consent_texts_of_person', 'DELETE FROM consent_text WHERE text ~* $1');
const revisionColumns = columns('ConsentRevision', 'r', { only: ['id', 'part', 'hash', 'digest'] });
const selectRevisions = statement(
  'consent_revisions_of_person',
  `SELECT ${revisionColumns.list}, regexp_replace(r.json, $1, $2, 'gi') AS json FROM consent_revision r WHERE r.json ~* $1 FOR UPDATE`,
  withColumns(revisionColumns, { json: 'text' }),
);

/** Yields consents whose strings or recorder data contain the person's email address. Consents have no other reference to a person. */
async function* readConsents(site: Site, { pattern }: Person): AsyncGenerator<PersonalRecord> {
  for (let lastId = 0; ; ) {
    const rows = await site.db.rows(selectConsents, [pattern, lastId]);
    if (rows.length === 0) return;
    lastId = rows.at(-1)?.id ?? lastId;
    yield* rows;
  }
}

/** Deletes the consents that mention the person. A signed mark replaces them in the log. */
async function eraseConsents(site: Site, tx: Tx, { pattern }: Person): Promise<number> {
  const [row] = await queryIn(tx, existsConsent, pattern);
  // avoids removals that delete nothing, because a removal locks the log
  const removed = row?.any ? await removeConsentsInTransaction(site, tx, { mentions: pattern }, 'request') : 0;
  await executeIn(tx, deleteTexts, pattern);
  return removed;
}

/** Replaces the person's email address in revisions. Hashes and digests stay unchanged, and a seal proves the erasure. */
async function eraseRevisions(site: Site, tx: Tx, { pattern, replacementAddress }: Person): Promise<number> {
  const rows = await queryIn(tx, selectRevisions, pattern, replacementAddress);
  for (const { id, ...revision } of rows)
    await tx.consentRevision.update({ where: { id }, data: { json: revision.json, erasureSeal: computeErasureSeal(site, revision) } });
  return rows.length;
}

/** Personal data in the consent log, the revisions and the configuration of the banner. */
export const consentData: PersonalData<Site> = {
  consent: customData({ label: 'Consents', records: readConsents, erase: eraseConsents }),
  consent_revision: customData({ label: 'Texts shown to visitors', erase: eraseRevisions }),
  consent_text: mentioningTexts('Texts that consents share'),
  consent_address: noPersonalData('IP addresses and networks of consents, without names'),
  consent_log_head: noPersonalData('end of the log'),
  consent_removal: noPersonalData('marks of deleted consents'),
  consent_configuration: noPersonalData('version number'),
  consent_day_count: noPersonalData('counts'),
  consent_group_count: noPersonalData('counts'),
  consent_button_count: noPersonalData('counts'),
  consent_bypass_count: noPersonalData('counts'),
  consent_migration_run: noPersonalData('times of migrations'),
  consent_template: mentioningTexts('Catalog of services'),
  service_group: mentioningTexts('Groups of services'),
  consent_service: mentioningTexts('Services of the banner'),
  content_blocker: mentioningTexts('Content blockers'),
  content_blocker_service: noPersonalData('services of content blockers'),
  banner_link: mentioningTexts('Links of the banner'),
  country_range: noPersonalData('IP networks of countries'),
  navigation_menu: mentioningTexts('Menus'),
  navigation_menu_item: mentioningTexts('Links of menus'),
  scan_entry: mentioningTexts('Results of scans'),
  scan_markup: mentioningTexts('Markup in results of scans'),
};
