import type { Composer } from '#app/core/mail/composer.ts';
import type { Site } from '#app/site.ts';

/** Who makes a kind of message, as the site's domains declare it; null for a kind that nobody makes any more. */
export function composerOf(site: Site, kind: string): Composer<Site> | null {
  for (const { mails } of site.domains) if (mails && Object.hasOwn(mails, kind)) return mails[kind] ?? null;
  return null;
}
