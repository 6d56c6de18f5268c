import { purgeRequested } from '#app/domains/page-cache/entries/purge.service.ts';
import { listPageCacheExtensions, switchExtensions } from '#app/domains/page-cache/extensions.ts';
import { clearNotes } from '#app/domains/page-cache/notes/notes.service.ts';
import { startPreload, stopPreload } from '#app/domains/page-cache/preload/plan.service.ts';
import { loadPreloadState } from '#app/domains/page-cache/preload/state.ts';
import { testPageCache } from '#app/domains/page-cache/self-test.service.ts';
import {
  changePageCache,
  getPageCacheSettings,
  restorePageCache,
  setUpPageCache,
} from '#app/domains/page-cache/settings/settings.service.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { cacheManagers } from './access.ts';
import { PageCacheExtension } from './page-cache.queries.ts';
import { PageCacheSettingsInput, replaceNulls } from './settings.input.ts';
import { PageCachePreloadState, PageCacheSettings } from './settings.ts';
import { payload } from '../public/payload.ts';
import { declareFormerName } from '../public/former-names.ts';

const PageCachePurgeInput = builder.inputType('PageCachePurgeInput', {
  description: 'Cached responses to remove. Only the first given field applies. Without any field, all responses of this site are removed.',
  fields: (t) => ({
    objectId: t.int({ description: 'ID of a content item. Removes the responses that show it, and the archives of its author.' }),
    expired: t.boolean({ description: 'Whether to remove expired responses.' }),
    url: t.string({
      description: 'URL, with or without its scheme. Removes its responses, including those of the other pages of a list.',
    }),
    all: t.boolean({ description: 'Whether to remove the responses of all hosts.' }),
  }),
});

const PageCachePurge = builder.simpleObject('PageCachePurge', {
  description: 'Result of removing cached responses.',
  fields: (t) => ({ success: t.boolean({ description: 'Whether the responses were removed.' }) }),
});

const PageCacheExtensionInput = builder.inputType('PageCacheExtensionInput', {
  description: 'An extension to activate or deactivate.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Name of the extension; unknown ones are ignored.' }),
    isEnabled: t.boolean({ required: true, description: 'Whether to activate the extension.' }),
  }),
});

const input = { type: PageCacheSettingsInput, required: true, description: 'The fields to change.' } as const;

const PageCachePreloadSwitch = builder.simpleObject('PageCachePreloadSwitch', {
  ...legacy({ use: 'PageCachePreloadState' }),
  description: 'Result of starting or stopping the preload.',
  fields: (t) => ({
    isEnabled: t.boolean({ nullable: true, description: 'Whether a run is planned now; null if the operator forbids the preload.' }),
    error: t.string({ nullable: true, description: 'Reason why nothing was changed; null if the preload was started or stopped.' }),
  }),
});

builder.mutationFields((t) => ({
  updatePageCacheSettings: t.field({
    type: PageCacheSettings,
    description: 'Changes the settings of the page cache; invalid values are corrected or ignored. For administrators.',
    ...cacheManagers,
    args: { input: t.arg(input) },
    resolve: async (_root, { input: changes }, { site }) => {
      const { exclusions, ...otherChanges } = replaceNulls(changes);
      // Clients may omit kinds of responses; those keep their stored values
      const merged = exclusions && { exclusions: { ...getPageCacheSettings(site).exclusions, ...exclusions } };
      await changePageCache(site, { ...otherChanges, ...merged });
      return getPageCacheSettings(site);
    },
  }),
  setUpPageCache: t.field({
    type: PageCacheSettings,
    description:
      'Activates the page cache with the recommended settings, or deactivates it; cached responses are kept. For administrators.',
    ...cacheManagers,
    args: { isOn: t.arg.boolean({ required: true, description: 'Whether to activate the cache.' }) },
    resolve: async (_root, { isOn }, { site }) => {
      await setUpPageCache(site, isOn);
      return getPageCacheSettings(site);
    },
  }),
  restorePageCacheSettings: t.field({
    type: PageCacheSettings,
    description: 'Restores the default settings of the page cache, with a new secret; cached responses are kept. For administrators.',
    ...cacheManagers,
    resolve: async (_root, _args, { site }) => {
      await restorePageCache(site);
      return getPageCacheSettings(site);
    },
  }),
  writePageCacheSettings: t.field({
    type: PageCacheSettings,
    ...legacy({ use: 'updatePageCacheSettings' }),
    description:
      'Runs `setUpPageCache` if `isOn` is given, `restorePageCacheSettings` if `restores` is true, and `updatePageCacheSettings` otherwise. For administrators.',
    ...cacheManagers,
    args: {
      isOn: t.arg.boolean({ description: 'Whether to activate (true) or deactivate (false) the cache.' }),
      restores: t.arg.boolean({ description: 'Whether to restore the default settings.' }),
      clearsNotes: t.arg.boolean({ description: 'Whether to clear the log as well.' }),
      input: t.arg(input),
    },
    resolve: async (_root, { isOn, restores, clearsNotes, input: changes }, { site }) => {
      if (isOn != null) await setUpPageCache(site, isOn);
      else if (restores) await restorePageCache(site);
      else {
        if (clearsNotes) await clearNotes(site);
        await changePageCache(site, changes);
      }
      return getPageCacheSettings(site);
    },
  }),
  purgePageCache: t.field({
    type: PageCachePurge,
    description: 'Removes cached responses; unknown URLs are ignored. For administrators.',
    ...cacheManagers,
    args: { input: t.arg({ type: PageCachePurgeInput, required: true, description: 'The responses to remove.' }) },
    resolve: async (_root, { input: selection }, { site }) => {
      await purgeRequested(site, selection);
      return { success: true };
    },
  }),
  startPageCachePreload: t.field({
    type: PageCachePreloadState,
    description: 'Schedules a new run of the preload, which starts in ten seconds. For administrators.',
    ...cacheManagers,
    resolve: async (_root, _args, { site }) => {
      if (site.config.pageCachePreload) await startPreload(site);
      return await loadPreloadState(site);
    },
  }),
  stopPageCachePreload: t.field({
    type: PageCachePreloadState,
    description: 'Stops the run of the preload. For administrators.',
    ...cacheManagers,
    resolve: async (_root, _args, { site }) => {
      await stopPreload(site);
      return await loadPreloadState(site);
    },
  }),
  switchPageCachePreload: t.field({
    type: PageCachePreloadSwitch,
    nullable: true,
    ...legacy({ use: 'startPageCachePreload { pageCachePreloadState { isRunning nextAt } }' }),
    description: 'Runs `startPageCachePreload` or `stopPageCachePreload`; without the argument, nothing happens. For administrators.',
    ...cacheManagers,
    args: {
      isEnabled: t.arg.boolean({ description: 'Whether to start (true) or stop (false) the preload; nothing changes if it is absent.' }),
    },
    resolve: async (_root, { isEnabled }, { site }) => {
      if (!site.config.pageCachePreload) return { isEnabled: null, error: 'preload disabled by admin' };
      if (isEnabled == null) return null;
      await (isEnabled ? startPreload(site) : stopPreload(site));
      return { isEnabled, error: null };
    },
  }),
  testPageCache: t.boolean({
    ...payload('isPassed', 'True if the cache served the last two requests.'),
    description:
      'Requests the home page three times. Error code `page_cache_test_failed`: the cache did not serve the last two requests. For administrators.',
    ...cacheManagers,
    resolve: async (_root, _args, { site }) => {
      await testPageCache(site);
      return true;
    },
  }),
  setPageCacheExtensions: t.field({
    ...declareFormerName('switchPageCacheExtensions'),
    ...payload('extensions', 'All extensions of the page cache, after the change.'),
    type: [PageCacheExtension],
    description: 'Activates and deactivates extensions of the page cache; returns all of them. For administrators.',
    ...cacheManagers,
    args: {
      extensions: t.arg({ type: [PageCacheExtensionInput], required: true, description: 'The extensions to activate or deactivate.' }),
    },
    resolve: async (_root, { extensions }, { site }) => {
      await switchExtensions(site, new Map(extensions.map(({ key, isEnabled }) => [key, isEnabled])));
      return listPageCacheExtensions(site);
    },
  }),
  clearPageCacheLog: t.boolean({
    ...declareFormerName('clearPageCacheNotes'),
    ...payload('isCleared', 'True once the log is cleared.'),
    description: 'Clears the log of the page cache. For administrators.',
    ...cacheManagers,
    resolve: async (_root, _args, { site }) => {
      await clearNotes(site);
      return true;
    },
  }),
}));
