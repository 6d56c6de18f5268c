import { nothing, ofPeople, type PersonalData } from '#app/core/personal-data/declaration.ts';

const MENTIONED = `(t.subject, t.row_key) IN (SELECT m.subject, m.row_key FROM audit_entry m WHERE m.row_key <> ''
  AND (m.before::text ~* $3 OR m.after::text ~* $3 OR coalesce(m.after->>'user_id', m.before->>'user_id') = ANY($2::int[]::text[])
    OR (m.subject IN ('user_account', 'application_password') AND m.row_key = ANY(SELECT '[' || a || ']' FROM unnest($2::int[]) a))))`;

/**
 * Of every row in which the address ever stood, or which belonged to the account, all values go, also those of entries that name other columns of it. Who
 * did what when stays. An archive tells which changes were noted, without their values: these may be of others too, and those of today stand in their own tables.
 */
export const auditData: PersonalData = {
  audit_entry: ofPeople({
    label: 'Changes that were noted',
    about: MENTIONED,
    without: ['before', 'after'],
    erase: { before: 'NULL', after: 'NULL' },
  }),
  audit_unsealed: nothing('numbers of entries of the audit log'),
  audit_seal: nothing('keyed hashes of entries of the audit log'),
};
