import type { Composer } from '#app/core/mail/composer.ts';
import type { Site } from '#app/site.ts';

/** Returns the composer that a domain declares for a kind of mail, or null for an unknown kind. */
export function findComposer(site: Site, kind: string): Composer<Site> | null {
  for (const { mails } of site.domains) if (mails && Object.hasOwn(mails, kind)) return mails[kind] ?? null;
  return null;
}
