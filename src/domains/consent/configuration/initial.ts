import { now } from '#app/core/time/clock.ts';
import { acquireAdvisoryLock } from '#app/core/db/lock.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { loadCatalog } from '../templates/catalog.service.ts';
import { installedAt } from '../settings/state.settings.ts';
import { initialGroups } from './initial-groups.ts';
import { listOwnDefinitions, OWN_SERVICE } from './own-service.ts';

/** Default lifetime of a consent in days. */
const COOKIE_DAYS = 365;

const ensureMenu = statement(
  'ensure_menu',
  `INSERT INTO navigation_menu (name, locations) SELECT 'Main', ARRAY['primary'] WHERE NOT EXISTS (SELECT 1 FROM navigation_menu)`,
);

/**
 * Creates the initial content of the banner (docs/behaviour/consent-queue-product.md 1). Safe to call repeatedly and from several processes at once.
 */
export async function ensureConsentContent(site: Site): Promise<void> {
  if (site.settings.get(installedAt) !== null) return;
  await site.db.transaction(async (tx) => {
    await acquireAdvisoryLock(tx, 'consent initial content');
    const isDefault = true;
    await tx.serviceGroup.createMany({
      data: initialGroups.map((group, position) => ({ ...group, position, isDefault })),
      skipDuplicates: true,
    });
    const essential = await tx.serviceGroup.findUniqueOrThrow({ where: { slug: 'essential' }, select: { id: true } });
    await tx.consentService.createMany({
      data: [
        {
          slug: OWN_SERVICE,
          title: 'Consent banner',
          purpose: 'Asks visitors for consent to the services of this website, remembers what they decided, and documents it.',
          groupId: essential.id,
          uniqueName: OWN_SERVICE,
          legalBasis: 'legal-requirement',
          isProviderCurrentWebsite: true,
          technicalDefinitions: listOwnDefinitions(COOKIE_DAYS) as unknown as object[],
          presetId: OWN_SERVICE,
          presetVersion: 1,
        },
      ],
      skipDuplicates: true,
    });
    await tx.bannerLink.createMany({
      data: [{ slug: 'privacy-policy', title: 'Privacy policy', pageType: 'privacyPolicy' }],
      skipDuplicates: true,
    });
    await executeIn(tx, ensureMenu);
  });
  await loadCatalog(site);
  await site.settings.change(installedAt, (time) => time ?? now().getTime());
}
