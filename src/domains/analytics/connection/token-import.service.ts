import type { Tx } from '#app/core/db/database.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { capabilitiesByRole } from '#app/domains/identity/auth/roles.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { toRole } from '#app/domains/identity/users/user.record.ts';
import type { Site } from '#app/site.ts';
import { loadActor } from '../access/facts.ts';
import { missingParameter } from '../failures.ts';
import { createRequestProvider } from '../modules/datapoint.service.ts';
import { findMatchingSites } from '../modules/search-console.ts';
import { changeSettings } from '../modules/settings.service.ts';
import { getSiteUrlWithSlash } from '../site-url.ts';
import { loadState } from '../state.ts';
import { listRequiredScopes } from './connection.service.ts';
import { findToken, type TokenInput, buildTokenColumns } from './token-store.ts';

/** A token from the provider with its scopes. */
export interface GrantedTokenInput extends TokenInput {
  /** Full names of the granted scopes. */
  scopes: readonly string[];
  /** True if the user has proved ownership of the site. Undefined leaves the stored value unchanged. */
  verified?: boolean | undefined;
}

/** Stores the current URL of the site. Makes the user the owner if the site has no owner who may still manage it. */
async function claimSite(site: Site, tx: Tx, userId: number): Promise<void> {
  await tx.analyticsSite.createMany({ data: [{ id: 1 }], skipDuplicates: true });
  const row = await tx.analyticsSite.findUnique({ where: { id: 1 }, select: { owner: { select: { role: true } } } });
  const hasOwner = row?.owner && capabilitiesByRole[toRole(row.owner.role)].has('manage_options');
  await tx.analyticsSite.update({
    where: { id: 1 },
    data: { connectedUrl: getSiteUrlWithSlash(site), ...(!hasOwner && { ownerId: userId }) },
    select: { id: true },
  });
}

/** Selects the Search Console property of this site, if none is selected and the provider lists one. */
async function detectProperty(site: Site, viewer: Viewer): Promise<void> {
  const actor = await loadActor(site, viewer);
  if (actor.state.getSettings('search-console')['propertyID'] !== '') return;
  try {
    const [property] = await findMatchingSites({ site, ask: createRequestProvider(site, await findToken(site, viewer.id)) });
    if (property) await changeSettings(site, viewer, actor.facts, 'search-console', { propertyID: property.siteURL });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/**
 * Connects the viewer's account with a token of the provider (docs/behaviour/analytics.md 2.4). Throws `missing_required_param` for an empty token.
 */
export async function importToken(site: Site, viewer: Viewer, { scopes, verified, ...token }: GrantedTokenInput): Promise<void> {
  if (token.accessToken === '') throw missingParameter('accessToken');
  const userId = viewer.id;
  const required = new Set(listRequiredScopes(site, await loadState(site)));
  const columns = {
    ...buildTokenColumns(site, token),
    grantedScopes: scopes.filter((scope) => required.has(scope)),
    additionalScopes: scopes.filter((scope) => !required.has(scope)),
    refreshingUntil: null,
  };
  const userValues = { disconnectedReason: '', tokenError: '', ...(verified !== undefined && { isVerified: verified }) };
  await site.db.transaction(async (tx) => {
    await tx.analyticsToken.upsert({
      where: { userId },
      create: { userId, ...columns },
      update: { refreshToken: null, ...columns, round: { increment: 1 } },
      select: { userId: true },
    });
    await tx.analyticsUser.upsert({ where: { userId }, create: { userId, ...userValues }, update: userValues, select: { userId: true } });
    await claimSite(site, tx, userId);
  });
  await detectProperty(site, viewer);
}
