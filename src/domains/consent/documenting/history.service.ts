import type { Site } from '#app/site.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { newestFirstOrder } from '../log/consent-log.service.ts';
import { readRememberedConsent } from './document.service.ts';
import type { Visitor } from './visitor.ts';

/** Maximum number of consents in the history. */
const MAX_HISTORY = 100;

/** An earlier decision of the visitor. */
export interface PastDecision {
  uuid: string;
  created: Date;
  buttonClicked: string;
}

/** Returns the visitor's earlier decisions, newest first. */
export async function listPastDecisions(site: Site, visitor: Visitor): Promise<PastDecision[]> {
  return await listConsentHistory(site, visitor, { select: { uuid: true, created: true, buttonClicked: true } });
}

/** Returns the consents in the visitor's cookie, newest first. */
export async function listConsentHistory<Query extends object>(site: Site, visitor: Visitor, query: Query) {
  const { remembered } = readRememberedConsent(site, await readConfiguration(site), visitor);
  if (!remembered) return [];
  const uuids = remembered.uuids.slice(0, MAX_HISTORY);
  return await site.db.prisma.consent.findMany({ ...query, where: { uuid: { in: uuids } }, orderBy: newestFirstOrder, take: uuids.length });
}
