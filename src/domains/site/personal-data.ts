import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import { openPayload } from '#app/core/mail/payload.ts';
import { customData, type PersonalRecord, type Person, type PersonalData, mentioningTexts } from '#app/core/personal-data/declaration.ts';
import type { Site } from '#app/site.ts';

/** Number of messages that are read and decrypted at once. */
const BATCH_SIZE = 200;

interface DecryptedMail {
  id: number;
  kind: string;
  payload: unknown;
}

/** Yields batches of messages whose encrypted payload contains the person's email address. */
async function* findMailsNaming(
  site: Site,
  { pattern }: Person,
  read: (after: number) => Promise<{ id: number; kind: string; payload: Uint8Array | null }[]>,
): AsyncGenerator<DecryptedMail[]> {
  const addressPattern = new RegExp(pattern, 'i');
  for (let after = 0; ; ) {
    const rows = await read(after);
    if (rows.length === 0) return;
    after = rows.at(-1)?.id ?? after;
    const decrypted = rows.map(({ id, kind, payload }) => ({ id, kind, payload: openPayload(site, payload) }));
    const matching = decrypted.filter(({ payload }) => addressPattern.test(JSON.stringify(payload ?? '')));
    if (matching.length > 0) yield matching;
  }
}

const readMails = (client: Pick<Tx, 'outgoingMail'>) => (after: number) =>
  client.outgoingMail.findMany({
    where: { id: { gt: after }, payload: { not: null } },
    orderBy: { id: 'asc' },
    take: BATCH_SIZE,
    select: { id: true, kind: true, payload: true },
  });

const IS_RECIPIENT = `lower(m.recipient) = $1 OR m.attendee_id IN (SELECT id FROM attendee WHERE lower(email) = $1)
  OR m.entry_id IN (SELECT id FROM waiting_entry WHERE lower(email) = $1)`;

const mailsTo = statement(
  'mails_to_person',
  `SELECT m.id, m.kind, m.status, m.recipient, m.attempts, m.created_utc, m.sent_at FROM outgoing_mail m
    WHERE m.id > $2 AND (${IS_RECIPIENT}) ORDER BY m.id LIMIT ${BATCH_SIZE}`,
  rowShape({
    id: 'int',
    kind: 'text',
    status: 'text',
    recipient: 'text',
    attempts: 'int',
    created_utc: 'timestamptz',
    sent_at: 'timestamptz?',
  }),
);
const dropMails = statement(
  'drop_mails_to_person',
  `UPDATE outgoing_mail AS m SET payload = NULL, recipient = '', last_error = '', claimed_until = NULL,
    status = CASE WHEN m.status IN ('waiting', 'kept') THEN 'dropped' ELSE m.status END
    WHERE m.id = ANY($2::int[]) OR ${IS_RECIPIENT}`,
);
const notifySettingsWith = statement(
  'tell_settings_with',
  `SELECT pg_notify('settings_changed', key)::text FROM setting WHERE value::text ~* $1`,
);

async function* iterateMails(site: Site, person: Person): AsyncGenerator<PersonalRecord> {
  for (let after = 0; ; ) {
    const rows = await site.db.rows(mailsTo, [person.address, after]);
    if (rows.length === 0) break;
    after = rows.at(-1)?.id ?? after;
    yield* rows;
  }
  // messages that contain the email address only in their payload
  for await (const mails of findMailsNaming(site, person, readMails(site.db.prisma)))
    yield* mails.map(({ id, kind, payload }) => ({ id, kind, about: payload }));
}

async function eraseMails(site: Site, tx: Tx, person: Person): Promise<number> {
  const ids: number[] = [];
  for await (const mails of findMailsNaming(site, person, readMails(tx))) ids.push(...mails.map(({ id }) => id));
  return await executeIn(tx, dropMails, person.address, ids);
}

/** Notifies all processes to read the settings that contained the email address again. Returns the number of these settings. */
async function notifySettings(_site: Site, tx: Tx, { pattern }: Person): Promise<number> {
  return await executeIn(tx, notifySettingsWith, pattern);
}

/** Personal data of the site. */
export const siteData: PersonalData<Site> = {
  outgoing_mail: customData({ label: 'Mails', records: iterateMails, erase: eraseMails }),
  setting: customData({ label: 'Settings', erase: notifySettings }),
  onboarding_state: mentioningTexts('Progress of the wizards'),
};
