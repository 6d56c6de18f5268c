import { createClient } from 'graphql-sse';
import relay from 'relay-runtime';
import type { FetchFunction, GraphQLResponse, SubscribeFunction } from 'relay-runtime';

const { Environment, Network, Observable, RecordSource, Store } = relay;

export interface Connected {
  environment: InstanceType<typeof Environment>;
  close: () => void;
}

/**
 * A Relay environment for a Marquee site. Documents are registered when the front end is built (`persisted-documents.json`), so queries are
 * plain GETs that caches and ETags work for; mutations are sent with a key that makes a retry safe.
 */
export function connect(endpoint: string, authorization?: string): Connected {
  const credentials: Record<string, string> = authorization === undefined ? {} : { authorization };
  const events = createClient({ url: endpoint, headers: credentials });

  const ask: FetchFunction = async ({ id, operationKind, name }, variables) => {
    const isQuery = operationKind === 'query';
    const request = { documentId: id ?? '', operationName: name, variables };
    const address = isQuery
      ? `${endpoint}?${new URLSearchParams({ ...request, variables: JSON.stringify(variables) }).toString()}`
      : endpoint;
    const response = await fetch(address, {
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
  const listen: SubscribeFunction = ({ id, name }, variables) =>
    Observable.create((sink) =>
      events.subscribe({ documentId: id, operationName: name, variables } as never, {
        next: (answer) => sink.next(answer as never),
        error: (error) => sink.error(error as Error),
        complete: () => sink.complete(),
      }),
    );

  return {
    environment: new Environment({ network: Network.create(ask, listen), store: new Store(new RecordSource()) }),
    close: () => events.dispose(),
  };
}
