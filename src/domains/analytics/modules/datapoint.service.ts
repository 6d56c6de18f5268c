import { Failure, invalid } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { moduleCapabilities } from '../access/capabilities.ts';
import { moduleFactsOf } from '../access/facts.ts';
import type { Actor } from '../access/actor.ts';
import { findCredentials } from '../connection/credentials.ts';
import { fullScopes, unsatisfied } from '../connection/scopes.rules.ts';
import { renewedToken, usableToken } from '../connection/token-refresh.ts';
import type { Token } from '../connection/token-store.ts';
import { verificationOf } from '../connection/verification.ts';
import { scopesMissing } from '../failures.ts';
import type { Json } from '../json.ts';
import { askProvider } from '../provider/client.ts';
import type { AskProvider, Datapoint, DatapointCall, Notice } from './datapoint.ts';
import type { ModuleDefinition } from './module.ts';
import { isRecoverable, isShareable, loadOwners } from './ownership.ts';
import { moduleOf } from './registry.ts';
import { changeSettings } from './settings.service.ts';

export type DatapointMethod = 'GET' | 'POST';

/** Returns a client that sends requests with a user's token. If the provider rejects the token, refreshes it and repeats the request once. */
export function askingAs(site: Site, token: Token | null): AskProvider {
  let current = token;
  const send = async (request: Parameters<AskProvider>[0]) => {
    const accessToken = current?.accessToken;
    return (await askProvider(site, { ...request, ...(accessToken !== undefined && { token: accessToken }) })).body;
  };
  return async (request) => {
    try {
      return await send(request);
    } catch (error) {
      const isRejected = error instanceof Failure && error.code === 'provider_refused' && error.status === 401;
      if (!isRejected || !current?.refreshToken) throw error;
      const renewed = await renewedToken(site, current);
      if (!renewed) throw error;
      current = renewed;
      return await send(request);
    }
  };
}

/** Returns the user ID of the owner whose token the request uses, or null if it uses the caller's own. */
async function ownerBehind(
  site: Site,
  viewer: Viewer,
  { state, facts }: Actor,
  module: ModuleDefinition,
  name: string,
): Promise<number | null> {
  if (module.sharedDatapoint !== name || !isShareable(state, module)) return null;
  const owner = state.ownerOf(module.slug);
  if (owner === viewer.id || !moduleCapabilities.read_shared_module_data(facts, moduleFactsOf(viewer, state, module.slug))) return null;
  return isRecoverable(state, module, await loadOwners(site, [owner])) ? null : owner;
}

function checkScopes(site: Site, module: ModuleDefinition, datapoint: Datapoint, token: Token | null): void {
  const { scopeBase } = site.config.analytics;
  for (const names of [datapoint.scopes ?? [], module.scopes]) {
    const wanted = fullScopes(scopeBase, names);
    if (unsatisfied(scopeBase, wanted, token?.scopes ?? []).length > 0) throw scopesMissing(wanted);
  }
}

/** Runs a datapoint for the viewer (analytics.md 6.5). Throws `module_not_active`, `invalid_datapoint`, `missing_required_scopes`, and the failures of the datapoint. */
export async function runDatapoint(
  site: Site,
  viewer: Viewer,
  actor: Actor,
  { slug, name, method, parameters }: { slug: string; name: string; method: DatapointMethod; parameters: Json },
): Promise<unknown> {
  const module = moduleOf(slug);
  if (!actor.state.isActive(slug)) throw new Failure('module_not_active', 403, 'The module is not active.');
  const known = module.datapoints?.[method] ?? {};
  const datapoint = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!datapoint) throw invalid('invalid_datapoint', 'The module has no such datapoint.');
  const owner = await ownerBehind(site, viewer, actor, module, name);
  const token = await usableToken(site, owner ?? viewer.id);
  checkScopes(site, module, datapoint, token);
  return await datapoint.run(callOf(site, viewer, actor, { slug, parameters, isShared: owner !== null, ask: askingAs(site, token) }));
}

function callOf(
  site: Site,
  viewer: Viewer,
  actor: Actor,
  call: Pick<DatapointCall, 'slug' | 'parameters' | 'isShared' | 'ask'>,
): DatapointCall {
  return {
    ...call,
    site,
    viewer,
    actor,
    settings: actor.state.settingsOf(call.slug),
    credentials: () => findCredentials(site),
    store: (changes) => changeSettings(site, viewer, actor.facts, call.slug, changes),
    verification: verificationOf(site, viewer.id),
  };
}

/** Returns the provider's notices about a module for administrators. Empty if the module is inactive or the request fails. */
export async function moduleNotifications(site: Site, viewer: Viewer, actor: Actor, slug: string): Promise<Notice[]> {
  const module = moduleOf(slug);
  if (!actor.state.isActive(slug) || !module.datapoints?.GET?.['notifications'] || !actor.facts.authenticated) return [];
  try {
    return (await runDatapoint(site, viewer, actor, { slug, name: 'notifications', method: 'GET', parameters: {} })) as Notice[];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
