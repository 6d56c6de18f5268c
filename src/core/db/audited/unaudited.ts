/** Tables that the audit log omits, with the reason. Every other table of the site is audited, including tables added later. */
export const unauditedTables: Readonly<Record<string, string>> = {
  _prisma_migrations: 'part of the program',
  audit_entry: 'the log itself',
  audit_unsealed: 'the log itself',
  audit_seal: 'the log itself',
  autosave: 'unsaved input, stored every few seconds; saved content is audited',
  analytics_authorization: 'a sign-in at the provider that is in progress',
  analytics_mark: 'technical markers',
  analytics_queued_survey: 'surveys that are shown next',
  analytics_survey_event: 'telemetry',
  analytics_survey_timeout: 'telemetry',
  cart: 'choices of visitors before they order',
  cart_item: 'choices of visitors before they order',
  cart_meta: 'choices of visitors before they order',
  consent: 'has its own hash-chained log (`consent verify`)',
  consent_address: 'belongs to the log of consents',
  consent_text: 'belongs to the log of consents',
  consent_log_head: 'belongs to the log of consents',
  consent_bypass_count: 'a hot counter',
  consent_button_count: 'a hot counter',
  consent_day_count: 'a hot counter',
  consent_group_count: 'a hot counter',
  country_range: 'imported from a published file',
  embed_cache: 'a cache',
  geocode_cache: 'a cache',
  idempotency_key: 'responses that are stored for a day',
  import_note: 'messages of an import; its writes are audited',
  import_reference: 'work of a running import',
  import_term_parent: 'work of a running import',
  imported_author: 'work of a running import',
  imported_comment: 'source IDs of imported comments',
  imported_content: 'source IDs of imported content',
  imported_meta: 'source IDs of imported fields',
  imported_calendar_content: 'source IDs of imported events',
  login_nonce: 'a sign-in that is in progress',
  map_marker_tally: 'a hot counter',
  open_streams: 'a hot counter',
  outgoing_mail: 'is itself a record, with states that change often',
  page_cache_entry: 'a cache',
  page_cache_note: 'notes of a cache',
  page_cache_preload: 'work of a cache',
  page_view_count: 'a hot counter',
  page_view_writer: 'telemetry',
  post_stock: 'a hot counter; orders and attendees are audited',
  queue_job: 'is itself a record, with states that change often',
  rate_bucket: 'a hot counter',
  request_budget: 'a hot counter',
  running_process: 'processes that run at present',
  scan_entry: 'findings of a scan',
  scan_markup: 'findings of a scan',
  scan_page: 'findings of a scan',
  spent_challenge: 'technical markers',
  table_write: 'a hot counter',
  ticket_hold: 'places reserved for minutes; orders are audited',
  ticket_hold_item: 'places reserved for minutes; orders are audited',
  ticket_scans: 'a hot counter; check-ins are audited with their attendees',
  ticket_watch: 'technical markers',
  upload_name: 'technical markers',
  webhook_attempt: 'belongs to the messages of webhooks',
  webhook_message: 'is itself a record, with states that change often',
};

/** Columns that are computed from others, or updated as a side effect. The audit log ignores a change of only these columns. */
const DERIVED: readonly string[] = [
  'search_text',
  'sort_title',
  'sort_name',
  'email_text',
  'last_used_at',
  'last_ip',
  'last_scan_at',
  'trashed_at',
];

/** Additional derived columns, by table. */
const DERIVED_BY_TABLE: Readonly<Record<string, readonly string[]>> = {
  content: ['revision_count'],
  ticket: ['sold', 'stock'],
  term: ['count'],
  passkey: ['counter'],
  authenticator_app: ['last_step'],
  webhook_endpoint: ['failing_since'],
};

/** Matches the names of columns with secrets. Binary columns count as secret, too. */
const SECRET = /hash$|secret|token|password$|security_code|verifier|payload|_key_sealed$|^otp/;
const SECRETS_BY_TABLE: Readonly<Record<string, readonly string[]>> = {
  license_key: ['key'],
  programmatic_license: ['key'],
  product_license: ['code'],
  ticket_order: ['hash'],
};

/** Returns the derived columns of a table, which the audit log omits. */
export function getDerivedColumns(table: string, columns: readonly { name: string }[]): string[] {
  const own = DERIVED_BY_TABLE[table] ?? [];
  return columns.filter(({ name }) => DERIVED.includes(name) || own.includes(name)).map(({ name }) => name);
}

/** Returns the columns of a table for which the audit log records only that they changed. */
export function getSecretColumns(table: string, columns: readonly { name: string; type: string }[]): string[] {
  const own = SECRETS_BY_TABLE[table] ?? [];
  return columns.filter(({ name, type }) => type === 'bytea' || SECRET.test(name) || own.includes(name)).map(({ name }) => name);
}
