import { decodeForm } from '../parameters/decode.ts';
import type { RestRequest } from '../parameters/request.ts';
import type { Pipeline } from './exchange.ts';
import type { Router } from './routing.ts';
import type { FetchLink } from './shape-body.ts';

/** Fetches embedded links as GET requests of the same caller, with the maximum page size for lists. */
export function createLinkFetcher(pipeline: Pipeline, router: Router, restUrl: string): FetchLink {
  const requestOf = (href: string): RestRequest => {
    const [path = '', query = ''] = href.slice(restUrl.length).split('?');
    const perPage = router
      .find(path)
      ?.entry.byMethod.get('GET')
      ?.declared.find(({ name }) => name === 'per_page');
    const most = perPage?.schema.maximum;
    const given = { ...(most !== undefined && { per_page: String(most) }), ...decodeForm(query), context: 'embed' };
    return { method: 'GET', path, headers: {}, query: given };
  };
  return async ({ context }, href) => {
    const exchange = await pipeline.begin({
      log: context.site.log,
      decode: () => requestOf(href),
      authenticate: () => ({ context }),
    });
    return JSON.parse((await pipeline.finish(exchange)).text);
  };
}
