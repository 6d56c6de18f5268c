import { Failure, invalid } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { moduleCapabilities } from '../access/capabilities.ts';
import { getModuleFacts } from '../access/facts.ts';
import type { Actor } from '../access/actor.ts';
import { findCredentials } from '../connection/credentials.ts';
import { expandScopes, findUnsatisfied } from '../connection/scopes.rules.ts';
import { refreshRejectedToken, getUsableToken } from '../connection/token-refresh.ts';
import type { Token } from '../connection/token-store.ts';
import { createVerificationStore } from '../connection/verification.ts';
import { missingScopes } from '../failures.ts';
import type { Json } from '../json.ts';
import { requestProvider } from '../provider/client.ts';
import type { RequestProvider, Datapoint, DatapointCall, Notice } from './datapoint.ts';
import type { ModuleDefinition } from './module.ts';
import { isRecoverable, isShareable, loadOwners } from './ownership.ts';
import { getModule } from './registry.ts';
import { changeSettings } from './settings.service.ts';

export type DatapointMethod = 'GET' | 'POST';

/**
 * Returns a function that sends requests with a user's token. If the provider rejects the token, refreshes the token and repeats the
 * request once.
 */
export function createRequestProvider(site: Site, token: Token | null): RequestProvider {
  let current = token;
  const send = async (request: Parameters<RequestProvider>[0]) => {
    const accessToken = current?.accessToken;
    return (await requestProvider(site, { ...request, ...(accessToken !== undefined && { token: accessToken }) })).body;
  };
  return async (request) => {
    try {
      return await send(request);
    } catch (error) {
      const isRejected = error instanceof Failure && error.code === 'provider_refused' && error.status === 401;
      if (!isRejected || !current?.refreshToken) throw error;
      const refreshed = await refreshRejectedToken(site, current);
      if (!refreshed) throw error;
      current = refreshed;
      return await send(request);
    }
  };
}

/** Returns the ID of the module's owner if the request uses the owner's token. Null if it uses the viewer's own token. */
async function findOwnerIdForRequest(
  site: Site,
  viewer: Viewer,
  { state, facts }: Actor,
  module: ModuleDefinition,
  name: string,
): Promise<number | null> {
  if (module.sharedDatapoint !== name || !isShareable(state, module)) return null;
  const ownerId = state.getOwnerId(module.slug);
  if (ownerId === viewer.id || !moduleCapabilities.read_shared_module_data(facts, getModuleFacts(viewer, state, module.slug))) return null;
  return isRecoverable(state, module, await loadOwners(site, [ownerId])) ? null : ownerId;
}

function checkScopes(site: Site, module: ModuleDefinition, datapoint: Datapoint, token: Token | null): void {
  const { scopeBase } = site.config.analytics;
  for (const names of [datapoint.scopes ?? [], module.scopes]) {
    const required = expandScopes(scopeBase, names);
    if (findUnsatisfied(scopeBase, required, token?.scopes ?? []).length > 0) throw missingScopes(required);
  }
}

/**
 * Runs a datapoint for the viewer (docs/behaviour/analytics.md 6.5). Throws `invalid_module_slug`, `module_not_active`, `invalid_datapoint`,
 * `missing_required_scopes`, and the failures of the datapoint.
 */
export async function runDatapoint(
  site: Site,
  viewer: Viewer,
  actor: Actor,
  { slug, name, method, parameters }: { slug: string; name: string; method: DatapointMethod; parameters: Json },
): Promise<unknown> {
  const module = getModule(slug);
  if (!actor.state.isActive(slug)) throw new Failure('module_not_active', 403, 'The module is not active.');
  const datapoints = module.datapoints?.[method] ?? {};
  const datapoint = Object.hasOwn(datapoints, name) ? datapoints[name] : undefined;
  if (!datapoint) throw invalid('invalid_datapoint', 'The module has no such datapoint.');
  const ownerId = await findOwnerIdForRequest(site, viewer, actor, module, name);
  const token = await getUsableToken(site, ownerId ?? viewer.id);
  checkScopes(site, module, datapoint, token);
  return await datapoint.run(
    createCall(site, viewer, actor, { slug, parameters, isShared: ownerId !== null, ask: createRequestProvider(site, token) }),
  );
}

function createCall(
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
    settings: actor.state.getSettings(call.slug),
    credentials: () => findCredentials(site),
    store: (changes) => changeSettings(site, viewer, actor.facts, call.slug, changes),
    verification: createVerificationStore(site, viewer.id),
  };
}

/**
 * Returns the provider's notices about a module. Returns an empty list if the viewer has no token, if the module is inactive or has no notices, or
 * if the request fails.
 */
export async function listModuleNotifications(site: Site, viewer: Viewer, actor: Actor, slug: string): Promise<Notice[]> {
  const module = getModule(slug);
  if (!actor.state.isActive(slug) || !module.datapoints?.GET?.['notifications'] || !actor.facts.authenticated) return [];
  try {
    return (await runDatapoint(site, viewer, actor, { slug, name: 'notifications', method: 'GET', parameters: {} })) as Notice[];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
