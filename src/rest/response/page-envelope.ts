import { Failure } from '../../core/failures/failure.ts';
import type { RestRequest } from '../parameters/request.ts';
import type { ResponseFormat } from '../routes/route.ts';

/** The parts of a page's result that its envelope needs. */
export interface PageInfo {
  totalCount: number;
  totalPages: number;
  /** Parameter values that the operation applied, including its defaults, by parameter. */
  effective?: Readonly<Record<string, unknown>> | null;
}

/** The request of a page. */
export interface PageRequest {
  plan: { path: string; response: ResponseFormat; declared: readonly { name: string }[]; undocumented: readonly string[] };
  request: Pick<RestRequest, 'query'>;
  values: Readonly<Record<string, unknown>>;
}

type Query = ReadonlyMap<string, unknown>;

const isPresent = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

const toQueryText = (value: unknown): string =>
  Array.isArray(value) ? value.map(toQueryText).join(',') : typeof value === 'boolean' ? String(Number(value)) : String(value);

/** Escapes a query value except the characters that clients expect unescaped. */
function escapeQuery(text: string): string {
  return encodeURIComponent(text).replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/');
}

function createPageUrl(collection: string, query: Query, raw: boolean): string {
  const write = raw ? toQueryText : (value: unknown) => escapeQuery(toQueryText(value));
  const pairs = [...query].map(([name, value]) => `${name}=${write(value)}`);
  return pairs.length === 0 ? collection : `${collection}?${pairs.join('&')}`;
}

/**
 * Returns the effective values, followed by the parameters that were sent, in their order. With URLs of neighbor pages, includes all parameters that
 * the route reads, because all pages must show the same list. Otherwise, includes only the documented ones (docs/behaviour/tickets.md 2). Omits
 * parameters without a value unless they mean `false`.
 */
function createQuery(call: PageRequest, effective: PageInfo['effective']): Map<string, unknown> {
  const query = new Map(Object.entries(effective ?? {}).filter(([, value]) => isPresent(value)));
  const { declared, undocumented, response } = call.plan;
  const repeated = new Set([...declared.map(({ name }) => name), ...(response.pageUrls?.neighbors ? undocumented : [])]);
  for (const [name, value] of Object.entries(call.request.query)) {
    if (repeated.has(name) && !(effective && name in effective) && (isPresent(value) || call.values[name] === false))
      query.set(name, value);
  }
  return query;
}

function withPage(query: Query, page: number): Query {
  const changed = new Map(query);
  if (page === 1) changed.delete('page');
  else changed.set('page', page);
  return changed;
}

/**
 * Returns `rest_url`, `next_rest_url` and `previous_rest_url` of a page as its route configures them. Returns an empty object without `pageUrls`
 * (docs/behaviour/events.md 2.4).
 */
export function createPageUrls(call: PageRequest, restUrl: string, page: PageInfo): Record<string, string> {
  const { pageUrls } = call.plan.response;
  if (!pageUrls) return {};
  const collection = `${restUrl}${call.plan.path}/`;
  const raw = pageUrls.raw ?? false;
  const query = createQuery(call, page.effective);
  const number = Number(call.values['page'] ?? 1);
  return {
    rest_url: createPageUrl(collection, query, raw),
    ...(pageUrls.neighbors && number < page.totalPages && { next_rest_url: createPageUrl(collection, withPage(query, number + 1), raw) }),
    ...(pageUrls.neighbors && number > 1 && { previous_rest_url: createPageUrl(collection, withPage(query, number - 1), raw) }),
  };
}

/** Throws if the page is after the last one and the route refuses such pages. */
export function checkPageExists(response: ResponseFormat, number: number, page: PageInfo): void {
  const { pageNotFound } = response;
  if (!pageNotFound || number <= Math.max(page.totalPages, 1)) return;
  const { code, message, bare } = pageNotFound;
  throw new Failure(code, 404, message, bare ? { bareBody: { code, message } } : {});
}
