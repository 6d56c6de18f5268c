import { rowShape, columns, withColumns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { rowsIn, runIn, statement } from '#app/core/db/statement.ts';
import { byHand, type HeldRecord, nothing, type Person, type PersonalData, texts } from '#app/core/personal-data/declaration.ts';
import type { Site } from '#app/site.ts';
import { erasureSeal } from './log/chain.ts';
import { mentioning, removeConsentsInside } from './log/removal.service.ts';

const AT_A_TIME = 200;

const consentsWith = statement(
  'consents_of_person',
  `SELECT c.id, c.uuid, c.created, c.button_clicked, c.user_country, c.recorder, decision.text AS decision, referer.text AS referer
    FROM consent c JOIN consent_text decision ON decision.id = c.decision_id LEFT JOIN consent_text referer ON referer.id = c.referer_id
    WHERE c.id > $2 AND ${mentioning('$1')} ORDER BY c.id LIMIT ${AT_A_TIME}`,
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
const anyConsentWith = statement(
  'any_consent_of_person',
  `SELECT EXISTS (SELECT 1 FROM consent c WHERE ${mentioning('$1')}) AS any`,
  rowShape({ any: 'bool' }),
);
const forgetTexts = statement('forget_consent_texts_of_person', 'DELETE FROM consent_text WHERE text ~* $1');
const named = columns('ConsentRevision', 'r', { only: ['id', 'part', 'hash', 'digest'] });
const revisionsWith = statement(
  'consent_revisions_of_person',
  `SELECT ${named.list}, regexp_replace(r.json, $1, $2, 'gi') AS json FROM consent_revision r WHERE r.json ~* $1 FOR UPDATE`,
  withColumns(named, { json: 'text' }),
);

/** Yields consents that mention the person in an address or in the recorded banner. Consents have no other reference to a person. */
async function* consentsOf(site: Site, { pattern }: Person): AsyncGenerator<HeldRecord> {
  for (let after = 0; ; ) {
    const rows = await site.db.rows(consentsWith, [pattern, after]);
    if (rows.length === 0) return;
    after = rows.at(-1)?.id ?? after;
    yield* rows;
  }
}

/** Deletes consents like all others, because the log is signed: each leaves a mark. */
async function eraseConsents(site: Site, tx: Tx, { pattern }: Person): Promise<number> {
  const [found] = await rowsIn(tx, anyConsentWith, pattern);
  // waits for writers of the log
  const removed = found?.any ? await removeConsentsInside(site, tx, { mentions: pattern }, 'request') : 0;
  await runIn(tx, forgetTexts, pattern);
  return removed;
}

/** Erases the address from revisions. Their hash and digest stay, and a seal proves the erasure. */
async function eraseRevisions(site: Site, tx: Tx, { pattern, standIn }: Person): Promise<number> {
  const rows = await rowsIn(tx, revisionsWith, pattern, standIn);
  for (const { id, ...revision } of rows)
    await tx.consentRevision.update({ where: { id }, data: { json: revision.json, erasureSeal: erasureSeal(site, revision) } });
  return rows.length;
}

/** Personal data in the consent log, the revisions and the configuration of the banner. */
export const consentData: PersonalData<Site> = {
  consent: byHand({ label: 'Consents', records: consentsOf, erase: eraseConsents }),
  consent_revision: byHand({ label: 'What visitors were asked', erase: eraseRevisions }),
  consent_text: texts('Texts that consents share'),
  consent_address: nothing('where consents came from, not from whom'),
  consent_log_head: nothing('where the log ends'),
  consent_removal: nothing('marks of deleted consents'),
  consent_configuration: nothing('a number'),
  consent_day_count: nothing('counts'),
  consent_group_count: nothing('counts'),
  consent_button_count: nothing('counts'),
  consent_bypass_count: nothing('counts'),
  consent_migration_run: nothing('which changes were run'),
  consent_template: texts('Catalog of services'),
  service_group: texts('Groups of services'),
  consent_service: texts('Services of the banner'),
  content_blocker: texts('What is blocked without consent'),
  content_blocker_service: nothing('which service lets what through'),
  banner_link: texts('Links of the banner'),
  country_range: nothing('networks of countries'),
  navigation_menu: texts('Menus'),
  navigation_menu_item: texts('Links of menus'),
  scan_entry: texts('What scans found'),
  scan_markup: texts('Markup that scans found'),
};
