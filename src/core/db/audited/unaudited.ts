/** Tables that the audit log omits, with the reason. Every other table of the site is audited, including tables added later. */
export const unaudited: Readonly<Record<string, string>> = {
  _prisma_migrations: 'the program itself',
  audit_entry: 'the log itself',
  audit_unsealed: 'the log itself',
  audit_seal: 'the log itself',
  autosave: 'what someone types, every few seconds; what is saved is audited',
  analytics_authorization: 'a sign-in at the provider that is under way',
  analytics_mark: 'technical marks',
  analytics_queued_survey: 'what is to be asked next',
  analytics_survey_event: 'telemetry',
  analytics_survey_timeout: 'telemetry',
  cart: 'choices of visitors before they order',
  cart_item: 'choices of visitors before they order',
  cart_meta: 'choices of visitors before they order',
  consent: 'has a log of its own, hash-chained (`consent verify`)',
  consent_address: 'belongs to the log of consents',
  consent_text: 'belongs to the log of consents',
  consent_log_head: 'belongs to the log of consents',
  consent_bypass_count: 'a hot counter',
  consent_button_count: 'a hot counter',
  consent_day_count: 'a hot counter',
  consent_group_count: 'a hot counter',
  country_range: 'a file of others, read in',
  embed_cache: 'a cache',
  geocode_cache: 'a cache',
  idempotency_key: 'answers kept for a day',
  import_note: 'what an import says of itself; what it writes is audited',
  import_reference: 'work of an import under way',
  import_term_parent: 'work of an import under way',
  imported_author: 'work of an import under way',
  imported_comment: 'which comment came of which',
  imported_content: 'which content came of which',
  imported_meta: 'which field came of which',
  imported_calendar_content: 'which content came of which',
  login_nonce: 'a sign-in that is under way',
  map_marker_tally: 'a hot counter',
  open_streams: 'a hot counter',
  outgoing_mail: 'is a record of its own, with states that change often',
  page_cache_entry: 'a cache',
  page_cache_note: 'notes of a cache',
  page_cache_preload: 'work of a cache',
  page_view_count: 'a hot counter',
  page_view_writer: 'telemetry',
  post_stock: 'a hot counter: orders and attendees tell what counted',
  queue_job: 'is a record of its own, with states that change often',
  rate_bucket: 'a hot counter',
  request_budget: 'a hot counter',
  running_process: 'which processes run at the moment',
  scan_entry: 'findings of a scan',
  scan_markup: 'findings of a scan',
  scan_page: 'findings of a scan',
  spent_challenge: 'technical marks',
  table_write: 'a hot counter',
  ticket_hold: 'places kept for minutes; orders are audited',
  ticket_hold_item: 'places kept for minutes; orders are audited',
  ticket_scans: 'a hot counter: check-ins are audited with their attendees',
  ticket_watch: 'technical marks',
  upload_name: 'technical marks',
  webhook_attempt: 'belongs to the messages of webhooks',
  webhook_message: 'is a record of its own, with states that change often',
};

/** Columns that are derived from others or updated in passing. A row in which only these changed counts as unchanged. */
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

/** Further derived columns of single tables. */
const DERIVED_OF: Readonly<Record<string, readonly string[]>> = {
  content: ['revision_count'],
  ticket: ['sold', 'stock'],
  term: ['count'],
  passkey: ['counter'],
  authenticator_app: ['last_step'],
  webhook_endpoint: ['failing_since'],
};

/** Names of columns with secrets. Binary columns are secrets too. */
const SECRET = /hash$|secret|token|password$|security_code|verifier|payload|_key_sealed$|^otp/;
const SECRETS_OF: Readonly<Record<string, readonly string[]>> = {
  license_key: ['key'],
  programmatic_license: ['key'],
  product_license: ['code'],
  ticket_order: ['hash'],
};

/** Returns the columns of a table that the audit log omits. */
export function derivedColumns(table: string, columns: readonly { name: string }[]): string[] {
  const own = DERIVED_OF[table] ?? [];
  return columns.filter(({ name }) => DERIVED.includes(name) || own.includes(name)).map(({ name }) => name);
}

/** Returns the columns of a table for which the audit log records only that they changed. */
export function secretColumns(table: string, columns: readonly { name: string; type: string }[]): string[] {
  const own = SECRETS_OF[table] ?? [];
  return columns.filter(({ name, type }) => type === 'bytea' || SECRET.test(name) || own.includes(name)).map(({ name }) => name);
}
