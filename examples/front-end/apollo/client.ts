import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, Observable } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { print } from 'graphql';
import { createClient } from 'graphql-sse';

/** Creates an Apollo client for a Marquee site. The pages of a connection are merged; subscriptions use server-sent events. */
export function connect(endpoint: string, authorization?: string): ApolloClient {
  const credentials: Record<string, string> = authorization === undefined ? {} : { authorization };
  const events = createClient({ url: endpoint, headers: credentials });
  const sse = new ApolloLink(
    ({ query, operationName, variables }) =>
      new Observable((sink) =>
        events.subscribe(
          { query: print(query), variables, ...(operationName !== undefined && { operationName }) },
          { next: (result) => sink.next(result as never), error: (error) => sink.error(error), complete: () => sink.complete() },
        ),
      ),
  );
  const http = new HttpLink({ uri: endpoint, headers: credentials });
  const cache = new InMemoryCache({
    possibleTypes: { Content: ['Event', 'MediaItem', 'Organizer', 'Page', 'Post', 'Venue'] },
    typePolicies: { Query: { fields: { posts: relayStylePagination(['filter', 'orderBy', 'order']) } } },
  });
  return new ApolloClient({ link: ApolloLink.split(({ operationType }) => operationType === 'subscription', sse, http), cache });
}
