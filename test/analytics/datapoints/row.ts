import type { Provider, ProviderRequest } from '../provider.ts';

/** A request to a datapoint, the expected request to the provider, and the expected result. */
export interface DatapointRow {
  /** HTTP method and name of the datapoint. */
  datapoint: string;
  /** Distinguishes the rows that test the same datapoint. */
  title?: string;
  parameters?: Record<string, unknown>;
  /** Settings of the module. */
  settings?: Record<string, unknown>;
  /** Responses of the provider, by method and path. The test checks the request to the first path. */
  provider?: Record<string, unknown>;
  /** Expected query of the checked request, each name once. */
  query?: Record<string, string | string[]>;
  /** Expected body of the checked request. */
  body?: unknown;
  /** Body that the client receives. */
  response: unknown;
}

/** Sets the provider's responses of a row. A null body becomes a 204. */
export function setResponses(provider: Provider, responses: Record<string, unknown> = {}): void {
  for (const [route, json] of Object.entries(responses))
    provider.respond(route, json === null ? (_request, response) => response.writeHead(204).end() : { json });
}

/** Returns the query as an object. Repeated names have lists. */
export function parseQuery({ query }: ProviderRequest): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}
