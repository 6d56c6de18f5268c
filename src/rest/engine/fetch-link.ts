import { decodeForm } from '../parameters/decode.ts';
import type { RestRequest } from '../parameters/request.ts';
import type { Pipeline } from './exchange.ts';
import type { Router } from './routing.ts';
import type { FetchLink } from './shape-body.ts';

/** Fetches embedded links as GET requests of the same caller, with the maximum page size for lists. */
export function createLinkFetcher(pipeline: Pipeline, router: Router, restUrl: string): FetchLink {
  const toRequest = (href: string): RestRequest => {
    const [path = '', query = ''] = href.slice(restUrl.length).split('?');
    const perPage = router
      .find(path)
      ?.entry.byMethod.get('GET')
      ?.declared.find(({ name }) => name === 'per_page');
    const maximum = perPage?.schema.maximum;
    return {
      method: 'GET',
      path,
      headers: {},
      query: { ...(maximum !== undefined && { per_page: String(maximum) }), ...decodeForm(query), context: 'embed' },
    };
  };
  return async ({ context }, href) => {
    const exchange = await pipeline.begin({
      log: context.site.log,
      decode: () => toRequest(href),
      authenticate: () => ({ context }),
    });
    return JSON.parse((await pipeline.finish(exchange)).text);
  };
}
