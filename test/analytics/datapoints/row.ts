import type { Provider, ProviderRequest } from '../provider.ts';

/** A request to a datapoint, the expected request to the provider, and the expected result. */
export interface DatapointRow {
  /** HTTP method and name of the datapoint. */
  point: string;
  /** Description, needed if several rows test one datapoint. */
  shows?: string;
  parameters?: Record<string, unknown>;
  /** Settings of the module. */
  settings?: Record<string, unknown>;
  /** Responses of the provider, by method and path. The first one is the request that the test checks. */
  provider?: Record<string, unknown>;
  /** Query of that request, each name once. */
  query?: Record<string, string | string[]>;
  /** Body of that request. */
  body?: unknown;
  /** Body that the client receives. */
  answer: unknown;
}

/** Registers the provider's responses of a row. A null body becomes a 204. */
export function serve(provider: Provider, answers: Record<string, unknown> = {}): void {
  for (const [route, json] of Object.entries(answers))
    provider.answers(route, json === null ? (_request, response) => response.writeHead(204).end() : { json });
}

/** Returns the query as an object. */
export function queryIn({ query }: ProviderRequest): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const all = query.getAll(name);
      return [name, all.length > 1 ? all : (all[0] ?? '')];
    }),
  );
}
