import type { ProviderApi } from '#app/config/analytics.ts';
import { fetchGuarded, type GuardedRequest, type GuardedResponse } from '#app/core/outgoing/fetch-guarded.ts';
import { OutgoingError } from '#app/core/outgoing/outgoing-error.ts';
import type { Site } from '#app/site.ts';
import { CONNECT_PAGE } from '../site-url.ts';
import { providerUnreachable, findRefusal, findSetupFailure } from './failures.ts';

/** A request to the provider. */
export interface ProviderRequest {
  /** API of the provider or the broker. Each has its own base URL. */
  family: ProviderApi;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path relative to the base URL, without a leading slash. */
  path: string;
  /** Query parameters. A list repeats the parameter. Undefined parameters are omitted. */
  query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  /** Body, which is sent as JSON. */
  body?: unknown;
  /** Access token. */
  token?: string;
  /** The only status that counts as success. By default, every 2xx status does. */
  expects?: number;
}

/** A successful response of the provider. */
export interface ProviderResponse {
  status: number;
  /** Parsed JSON. Null if the body is empty. */
  body: unknown;
}

const TIMEOUT_MS = 15_000;
/** Maximum size of a response. Reports are far smaller. */
const MAX_BYTES = 4 * 1024 * 1024;

function buildUrl(base: string, { path, query = {} }: Pick<ProviderRequest, 'path' | 'query'>): URL {
  const url = new URL(`${base}/${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined)
      for (const item of Array.isArray(value) ? (value as string[]) : [value]) url.searchParams.append(name, String(item));
  return url;
}

function parseJson(response: GuardedResponse): unknown {
  if (response.content.length === 0) return null;
  try {
    return JSON.parse(response.text()) as unknown;
  } catch {
    return undefined;
  }
}

/** Sends a request to a URL of one of the provider's APIs and returns the response, whatever its status. Throws `provider_unreachable`. */
export async function sendToProvider(
  site: Site,
  family: ProviderApi,
  url: URL,
  options: Pick<GuardedRequest, 'method' | 'headers' | 'body'>,
): Promise<GuardedResponse> {
  const trustedUrl = site.config.analytics.addresses[family];
  if (trustedUrl === undefined) throw providerUnreachable();
  try {
    return await fetchGuarded(site, url, {
      accept: 'application/json',
      trustedUrl,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
      ...options,
    });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    // logs neither the URL, which may contain property names, nor the headers, which contain the token
    site.log.info({ family, reason: error.reason }, 'a request to the analytics provider failed');
    throw providerUnreachable();
  }
}

/** Sends a request and returns the response, whatever its status. Throws `provider_unreachable` if the API has no URL or does not respond. */
export async function sendRequest(site: Site, request: ProviderRequest): Promise<GuardedResponse> {
  const base = site.config.analytics.addresses[request.family];
  if (base === undefined) throw providerUnreachable();
  const { family, method, token, body } = request;
  return await sendToProvider(site, family, buildUrl(base, request), {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/**
 * Sends a request and parses the response. Throws `provider_refused` with the provider's status for an error response, and `provider_unreachable` if
 * there is no response or if it cannot be parsed.
 */
export async function requestProvider(site: Site, request: ProviderRequest): Promise<ProviderResponse> {
  const response = await sendRequest(site, request);
  const body = parseJson(response);
  const mayNeedSetup = request.family === 'broker' && response.status === 401;
  const setupFailure = mayNeedSetup ? findSetupFailure(body, site.config.siteUrl + CONNECT_PAGE) : null;
  if (response.status >= 400) throw setupFailure ?? findRefusal(response.status, body) ?? providerUnreachable();
  if (body === undefined || response.status >= 300) throw providerUnreachable();
  if (request.expects !== undefined && response.status !== request.expects) throw providerUnreachable();
  return { status: response.status, body };
}
