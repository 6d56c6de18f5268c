import { graphql } from 'relay-runtime';

/** Documents that relay-compiler compiles into `__generated__`. This function is never called: without Babel, `graphql` tags cannot run. */
export const documents = () => [
  graphql`
    query PostListQuery($first: Int!) {
      ...PostList_query @arguments(first: $first)
    }
  `,
  graphql`
    fragment PostList_query on Query
    @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" })
    @refetchable(queryName: "PostListPaginationQuery") {
      posts(first: $first, after: $after) @connection(key: "PostList_posts") {
        totalCount
        edges {
          node {
            id
            ...PostCard_content
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  graphql`
    mutation PostListRenameMutation($id: Int!, $changes: PostChanges!) {
      updatePost(id: $id, changes: $changes) {
        post {
          id
          title {
            rendered
          }
        }
        errors {
          message
          path
        }
      }
    }
  `,
  graphql`
    subscription PostListChangesSubscription {
      contentChanged(kinds: [POST]) {
        act
        databaseId
        content {
          id
          ...PostCard_content
        }
      }
    }
  `,
];
