import { isIPv6, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { markUncacheable } from '../caching/cache-dependencies.ts';
import { named } from '../tracing/attributes.ts';
import { type Span, traced, tracing } from '../tracing/tracing.ts';
import { readBody } from './body.ts';
import type { OutgoingSite } from './network.ts';
import { OutgoingError } from './outgoing-error.ts';
import { checkTarget, type Target } from './target.ts';

export interface GuardedRequest {
  /** GET by default. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Value of the Accept header. Any type by default. */
  accept?: string;
  /** Additional headers. They are not sent along a redirect to another origin. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Maximum size of the response body in bytes; 1 MiB by default. */
  maxBytes?: number;
  /** Handling of a larger body: refuse it (default) or cut it at the limit. */
  overflow?: 'refuse' | 'cut';
  /** Timeout for the whole exchange, including redirects; 5,000 by default. */
  timeoutMs?: number;
  /** Maximum of redirects; 3 by default. */
  maxRedirects?: number;
  /** Returns a redirect as the response instead of following it. */
  returnsRedirects?: boolean;
  /** Allows the site's own host and port even if they are not public, for callers that read the site's own pages. */
  ownSite?: boolean;
  /** Allows the host and port of this address even if they are not public. Use only for addresses that the operator configured, never for external input. */
  trusted?: string;
}

export interface GuardedResponse {
  /** Address of the response, after redirects. */
  url: string;
  status: number;
  /** By lower-case name; repeated headers are joined with a comma. */
  headers: Readonly<Record<string, string>>;
  content: Buffer;
  /** True if the body exceeded `maxBytes`; only with `overflow: 'cut'`. */
  isCut: boolean;
  /** Returns the body as UTF-8. */
  text(): string;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MEBIBYTE = 1024 * 1024;

/** Resolves names only to the checked addresses, so that a DNS change between check and connection has no effect. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all) callback(null, all);
    else callback(null, all[0]?.address ?? '', all[0]?.family);
  };
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

/** Returns the addresses that the request may access even if they are not public. */
function placesOf({ config }: OutgoingSite, { ownSite, trusted }: GuardedRequest): string[] {
  return [...(ownSite === true ? [config.siteUrl] : []), ...(trusted === undefined ? [] : [trusted])];
}

type Hop = Omit<GuardedResponse, 'text'>;

async function ask({ config }: OutgoingSite, { url, addresses }: Target, wish: GuardedRequest, signal: AbortSignal): Promise<Hop> {
  // loaded for the first request
  const { Agent, request: send } = await import('undici');
  const agent = new Agent({ connections: 1, pipelining: 0, maxHeaderSize: 16_384, connect: { lookup: lookupOf(addresses) } });
  try {
    const response = await send(url, {
      dispatcher: agent,
      method: wish.method ?? 'GET',
      signal,
      body: wish.body ?? null,
      headers: {
        ...wish.headers,
        accept: wish.accept ?? '*/*',
        'accept-encoding': 'identity',
        'user-agent': `Marquee (+${config.siteUrl})`,
      },
    });
    const headers = plainHeaders(response.headers);
    const answer = { url: url.href, status: response.statusCode, headers };
    // only the address of a redirect is needed
    if (isRedirect(answer)) return { ...answer, content: Buffer.alloc(0), isCut: false };
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== '' && encoding !== 'identity') throw new OutgoingError('encoded', url.href);
    return { ...answer, ...(await readBody(response.body, wish.maxBytes ?? MEBIBYTE)) };
  } finally {
    await agent.destroy();
  }
}

function isRedirect({ status, headers }: Pick<Hop, 'status' | 'headers'>): boolean {
  return REDIRECTS.has(status) && headers['location'] !== undefined;
}

/** Returns the request that follows a redirect. It has no body unless the status requires one, and no custom headers for another origin. */
function following(wish: GuardedRequest, from: Hop, to: string): GuardedRequest {
  const { body, headers, ...rest } = wish;
  const reads = wish.method === undefined || wish.method === 'GET' || wish.method === 'HEAD';
  const repeats = from.status >= 307 || reads;
  const sameOrigin = URL.parse(to)?.origin === new URL(from.url).origin;
  return {
    ...rest,
    ...(sameOrigin && headers && { headers }),
    ...(repeats && sameOrigin && body !== undefined && { body }),
    method: repeats && (sameOrigin || reads) ? (wish.method ?? 'GET') : 'GET',
  };
}

/** Settles with the work, or rejects as soon as the signal fires, because name resolution cannot be interrupted. */
async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
  });
  work.catch(() => {});
  return await Promise.race([work, stopped]).finally(() => signal.removeEventListener('abort', stop));
}

/**
 * Sends a request to another site; all outgoing requests use it. Allows http and https without credentials in the address, ports 80, 443, 8080 or the site's
 * own, and hosts with public addresses only. Connects to the checked address, and checks every redirect in the same way (core-rest.md 9.2). Never sends
 * cookies or credentials of the caller. Returns responses of every status.
 * @throws OutgoingError if the request is refused, fails, takes too long or the response is too large
 */
export function fetchGuarded(site: OutgoingSite, address: string | URL, wish: GuardedRequest = {}): Promise<GuardedResponse> {
  markUncacheable('it asks another service');
  if (tracing() === null) return fetchWithin(site, address, wish);
  const { method = 'GET' } = wish;
  const attributes = { [named.method]: method, [named.host]: URL.parse(String(address))?.hostname ?? '' };
  return traced(method, (span) => fetchWithin(site, address, wish, span), { kind: 'client', attributes });
}

/** Adds the host and the status to the span. Omits the path, because it may contain a secret. */
function noteHop(span: Span, { url: { hostname, port, protocol } }: Target, { status }: Hop, resends: number): void {
  const scheme = protocol.slice(0, -1);
  span.setAttributes({
    [named.host]: hostname,
    [named.port]: Number(port) || (scheme === 'https' ? 443 : 80),
    [named.scheme]: scheme,
    [named.status]: status,
    ...(resends > 0 && { [named.resends]: resends }),
  });
}

async function fetchWithin(site: OutgoingSite, address: string | URL, wish: GuardedRequest, span?: Span): Promise<GuardedResponse> {
  const signal = AbortSignal.timeout(wish.timeoutMs ?? 5_000);
  let url = String(address);
  let request = wish;
  try {
    for (let resends = 0; ; resends++) {
      const target = await within(checkTarget(site, url, placesOf(site, wish)), signal);
      const answer = await ask(site, target, request, signal);
      if (span) noteHop(span, target, answer, resends);
      if (!isRedirect(answer) || wish.returnsRedirects === true) return finished(answer, wish);
      if (resends >= (wish.maxRedirects ?? 3)) throw new OutgoingError('redirects', url);
      const next = URL.parse(answer.headers['location'] as string, answer.url)?.href;
      if (next === undefined) throw new OutgoingError('address', url);
      request = following(request, answer, next);
      url = next;
    }
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    throw new OutgoingError(signal.aborted ? 'timeout' : 'unreachable', url, error);
  }
}

function finished(answer: Hop, wish: GuardedRequest): GuardedResponse {
  if (answer.isCut && wish.overflow !== 'cut') throw new OutgoingError('too_large', answer.url);
  return { ...answer, text: () => answer.content.toString('utf8') };
}
