import type { Site } from '#app/site.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { newestFirst } from '../log/consent-log.service.ts';
import { rememberedConsent } from './document.service.ts';
import type { Visitor } from './visitor.ts';

/** Longest history that is shown. */
const MAX_HISTORY = 100;

/** A decision that the visitor gave before. */
export interface PastDecision {
  uuid: string;
  created: Date;
  buttonClicked: string;
}

/** When and how the visitor decided before, newest first. */
export async function pastDecisions(site: Site, visitor: Visitor): Promise<PastDecision[]> {
  return await consentHistory(site, visitor, { select: { uuid: true, created: true, buttonClicked: true } });
}

/** Numbers of the consents that the visitor's browser remembers, newest first. */
export async function consentHistory<Query extends object>(site: Site, visitor: Visitor, query: Query) {
  const { remembered } = rememberedConsent(site, await readConfiguration(site), visitor);
  if (!remembered) return [];
  const uuids = remembered.uuids.slice(0, MAX_HISTORY);
  return await site.db.prisma.consent.findMany({ ...query, where: { uuid: { in: uuids } }, orderBy: newestFirst, take: uuids.length });
}
