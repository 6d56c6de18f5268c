import type { Site } from '#app/site.ts';
import { type PageCacheSettings, pageCacheSetting } from './settings/settings.ts';

/** Optional extensions in addition to the settings (1.4). */
export const extensions = [
  {
    key: 'awaitingmoderation',
    title: 'Awaiting moderation',
    url: '',
    description: 'Kept responses never say that a comment waits for a moderator; nothing has to be left out.',
  },
  {
    key: 'badbehaviour',
    title: 'Robots',
    url: '',
    description: 'Programs that only collect pages get neither kept nor compressed responses.',
  },
  {
    key: 'domain_mapping',
    title: 'Domain mapping',
    url: '',
    description: 'Requests under another host name get the responses of the main one.',
  },
  { key: 'mobile_theme', title: 'Mobile theme', url: '', description: 'Keeps answers for mobile browsers apart.' },
  { key: 'mobile_touch', title: 'Touch theme', url: '', description: 'Keeps answers for touch screens apart.' },
] as const;

/** An extension with its state. */
export type PageCacheExtension = (typeof extensions)[number] & { isEnabled: boolean };

/** Returns all extensions with their current state. */
export function pageCacheExtensions(site: Site): PageCacheExtension[] {
  const on = new Set(site.settings.get(pageCacheSetting).extensions);
  return extensions.map((extension) => ({ ...extension, isEnabled: on.has(extension.key) }));
}

/** True if an extension is enabled. */
export function hasExtension(settings: PageCacheSettings, key: (typeof extensions)[number]['key']): boolean {
  return settings.extensions.includes(key);
}

/** Enables and disables extensions by key. Ignores unknown ones. */
export async function switchExtensions(site: Site, wanted: ReadonlyMap<string, boolean>): Promise<void> {
  await site.settings.change(pageCacheSetting, (settings) => {
    const on = new Set(settings.extensions);
    for (const { key } of extensions) {
      const isWanted = wanted.get(key);
      if (isWanted === true) on.add(key);
      else if (isWanted === false) on.delete(key);
    }
    const isMobileSeparate = settings.isMobileSeparate || (on.has('mobile_theme') && wanted.get('mobile_theme') === true);
    return { ...settings, extensions: [...on], isMobileSeparate };
  });
}
