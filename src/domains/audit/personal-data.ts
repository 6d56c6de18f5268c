import { noPersonalData, rowsOfPeople, type PersonalData } from '#app/core/personal-data/declaration.ts';

const MENTIONS_PERSON = `(t.subject, t.row_key) IN (SELECT m.subject, m.row_key FROM audit_entry m WHERE m.row_key <> ''
  AND (m.before::text ~* $3 OR m.after::text ~* $3 OR coalesce(m.after->>'user_id', m.before->>'user_id') = ANY($2::int[]::text[])
    OR (m.subject IN ('user_account', 'application_password') AND m.row_key = ANY(SELECT '[' || a || ']' FROM unnest($2::int[]) a))))`;

/**
 * Personal data of the audit log. An erasure finds every row that ever contained the email address or belonged to the account, and blanks the values
 * in all entries about that row. The entries still record who did what and when. An export lists the changes without their values, because the values
 * may be about other people. The current values are exported from the tables themselves.
 */
export const auditData: PersonalData = {
  audit_entry: rowsOfPeople({
    label: 'Logged changes',
    about: MENTIONS_PERSON,
    without: ['before', 'after'],
    erase: { before: 'NULL', after: 'NULL' },
  }),
  audit_unsealed: noPersonalData('IDs of entries of the audit log'),
  audit_seal: noPersonalData('keyed hashes of entries of the audit log'),
};
