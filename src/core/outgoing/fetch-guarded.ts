import { isIPv6, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { markUncacheable } from '../caching/cache-dependencies.ts';
import { spanAttributes } from '../tracing/attributes.ts';
import { type Span, runTraced, getTracing } from '../tracing/tracing.ts';
import { readBody } from './body.ts';
import type { OutgoingSite } from './network.ts';
import { OutgoingError } from './outgoing-error.ts';
import { checkTarget, type Target } from './target.ts';

/** Options of `fetchGuarded`. */
export interface GuardedRequest {
  /** GET by default. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Value of the Accept header. Any type by default. */
  accept?: string;
  /** Additional headers. They are not sent to another origin after a redirect. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Maximum size of the response body in bytes; 1 MiB by default. */
  maxBytes?: number;
  /** What to do with a larger body: refuse the response (default), or cut the body at the limit. */
  overflow?: 'refuse' | 'cut';
  /** Maximum duration of the whole exchange in milliseconds, including redirects; 5,000 by default. */
  timeoutMs?: number;
  /** Ends the exchange before its timeout, for example when the time limit of several requests together has passed. */
  signal?: AbortSignal | undefined;
  /** Maximum number of redirects; 3 by default. */
  maxRedirects?: number;
  /** True to return a redirect as the response instead of following it. */
  returnsRedirects?: boolean;
  /** True to allow the site's own host and port even if they are not public, for callers that read the site's own pages. */
  allowsOwnSite?: boolean;
  /** Allows the host and port of this URL even if they are not public. Use only URLs that the operator configured, never external input. */
  trustedUrl?: string;
}

/** The response that `fetchGuarded` returns. */
export interface GuardedResponse {
  /** URL of the response, after redirects. */
  url: string;
  status: number;
  /** Headers by lower-case name. Repeated headers are joined with a comma. */
  headers: Readonly<Record<string, string>>;
  content: Buffer;
  /** True if the body was longer than `maxBytes`. Only possible with `overflow: 'cut'`. */
  isCut: boolean;
  /** Returns the body as UTF-8. */
  text(): string;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MEBIBYTE = 1024 * 1024;

/**
 * Returns a lookup function that resolves every name to the checked IP addresses, so that a change of the DNS between check and connection has no
 * effect.
 */
function createLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all) callback(null, all);
    else callback(null, all[0]?.address ?? '', all[0]?.family);
  };
}

function toPlainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

/** Returns the URLs whose host and port the request may access even if they are not public. */
function getAllowedUrls({ config }: OutgoingSite, { allowsOwnSite, trustedUrl }: GuardedRequest): string[] {
  return [...(allowsOwnSite === true ? [config.siteUrl] : []), ...(trustedUrl === undefined ? [] : [trustedUrl])];
}

/** The response to one request of a chain of redirects. */
type Hop = Omit<GuardedResponse, 'text'>;

/** Sends one request without following redirects. */
async function sendRequest(
  { config }: OutgoingSite,
  { url, addresses }: Target,
  options: GuardedRequest,
  signal: AbortSignal,
): Promise<Hop> {
  // the package is loaded at the first request
  const { Agent, request: send } = await import('undici');
  const agent = new Agent({ connections: 1, pipelining: 0, maxHeaderSize: 16_384, connect: { lookup: createLookup(addresses) } });
  try {
    const result = await send(url, {
      dispatcher: agent,
      method: options.method ?? 'GET',
      signal,
      body: options.body ?? null,
      headers: {
        ...options.headers,
        accept: options.accept ?? '*/*',
        'accept-encoding': 'identity',
        'user-agent': `Marquee (+${config.siteUrl})`,
      },
    });
    const headers = toPlainHeaders(result.headers);
    const response = { url: url.href, status: result.statusCode, headers };
    // the body of a redirect is not needed
    if (isRedirect(response)) return { ...response, content: Buffer.alloc(0), isCut: false };
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== '' && encoding !== 'identity') throw new OutgoingError('encoded', url.href);
    return { ...response, ...(await readBody(result.body, options.maxBytes ?? MEBIBYTE)) };
  } finally {
    await agent.destroy();
  }
}

function isRedirect({ status, headers }: Pick<Hop, 'status' | 'headers'>): boolean {
  return REDIRECTS.has(status) && headers['location'] !== undefined;
}

/**
 * Returns the request that follows a redirect. A request to another origin has no body and no additional headers. The method stays the same if it
 * only reads, or if the status requires it and the origin is the same. Otherwise it becomes GET.
 */
function createRedirectedRequest(options: GuardedRequest, from: Hop, to: string): GuardedRequest {
  const { body, headers, ...otherOptions } = options;
  const isRead = options.method === undefined || options.method === 'GET' || options.method === 'HEAD';
  const keepsMethod = from.status >= 307 || isRead;
  const isSameOrigin = URL.parse(to)?.origin === new URL(from.url).origin;
  return {
    ...otherOptions,
    ...(isSameOrigin && headers && { headers }),
    ...(keepsMethod && isSameOrigin && body !== undefined && { body }),
    method: keepsMethod && (isSameOrigin || isRead) ? (options.method ?? 'GET') : 'GET',
  };
}

/** Resolves or rejects with the work, but rejects as soon as the signal fires. Needed because the resolution of a host name cannot be aborted. */
async function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  work.catch(() => {});
  return await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

/**
 * Sends a request to another site. All outgoing requests use this function. Allows only http and https, no credentials in the URL, the ports 80, 443,
 * 8080 and the site's own, and hosts whose IP addresses are all public. Connects only to the checked IP addresses, and checks every redirect in the
 * same way (docs/behaviour/core-rest.md 9.2). Never sends cookies or credentials of the caller. Returns responses of every status.
 * @throws OutgoingError if the request is refused, fails or takes too long, or if the response is too large
 */
export function fetchGuarded(site: OutgoingSite, url: string | URL, options: GuardedRequest = {}): Promise<GuardedResponse> {
  markUncacheable('it calls another service');
  if (getTracing() === null) return fetchInSpan(site, url, options);
  const { method = 'GET' } = options;
  const attributes = { [spanAttributes.method]: method, [spanAttributes.host]: URL.parse(String(url))?.hostname ?? '' };
  return runTraced(method, (span) => fetchInSpan(site, url, options, span), { kind: 'client', attributes });
}

/** Adds the host and the status to the span. Omits the path, because it may contain a secret. */
function recordHop(span: Span, { url: { hostname, port, protocol } }: Target, { status }: Hop, resends: number): void {
  const scheme = protocol.slice(0, -1);
  span.setAttributes({
    [spanAttributes.host]: hostname,
    [spanAttributes.port]: Number(port) || (scheme === 'https' ? 443 : 80),
    [spanAttributes.scheme]: scheme,
    [spanAttributes.status]: status,
    ...(resends > 0 && { [spanAttributes.resends]: resends }),
  });
}

async function fetchInSpan(site: OutgoingSite, firstUrl: string | URL, options: GuardedRequest, span?: Span): Promise<GuardedResponse> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 5_000);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  let url = String(firstUrl);
  let request = options;
  try {
    for (let resends = 0; ; resends++) {
      const target = await withSignal(checkTarget(site, url, getAllowedUrls(site, options)), signal);
      const response = await sendRequest(site, target, request, signal);
      if (span) recordHop(span, target, response, resends);
      if (!isRedirect(response) || options.returnsRedirects === true) return toGuardedResponse(response, options);
      if (resends >= (options.maxRedirects ?? 3)) throw new OutgoingError('redirects', url);
      const next = URL.parse(response.headers['location'] as string, response.url)?.href;
      if (next === undefined) throw new OutgoingError('address', url);
      request = createRedirectedRequest(request, response, next);
      url = next;
    }
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    throw new OutgoingError(signal.aborted ? 'timeout' : 'unreachable', url, error);
  }
}

function toGuardedResponse(response: Hop, options: GuardedRequest): GuardedResponse {
  if (response.isCut && options.overflow !== 'cut') throw new OutgoingError('too_large', response.url);
  return { ...response, text: () => response.content.toString('utf8') };
}
