import { CREATE, item, namespace, READ, value } from '#app/rest/table.ts';
import * as fields from './fields.ts';

const passed = { status: true };
const tested = value({ body: { status: true, attempts: { prime: passed, first: passed, second: passed } } });
const failedTest = { page_cache_test_failed: { status: 500, as: 'message', inList: true, extra: { code: 'test_error', data: { status: 500 } } } };

/** Document 2, "Page cache"; behavior: cache-compliance-maps-2fa-theme.md 1. No parameter is published. */
export default namespace('page-cache/v1', [
  // methods  path            parameters  runs                       response                                      options
  [READ,      '/settings',    {},         'pageCacheSettings',       item()],
  [CREATE,    '/settings',    {},         'pageCacheWriteSettings',  item(),                                       { undocumentedParams: fields.settings, example: { easy: true } }],
  [READ,      '/status',      {},         'pageCacheStatus',         item()],
  [READ,      '/stats',       {},         'pageCacheStats',          item()],
  [READ,      '/cache',       {},         'pageCacheList',           item()],
  [CREATE,    '/cache',       {},         'pageCachePurge',          value({ body: { 'Cache Cleared': true } }),   { undocumentedParams: fields.purge, example: { all: true } }],
  [CREATE,    '/preload',     {},         'pageCachePreload',        item({ nullBody: true }),                     { undocumentedParams: fields.preload, example: { enable: false } }],
  [CREATE,    '/cache/test',  {},         'pageCacheTest',           tested,                                       { bareErrors: failedTest, refuses: { page_cache_test_failed: 500 } }],
  [READ,      '/plugins',     {},         'pageCachePlugins',        item({ keyedBy: 'key', emptyMap: true })],
  [CREATE,    '/plugins',     {},         'pageCacheSwitchPlugins',  item({ keyedBy: 'key', emptyMap: true }),     { undocumentedParams: fields.plugins, example: { badbehaviour: true } }],
], {
  cachesResponses: false,
  failures: { page_cache_test_failed: 'test_error' },
});
