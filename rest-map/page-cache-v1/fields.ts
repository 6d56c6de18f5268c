import { shortNumber, wordAs } from '#app/rest/table.ts';
import { everySwitch, exactlyOr, looseFlag, looseFlags, textOrNone, textsOrNone, wholeOrNone, isSent } from './parameters.ts';

/**
 * Published REST interface (document 2), "Page cache"; behavior: docs/behaviour/cache-compliance-maps-2fa-theme.md 1.2 to 1.4. Unreadable values
 * leave their setting unchanged.
 */

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
  easy: looseFlag({ anything: true }),
  reset: isSent(),
  cache_delete_log: looseFlag(),
  is_cache_enabled: looseFlag(),
  cache_lock_down: looseFlag(),
  cache_path: textOrNone(),
  cache_type: wordAs({ usercache: 'USER', 0: 'USER', mod_rewrite: 'EXPERT', 1: 'EXPERT', PHP: 'SIMPLE', 2: 'SIMPLE' }, { otherwise: null }),
  is_mobile_enabled: looseFlag(),
  is_mfunc_enabled: looseFlag(),
  cache_list: looseFlag(),
  clear_cache_on_post_edit: looseFlag(),
  save_headers: looseFlag(),
  cache_rebuild: looseFlag(),
  dont_cache_logged_in: wordAs({ 0: 'EVERYBODY', false: 'EVERYBODY', 1: 'UNKNOWN', true: 'UNKNOWN', 2: 'SIGNED_OUT' }, { otherwise: null }),
  make_known_anon: looseFlag(),
  use_object_cache: looseFlag(),
  refresh_current_only_on_comments: looseFlag(),
  cache_compression: looseFlag(),
  use_304_headers: looseFlag(),
  cache_late_init: looseFlag(),
  disable_utf8: looseFlag(),
  cache_disable_locking: looseFlag(),
  cache_hello_world: looseFlag(),
  front_page_checks: looseFlag(),
  no_cache_for_get: looseFlag(),
  pages: looseFlags(pageTypes),
  cache_max_time: wholeOrNone(),
  cache_time_interval: wholeOrNone(),
  cache_schedule_type: wordAs({ interval: 'INTERVAL' }, { otherwise: 'TIME' }),
  cache_scheduled_time: textOrNone(),
  cache_schedule_interval: wordAs({ hourly: 'HOURLY', twicedaily: 'TWICEDAILY', daily: 'DAILY', weekly: 'WEEKLY' }, { otherwise: null }),
  cache_gc_email_me: looseFlag(),
  preload_interval: wholeOrNone(),
  preload_posts: exactlyOr(['all', false], wholeOrNone()),
  preload_on: looseFlag(),
  preload_taxonomies: looseFlag(),
  preload_email_volume: wordAs({ none: 'NONE', less: 'LESS', medium: 'MEDIUM', many: 'MANY' }, { otherwise: 'NONE' }),
  cache_acceptable_files: textsOrNone(),
  cache_rejected_uri: textsOrNone(),
  cache_rejected_user_agent: textsOrNone(),
  cache_direct_pages: textsOrNone(),
  new_direct_page: textOrNone(),
  cdn_cname: textOrNone(),
  cdn_https: looseFlag(),
  cdn_off_cdn_url: textOrNone(),
  cdn_off_site_url: textOrNone(),
  cdn_off_exclude: textOrNone(),
  cdn_off_include_dirs: textOrNone(),
  cdn_enabled: looseFlag(),
  cache_debug: looseFlag(),
  cache_comments: looseFlag(),
  cache_front_page_check: looseFlag(),
  cache_front_page_clear: looseFlag(),
  cache_debug_ip: textOrNone(),
  cache_front_page_text: textOrNone(),
  cache_front_page_notification: looseFlag(),
};

export const purge = {
  id: shortNumber({ otherwise: null, onNull: 'absent' }),
  expired: looseFlag(),
  url: textOrNone(),
  all: looseFlag(),
};

export const preload = { enable: looseFlag({ anything: true }) };

export const plugins = {
  extensions: everySwitch({ name: 'key', isOn: 'isEnabled' }),
};
