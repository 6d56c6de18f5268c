import relay from 'relay-runtime';
import type { FetchQueryFetchPolicy, IEnvironment } from 'relay-runtime';
import PostCardRefetchQuery from './__generated__/PostCardRefetchQuery.graphql.ts';
import PostListChangesSubscription, {
  type PostListChangesSubscription as Changes,
} from './__generated__/PostListChangesSubscription.graphql.ts';
import PostListQuery, { type PostListQuery as Query } from './__generated__/PostListQuery.graphql.ts';
import PostListPaginationQuery from './__generated__/PostListPaginationQuery.graphql.ts';
import PostListRenameMutation, { type PostListRenameMutation as Rename } from './__generated__/PostListRenameMutation.graphql.ts';
import PostList_query from './__generated__/PostList_query.graphql.ts';
import type { PostList_query$data } from './__generated__/PostList_query.graphql.ts';
import PostCard_content from './__generated__/PostCard_content.graphql.ts';
import type { PostCard_content$data } from './__generated__/PostCard_content.graphql.ts';

const { commitMutation, fetchQuery, getSelector, getSingularSelector, createOperationDescriptor, requestSubscription } = relay;

/** A card of the list: the fields that `PostCard_content` selects. */
export type PostCard = PostCard_content$data;

/** Returns the list from the store, without a request to the server. */
export function shownPosts(
  environment: IEnvironment,
  first: number,
): { cards: PostCard[]; total: number; endCursor: string | null; hasNextPage: boolean } {
  const operation = createOperationDescriptor(PostListQuery, { first });
  const root = environment.lookup(operation.fragment).data as Query['response'];
  const selector = getSelector(PostList_query, root) as Parameters<IEnvironment['lookup']>[0];
  const { posts } = environment.lookup(selector).data as unknown as PostList_query$data;
  if (!posts) return { cards: [], total: 0, endCursor: null, hasNextPage: false };
  const cards = posts.edges.map(({ node }) => environment.lookup(getSingularSelector(PostCard_content, node)!).data as unknown as PostCard);
  return { cards, total: posts.totalCount, endCursor: posts.pageInfo.endCursor ?? null, hasNextPage: posts.pageInfo.hasNextPage };
}

/** Reads the first posts into the store. */
export async function readPosts(
  environment: IEnvironment,
  first: number,
  fetchPolicy: FetchQueryFetchPolicy = 'network-only',
): Promise<void> {
  await fetchQuery<Query>(environment, PostListQuery, { first }, { fetchPolicy }).toPromise();
  environment.retain(createOperationDescriptor(PostListQuery, { first }));
}

/** Reads the posts after the cursor. Relay appends them to the connection. */
export async function readMorePosts(environment: IEnvironment, first: number, after: string): Promise<void> {
  await fetchQuery(environment, PostListPaginationQuery, { first, after }).toPromise();
}

/** Reads a card again by its global ID. Returns its title. */
export async function refetchCard(environment: IEnvironment, { id }: PostCard): Promise<string> {
  await fetchQuery(environment, PostCardRefetchQuery, { id }, { fetchPolicy: 'network-only' }).toPromise();
  const selector = getSingularSelector(PostCard_content, {
    __id: id,
    __fragments: { PostCard_content: {} },
    __fragmentOwner: createOperationDescriptor(PostCardRefetchQuery, { id }).request,
  } as never);
  return (environment.lookup(selector!).data as unknown as PostCard).title.rendered;
}

/** Changes the title of a post. The store updates every place that shows the post. Returns the new title. */
export async function renamePost(environment: IEnvironment, id: number, title: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    commitMutation<Rename>(environment, {
      mutation: PostListRenameMutation,
      variables: { id, changes: { title } },
      // a refused mutation has errors in its payload; other failures are among the errors of the response
      onCompleted: ({ updatePost }, errors) =>
        updatePost?.post
          ? resolve(updatePost.post.title.rendered)
          : reject(new Error(updatePost?.errors[0]?.message ?? errors?.[0]?.message)),
      onError: reject,
    });
  });
}

/** Keeps the store up to date with the changes of other users. Returns a function that stops this. */
export function followPosts(environment: IEnvironment, onChange: (act: string, databaseId: number) => void): () => void {
  const subscription = requestSubscription<Changes>(environment, {
    subscription: PostListChangesSubscription,
    variables: {},
    onNext: (change) => change && onChange(change.contentChanged.act, change.contentChanged.databaseId),
  });
  return () => subscription.dispose();
}
