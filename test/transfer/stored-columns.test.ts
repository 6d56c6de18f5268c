import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { domains } from '../../src/domains.ts';

// Every new column must be exported, imported and erased, or be listed here. Backups read the columns from the database, so they are always complete.

const root = path.resolve(import.meta.dirname, '../..');

interface Column {
  /** Name of the field in the Prisma model. */
  field: string;
  name: string;
}

/** Reads the columns of every table from the Prisma schema. */
function readColumns(): Map<string, Column[]> {
  const folder = path.join(root, 'prisma/schema');
  const schema = readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  const models = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => ({ name, body }));
  const names = new Set(models.map(({ name }) => name));
  return new Map(
    models.map(({ name, body }) => [
      /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
      body.split('\n').flatMap((line): Column[] => {
        const [, field, type = ''] = /^\s+(\w+)\s+(\w+)/.exec(line) ?? [];
        return field === undefined || names.has(type) ? [] : [{ field, name: /@map\("(\w+)"\)/.exec(line)?.[1] ?? field }];
      }),
    ]),
  );
}

const columns = readColumns();

/** Returns the source code in folders of `src/domains/transfer`. */
function readSources(...folders: string[]): string {
  return folders
    .flatMap((folder) => readdirSync(path.join(root, 'src/domains/transfer', folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

/** Tables in an export, with their omitted columns: maintained by triggers, derived from others, or local to this site. */
const notTransferred: Record<string, { exported?: readonly string[]; imported?: readonly string[] }> = {
  content: {
    exported: ['ticketed', 'revisionCount', 'latestRevisionId', 'searchText', 'sortTitle'],
    imported: ['ticketed', 'revisionCount', 'latestRevisionId'],
  },
  // series are not exported, only their events
  event: { exported: ['ticketPrices', 'importRecordId', 'seriesId'], imported: ['ticketPrices', 'importRecordId', 'seriesId'] },
  venue: { exported: ['searchText'] },
  organizer: { exported: ['searchText'] },
  media: { exported: ['variants'] },
  term: { exported: ['sortName'], imported: ['sortName'] },
  comment: { exported: ['authorAgent', 'statusBefore', 'noteStatus'], imported: ['statusBefore', 'noteStatus'] },
};

it.each([
  ['exported', readSources('export', 'kinds', 'wxr')],
  ['imported', readSources('import', 'kinds', 'wxr')],
] as const)('Every column of content is %s or listed as an exception', (direction, sources) => {
  const missing = Object.entries(notTransferred).flatMap(([table, omitted]) =>
    (columns.get(table) ?? [])
      .filter(({ field, name }) => !new RegExp(`\\b(${field}|${name})\\b`).test(sources))
      .map(({ field }) => ({ field, isListed: omitted[direction]?.includes(field) === true, table })),
  );
  expect(missing.filter(({ isListed }) => !isListed).map(({ table, field }) => `${table}.${field}`)).toEqual([]);
  for (const [table, omitted] of Object.entries(notTransferred))
    expect(omitted[direction] ?? []).toEqual(missing.filter((column) => column.table === table).map(({ field }) => field));
});

/** Columns that stay in rows of users after an erasure. Email addresses are removed from every column. */
const keptColumns: Record<string, string> = {
  user_account: 'id email locale registered_at',
  comment:
    'id content_id parent_id user_id author_email content type status status_before note_status created_local created_utc trashed_at',
  organizer: 'content_id website email lineage search_text',
  waiting_entry: 'id ticket_id quantity email email_text key_hash passed_over set_aside created_utc changed_utc',
  attendee: `id ticket_id deleted_ticket_title post_id provider order_id order_hash order_status email user_id optout sku security_code price_paid_minor
    currency status holds_place held_until checked_in checkin_at checkin_source checkin_author checkin_device qr_mark ticket_sent source author_id
    request_key checkout_id discount_code_id transferred_utc email_text lineage created_utc modified_utc`,
  ticket_order: `id provider status gateway hash purchaser_user_id purchaser_email total_minor subtotal_minor currency checkout_id pay_until_utc
    created_utc modified_utc`,
  checkout: `id key_hash hold_id state expires_at buyer_email is_listed gateway locale currency discount_code discount_code_id terms_accepted_utc
    created_utc changed_utc`,
  receipt: `id kind number order_id corrects_id issued_utc currency total_minor tax_minor tax_rate seller_name seller_address
    seller_tax_number note lines`,
  refund: 'id payment_id amount_minor currency gateway user_id created_utc',
  deactivation_feedback: 'id product_slug reason email user_id created_at',
  feedback: 'id slug reason user_id created_at',
  survey_response: 'id slug survey_id rating email created_at',
  data_request: 'id email region kind requested_at',
  audit_entry: 'id at action subject actor_id credential request_id face operation row_key erased',
};

it('Every column in rows that an erasure changes is erased or listed as an exception', () => {
  const erasures = domains.flatMap(({ personalData = {} }) =>
    Object.entries(personalData).flatMap(([table, data]) =>
      data.kind === 'people' && typeof data.erase === 'object' ? [[table, data.erase] as const] : [],
    ),
  );
  const notErased = erasures.map(([table, erase]) => [
    table,
    (columns.get(table) ?? []).map(({ name }) => name).filter((name) => !(name in erase)),
  ]);
  expect(Object.fromEntries(notErased)).toEqual(
    Object.fromEntries(Object.entries(keptColumns).map(([table, names]) => [table, names.split(/\s+/)])),
  );
});
