import { graphql } from 'relay-runtime';

/** See `PostList.documents.ts`. The card refetches itself through `node`. */
export const documents = () => graphql`
  fragment PostCard_content on Content @refetchable(queryName: "PostCardRefetchQuery") {
    databaseId
    link
    title {
      rendered
    }
    author {
      displayName
    }
  }
`;
