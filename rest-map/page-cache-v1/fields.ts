import { everything, untyped } from '#app/rest/table.ts';

/** Document 2, "Page cache"; behaviour: cache-compliance-maps-2fa-theme.md 1.2 to 1.4. What cannot be read as its setting leaves that as it is. */

const isText = (sent: unknown): sent is string => typeof sent === 'string';
const isSingle = (sent: unknown): sent is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof sent);
const isMap = (sent: unknown): sent is Record<string, unknown> => typeof sent === 'object' && sent !== null && !Array.isArray(sent);
/** As the language of older clients' server reads a condition. */
const isTrue = (sent: unknown): boolean => !(sent === false || sent === 0 || sent === '' || sent === '0' || sent === 'false' || sent === null);

const MOST_SECONDS = 2 ** 31 - 1;
const wholeOf = (sent: unknown): number | null => {
  const number = typeof sent === 'number' || (isText(sent) && sent.trim() !== '') ? Math.trunc(Number(sent)) : Number.NaN;
  return Number.isFinite(number) ? Math.min(Math.max(number, 0), MOST_SECONDS) : null;
};

const bit = () => untyped({ onNull: 'absent', clean: (sent) => (isSingle(sent) ? isTrue(sent) : null) });
const whole = () => untyped({ onNull: 'absent', clean: wholeOf });
const words = () => untyped({ onNull: 'absent', clean: (sent) => (isSingle(sent) ? String(sent) : null) });
const list = () =>
  untyped({
    onNull: 'absent',
    clean: (sent) => (isText(sent) ? [sent] : Array.isArray(sent) ? sent.filter(isSingle).map(String).slice(0, 1000) : null),
  });
/** One of these words, or nothing. */
const named = (names: Readonly<Record<string, unknown>>, otherwise: unknown = null) =>
  untyped({ onNull: 'absent', clean: (sent) => (isSingle(sent) && Object.hasOwn(names, String(sent)) ? names[String(sent)] : otherwise) });

const pageTypes = {
  search: 'search',
  feed: 'feed',
  category: 'category',
  home: 'home',
  frontpage: 'frontPage',
  tag: 'tag',
  archives: 'archives',
  pages: 'pages',
  single: 'single',
  author: 'author',
};

export const settings = {
  easy: untyped({ onNull: 'absent', clean: isTrue }),
  reset: untyped({ onNull: 'absent', clean: () => true }),
  cache_delete_log: bit(),
  is_cache_enabled: bit(),
  cache_lock_down: bit(),
  cache_path: words(),
  cache_type: named({ usercache: 'USER', 0: 'USER', mod_rewrite: 'EXPERT', 1: 'EXPERT', PHP: 'SIMPLE', 2: 'SIMPLE' }),
  is_mobile_enabled: bit(),
  is_mfunc_enabled: bit(),
  cache_list: bit(),
  clear_cache_on_post_edit: bit(),
  save_headers: bit(),
  cache_rebuild: bit(),
  dont_cache_logged_in: named({ 0: 'EVERYBODY', false: 'EVERYBODY', 1: 'UNKNOWN', true: 'UNKNOWN', 2: 'SIGNED_OUT' }),
  make_known_anon: bit(),
  use_object_cache: bit(),
  refresh_current_only_on_comments: bit(),
  cache_compression: bit(),
  use_304_headers: bit(),
  cache_late_init: bit(),
  disable_utf8: bit(),
  cache_disable_locking: bit(),
  cache_hello_world: bit(),
  front_page_checks: bit(),
  no_cache_for_get: bit(),
  pages: untyped({
    onNull: 'absent',
    clean: (sent) =>
      isMap(sent) ? Object.fromEntries(Object.entries(pageTypes).map(([name, type]) => [type, isTrue(sent[name] ?? false)])) : null,
  }),
  cache_max_time: whole(),
  cache_time_interval: whole(),
  cache_schedule_type: named({ interval: 'INTERVAL' }, 'TIME'),
  cache_scheduled_time: words(),
  cache_schedule_interval: named({ hourly: 'HOURLY', twicedaily: 'TWICEDAILY', daily: 'DAILY', weekly: 'WEEKLY' }),
  cache_gc_email_me: bit(),
  preload_interval: whole(),
  preload_posts: untyped({ onNull: 'absent', clean: (sent) => (sent === 'all' || sent === false ? sent : wholeOf(sent)) }),
  preload_on: bit(),
  preload_taxonomies: bit(),
  preload_email_volume: named({ none: 'NONE', less: 'LESS', medium: 'MEDIUM', many: 'MANY' }, 'NONE'),
  cache_acceptable_files: list(),
  cache_rejected_uri: list(),
  cache_rejected_user_agent: list(),
  cache_direct_pages: list(),
  new_direct_page: words(),
  cdn_cname: words(),
  cdn_https: bit(),
  cdn_off_cdn_url: words(),
  cdn_off_site_url: words(),
  cdn_off_exclude: words(),
  cdn_off_include_dirs: words(),
  cdn_enabled: bit(),
  cache_debug: bit(),
  cache_comments: bit(),
  cache_front_page_check: bit(),
  cache_front_page_clear: bit(),
  cache_debug_ip: words(),
  cache_front_page_text: words(),
  cache_front_page_notification: bit(),
};

export const purge = {
  id: untyped({ onNull: 'absent', clean: (sent) => (isSingle(sent) && /^\d{1,9}$/.test(String(sent)) ? Number(sent) : null) }),
  expired: bit(),
  url: words(),
  all: bit(),
};

export const preload = { enable: untyped({ onNull: 'absent', clean: isTrue }) };

export const plugins = {
  extensions: everything({
    clean: (sent) => Object.entries(sent as object).map(([key, isEnabled]) => ({ key, isEnabled: isTrue(isEnabled) })),
  }),
};
