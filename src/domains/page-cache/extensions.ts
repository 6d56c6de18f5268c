import type { Site } from '#app/site.ts';
import { type PageCacheSettings, pageCacheSetting } from './settings/settings.ts';

/** Extensions that can be enabled in addition to the settings (docs/behaviour/cache-compliance-maps-2fa-theme.md 1.4). */
export const extensions = [
  {
    key: 'awaitingmoderation',
    title: 'Awaiting moderation',
    url: '',
    description: 'Cached responses never contain comments that await moderation, so this extension has no effect.',
  },
  {
    key: 'badbehaviour',
    title: 'Robots',
    url: '',
    description: 'Bots get neither cached nor compressed responses.',
  },
  {
    key: 'domain_mapping',
    title: 'Domain mapping',
    url: '',
    description: 'Requests for other host names get the responses of the main host name.',
  },
  { key: 'mobile_theme', title: 'Mobile theme', url: '', description: 'Caches responses for mobile browsers separately.' },
  { key: 'mobile_touch', title: 'Touch theme', url: '', description: 'Caches responses for touch screens separately.' },
] as const;

/** An extension with its state. */
export type PageCacheExtension = (typeof extensions)[number] & { isEnabled: boolean };

/** Returns all extensions with their current state. */
export function listPageCacheExtensions(site: Site): PageCacheExtension[] {
  const enabled = new Set(site.settings.get(pageCacheSetting).extensions);
  return extensions.map((extension) => ({ ...extension, isEnabled: enabled.has(extension.key) }));
}

/** True if an extension is enabled. */
export function hasExtension(settings: PageCacheSettings, key: (typeof extensions)[number]['key']): boolean {
  return settings.extensions.includes(key);
}

/** Enables or disables extensions by key. Ignores unknown keys. */
export async function switchExtensions(site: Site, changes: ReadonlyMap<string, boolean>): Promise<void> {
  await site.settings.change(pageCacheSetting, (settings) => {
    const enabled = new Set(settings.extensions);
    for (const { key } of extensions) {
      const isRequested = changes.get(key);
      if (isRequested === true) enabled.add(key);
      else if (isRequested === false) enabled.delete(key);
    }
    const isMobileSeparate = settings.isMobileSeparate || (enabled.has('mobile_theme') && changes.get('mobile_theme') === true);
    return { ...settings, extensions: [...enabled], isMobileSeparate };
  });
}
