import type { Provider, ProviderRequest } from '../provider.ts';

/** A request to a datapoint, what the provider is asked for it, and what comes of that. */
export interface DatapointRow {
  /** Method and name. */
  point: string;
  /** What it shows, where several rows are about one datapoint. */
  shows?: string;
  parameters?: Record<string, unknown>;
  /** Settings of the module. */
  settings?: Record<string, unknown>;
  /** What the provider returns, by method and path; the first is the request that is looked at. */
  provider?: Record<string, unknown>;
  /** Of that request: its query, each name once, … */
  query?: Record<string, string | string[]>;
  /** … and its body. */
  body?: unknown;
  /** What the client gets. */
  answer: unknown;
}

/** The provider's responses of a row; without a body it returns 204. */
export function serve(provider: Provider, answers: Record<string, unknown> = {}): void {
  for (const [route, json] of Object.entries(answers))
    provider.answers(route, json === null ? (_request, response) => response.writeHead(204).end() : { json });
}

/** A query as names and values. */
export function queryIn({ query }: ProviderRequest): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const all = query.getAll(name);
      return [name, all.length > 1 ? all : (all[0] ?? '')];
    }),
  );
}
