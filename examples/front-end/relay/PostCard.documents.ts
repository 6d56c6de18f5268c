import { graphql } from 'relay-runtime';

/** Documents for relay-compiler, see `PostList.documents.ts`. A card can be refetched through `node`. */
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
