import type { Site } from '#app/site.ts';
import type { TechnicalDefinition } from '../revision/content.types.ts';

/** Slug and template ID of the banner's own service, which every installation has (docs/behaviour/consent-queue-product.md 1). */
export const OWN_SERVICE = 'consent-banner';

/** Prefix of the banner's own cookies. */
export const cookiePrefix = 'consent_banner';

/** Returns the definitions of the banner's own cookies. `days` is their lifetime. */
export function listOwnDefinitions(days: number): TechnicalDefinition[] {
  const cookie = (name: string, purpose: string): TechnicalDefinition => ({
    type: 'http',
    name,
    host: 'main+subdomains',
    duration: days,
    durationUnit: 'd',
    isSessionDuration: false,
    purpose,
  });
  return [
    cookie(`${cookiePrefix}*`, 'Remembers the decision, with the numbers of its consents and the revision it was given for.'),
    cookie(`${cookiePrefix}*-tcf`, 'Remembers the decision in the form of the Transparency and Consent Framework.'),
    cookie(`${cookiePrefix}*-gcm`, 'Remembers the decision in the form of Google Consent Mode.'),
    cookie(`${cookiePrefix}-test`, 'Checks whether the browser accepts cookies. It is deleted at once.'),
  ];
}

/** Stores a new lifetime of the banner's own cookies, in days. */
export async function setOwnCookieLifetime(site: Site, days: number): Promise<void> {
  const definitions = listOwnDefinitions(days) as unknown as object[];
  await site.db.prisma.consentService.updateMany({ where: { presetId: OWN_SERVICE }, data: { technicalDefinitions: definitions } });
}
