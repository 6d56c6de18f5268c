import { createClient } from 'graphql-sse';
import relay from 'relay-runtime';
import type { FetchFunction, GraphQLResponse, SubscribeFunction } from 'relay-runtime';

const { Environment, Network, Observable, RecordSource, Store } = relay;

export interface Connection {
  environment: InstanceType<typeof Environment>;
  close: () => void;
}

/**
 * Creates a Relay environment for a Marquee site. Documents are registered when the front end is built (`persisted-documents.json`), so queries are GET requests,
 * which support caches and ETags. Mutations are sent with an idempotency key, so a retry is safe.
 */
export function connect(endpoint: string, authorization?: string): Connection {
  const credentials: Record<string, string> = authorization === undefined ? {} : { authorization };
  const events = createClient({ url: endpoint, headers: credentials });

  const fetchDocument: FetchFunction = async ({ id, operationKind, name }, variables) => {
    const isQuery = operationKind === 'query';
    const request = { documentId: id ?? '', operationName: name, variables };
    const url = isQuery ? `${endpoint}?${new URLSearchParams({ ...request, variables: JSON.stringify(variables) }).toString()}` : endpoint;
    const response = await fetch(url, {
      method: isQuery ? 'GET' : 'POST',
      headers: {
        accept: 'application/graphql-response+json',
        ...credentials,
        ...(!isQuery && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      ...(!isQuery && { body: JSON.stringify(request) }),
    });
    return (await response.json()) as GraphQLResponse;
  };
  const subscribe: SubscribeFunction = ({ id, name }, variables) =>
    Observable.create((sink) =>
      events.subscribe({ documentId: id, operationName: name, variables } as never, {
        next: (result) => sink.next(result as never),
        error: (error) => sink.error(error as Error),
        complete: () => sink.complete(),
      }),
    );

  return {
    environment: new Environment({ network: Network.create(fetchDocument, subscribe), store: new Store(new RecordSource()) }),
    close: () => events.dispose(),
  };
}
