import { Failure } from '../../core/failures/failure.ts';
import type { RestRequest } from '../parameters/request.ts';
import type { ResponseFormat } from '../routes/route.ts';

/** What of a page's result makes its envelope. */
export interface PageFacts {
  totalCount: number;
  totalPages: number;
  /** Values in effect, under the names of the parameters. */
  effective?: Readonly<Record<string, unknown>> | null;
}

/** The request whose response the page is. */
export interface PageRequest {
  plan: { path: string; response: ResponseFormat; declared: readonly { name: string }[]; undocumented: readonly string[] };
  request: Pick<RestRequest, 'query'>;
  values: Readonly<Record<string, unknown>>;
}

type Query = ReadonlyMap<string, unknown>;

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

const plain = (value: unknown): string =>
  Array.isArray(value) ? value.map(plain).join(',') : typeof value === 'boolean' ? String(Number(value)) : String(value);

/** As clients read it: what stands for itself in a query is not escaped. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/');
}

function addressOf(collection: string, query: Query, raw: boolean): string {
  const write = raw ? plain : (value: unknown) => escaped(plain(value));
  const pairs = [...query].map(([name, value]) => `${name}=${write(value)}`);
  return pairs.length === 0 ? collection : `${collection}?${pairs.join('&')}`;
}

/**
 * The values in effect, then the parameters that were sent, in the order they were sent: all that the route reads where its pages have neighbors, which must
 * show the same list; else the declared ones (tickets.md 2). Sent without a value, some say `false`.
 */
function queryOf(call: PageRequest, effective: PageFacts['effective']): Map<string, unknown> {
  const query = new Map(Object.entries(effective ?? {}).filter(([, value]) => isGiven(value)));
  const { declared, undocumented, response } = call.plan;
  const repeated = new Set([...declared.map(({ name }) => name), ...(response.addresses?.neighbors ? undocumented : [])]);
  for (const [name, value] of Object.entries(call.request.query)) {
    if (repeated.has(name) && !(effective && name in effective) && (isGiven(value) || call.values[name] === false)) query.set(name, value);
  }
  return query;
}

function withPage(query: Query, page: number): Query {
  const changed = new Map(query);
  if (page === 1) changed.delete('page');
  else changed.set('page', page);
  return changed;
}

/** `rest_url`, `next_rest_url` and `previous_rest_url` of a page, as its route wants them; without the word, nothing (events.md 2.4). */
export function addressesOf(call: PageRequest, restUrl: string, page: PageFacts): Record<string, string> {
  const { addresses } = call.plan.response;
  if (!addresses) return {};
  const collection = `${restUrl}${call.plan.path}/`;
  const raw = addresses.raw ?? false;
  const query = queryOf(call, page.effective);
  const number = Number(call.values['page'] ?? 1);
  return {
    rest_url: addressOf(collection, query, raw),
    ...(addresses.neighbors && number < page.totalPages && { next_rest_url: addressOf(collection, withPage(query, number + 1), raw) }),
    ...(addresses.neighbors && number > 1 && { previous_rest_url: addressOf(collection, withPage(query, number - 1), raw) }),
  };
}

/** Refuses a page after the last one where the route says so. */
export function checkPageExists(response: ResponseFormat, number: number, page: PageFacts): void {
  const { beyondEnd } = response;
  if (!beyondEnd || number <= Math.max(page.totalPages, 1)) return;
  const { code, message, bare } = beyondEnd;
  throw new Failure(code, 404, message, bare ? { bareBody: { code, message } } : {});
}
