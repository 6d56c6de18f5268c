import type { ProviderFamily } from '#app/config/analytics.ts';
import { fetchGuarded, type GuardedRequest, type GuardedResponse } from '#app/core/outgoing/fetch-guarded.ts';
import { OutgoingError } from '#app/core/outgoing/outgoing-error.ts';
import type { Site } from '#app/site.ts';
import { CONNECT_PAGE } from '../site-address.ts';
import { providerUnreachable, refusalIn, setupWanted } from './failures.ts';

/** A request to the provider. */
export interface ProviderRequest {
  family: ProviderFamily;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the family's address, without a leading slash. */
  path: string;
  /** Lists repeat their name; undefined is left out. */
  query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Access token. */
  token?: string;
  /** The one status that counts as success; every 2xx by default. */
  expects?: number;
}

/** What the provider returned with success. */
export interface ProviderAnswer {
  status: number;
  /** Null where the body is empty. */
  body: unknown;
}

const TIMEOUT_MS = 15_000;
/** Reports are far smaller; a larger response is no report. */
const MAX_BYTES = 4 * 1024 * 1024;

function addressOf(base: string, { path, query = {} }: Pick<ProviderRequest, 'path' | 'query'>): URL {
  const url = new URL(`${base}/${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined)
      for (const one of Array.isArray(value) ? (value as string[]) : [value]) url.searchParams.append(name, String(one));
  return url;
}

function readJson(response: GuardedResponse): unknown {
  if (response.content.length === 0) return null;
  try {
    return JSON.parse(response.text()) as unknown;
  } catch {
    return undefined;
  }
}

/** Sends what is ready to be sent to an address of the family; whatever comes back is the response, whatever its status. */
export async function sendToProvider(
  site: Site,
  family: ProviderFamily,
  url: URL,
  wish: Pick<GuardedRequest, 'method' | 'headers' | 'body'>,
): Promise<GuardedResponse> {
  const trusted = site.config.analytics.addresses[family];
  if (trusted === undefined) throw providerUnreachable();
  try {
    return await fetchGuarded(site, url, {
      accept: 'application/json',
      trusted,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
      ...wish,
    });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    // the address may hold names of properties, the headers hold the token: neither is logged
    site.log.info({ family, reason: error.reason }, 'a request to the analytics provider failed');
    throw providerUnreachable();
  }
}

/** Sends a request; throws `provider_unreachable` when the family has no address or nothing comes back. */
export async function exchange(site: Site, request: ProviderRequest): Promise<GuardedResponse> {
  const base = site.config.analytics.addresses[request.family];
  if (base === undefined) throw providerUnreachable();
  const { family, method, token, body } = request;
  return await sendToProvider(site, family, addressOf(base, request), {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Asks the provider. Throws `provider_refused` with its status, or `provider_unreachable` for what cannot be read. */
export async function askProvider(site: Site, request: ProviderRequest): Promise<ProviderAnswer> {
  const response = await exchange(site, request);
  const body = readJson(response);
  const isSetupWanted = request.family === 'broker' && response.status === 401;
  const wanted = isSetupWanted ? setupWanted(body, site.config.siteUrl + CONNECT_PAGE) : null;
  if (response.status >= 400) throw wanted ?? refusalIn(response.status, body) ?? providerUnreachable();
  if (body === undefined || response.status >= 300) throw providerUnreachable();
  if (request.expects !== undefined && response.status !== request.expects) throw providerUnreachable();
  return { status: response.status, body };
}
