import { item, namespace, value } from '#app/rest/table.ts';
import * as fields from './fields.ts';

const passed = { status: true };
const passedTest = value({ body: { status: true, attempts: { prime: passed, first: passed, second: passed } } });
const failedTest = { page_cache_test_failed: { status: 500, as: 'message', inList: true, extra: { code: 'test_error', data: { status: 500 } } } };

/** Published REST interface (document 2), "Page cache"; behavior: docs/behaviour/cache-compliance-maps-2fa-theme.md 1. No parameter is published. */
export default namespace('page-cache/v1', [
  // methods  path            parameters  runs                       response                                      options
  ['GET',     '/settings',    {},         'pageCacheSettings',       item()],
  ['POST',    '/settings',    {},         'pageCacheWriteSettings',  item(),                                       { undocumentedParams: fields.settings, summary: 'Changes settings of the page cache', example: { easy: true } }],
  ['GET',     '/status',      {},         'pageCacheStatus',         item()],
  ['GET',     '/stats',       {},         'pageCacheStats',          item()],
  ['GET',     '/cache',       {},         'pageCacheList',           item()],
  ['POST',    '/cache',       {},         'pageCachePurge',          value({ body: { 'Cache Cleared': true } }),   { undocumentedParams: fields.purge, example: { all: true } }],
  ['POST',    '/preload',     {},         'pageCachePreload',        item({ nullBody: true }),                     { undocumentedParams: fields.preload, summary: 'Starts or stops preloading the page cache', example: { enable: false } }],
  ['POST',    '/cache/test',  {},         'pageCacheTest',           passedTest,                                   { failures: failedTest, refuses: { page_cache_test_failed: 500 } }],
  ['GET',     '/plugins',     {},         'pageCachePlugins',        item({ keyedBy: 'key', emptyMap: true })],
  ['POST',    '/plugins',     {},         'pageCacheSwitchPlugins',  item({ keyedBy: 'key', emptyMap: true }),     { undocumentedParams: fields.plugins, example: { badbehaviour: true } }],
], {
  cachesResponses: false,
  inputMembers: {
    is_cache_enabled: 'isEnabled', cache_lock_down: 'isLocked', cache_path: 'storeName', cache_type: 'kind',
    is_mobile_enabled: 'isMobileSeparate', is_mfunc_enabled: 'hasDynamicFragments', cache_list: 'listsNewest',
    clear_cache_on_post_edit: 'clearsOnEdit', save_headers: 'savesHeaders', cache_rebuild: 'servesStale',
    dont_cache_logged_in: 'visitors', make_known_anon: 'treatsKnownAsAnonymous', use_object_cache: 'usesSharedMemory',
    refresh_current_only_on_comments: 'refreshesOnlyCommented', cache_compression: 'isCompressed', use_304_headers: 'isConditional',
    cache_late_init: 'startsLate', disable_utf8: 'isPlainAscii', cache_disable_locking: 'mayWriteTogether', cache_hello_world: 'greets',
    front_page_checks: 'checksFrontPages', no_cache_for_get: 'bypassesQueries', pages: 'exclusions', cache_max_time: 'collection.maxAge',
    cache_time_interval: 'collection.interval', cache_schedule_type: 'collection.mode', cache_scheduled_time: 'collection.time',
    cache_schedule_interval: 'collection.recurrence', cache_gc_email_me: 'collection.isMailed', preload_interval: 'preload.interval',
    preload_posts: 'preload.publishedPosts', preload_on: 'preload.isOn', preload_taxonomies: 'preload.taxonomies',
    preload_email_volume: 'preload.mailVolume', cache_acceptable_files: 'acceptedFiles', cache_rejected_uri: 'rejectedPaths',
    cache_rejected_user_agent: 'rejectedAgents', cache_direct_pages: 'pinnedPaths', new_direct_page: 'pins', cdn_cname: 'cdn.aliases',
    cdn_https: 'cdn.isHttps', cdn_off_cdn_url: 'cdn.url', cdn_off_site_url: 'cdn.siteUrl', cdn_off_exclude: 'cdn.excluded',
    cdn_off_include_dirs: 'cdn.directories', cdn_enabled: 'cdn.isEnabled', cache_debug: 'debugging.isOn',
    cache_comments: 'debugging.showsDates', cache_front_page_check: 'debugging.checksFrontPage',
    cache_front_page_clear: 'debugging.clearsOnFailure', cache_debug_ip: 'debugging.ip', cache_front_page_text: 'debugging.frontPageText',
    cache_front_page_notification: 'debugging.isMailed', id: 'objectId',
  },
});
