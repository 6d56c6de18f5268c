/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Effect of a change on your access. */
export type ContentChangeAct =
  /** You can now read the content, because it is new or was published. */
  | 'APPEARED'
  /** You could read the content before, and still can. */
  | 'CHANGED'
  /** You can no longer read the content, because it was deleted, trashed or unpublished. */
  | 'DISAPPEARED';

/** Whether readers may contribute to a content item. */
export type Openness =
  /** Readers cannot contribute. */
  | 'CLOSED'
  /** Readers can contribute. */
  | 'OPEN';

/** Fields of a post to change. Fields that are left out keep their values. Null clears a field if its description states this; other fields refuse null. */
export type PostChanges = {
  /** ID of the author; your own ID for a new object by default. */
  authorId?: number | null | undefined;
  /** Text as HTML or blocks. Markup that you are not allowed to write is removed. Null clears the value. */
  body?: string | null | undefined;
  /** Categories by ID. They replace the previous ones; unknown IDs are ignored. A new post without categories gets the default category. Null clears the value. */
  categoryIds?: Array<number> | null | undefined;
  /** Whether readers can comment. */
  commentStatus?: Openness | null | undefined;
  /** Publication date, `YYYY-MM-DDTHH:MM:SS`, in the time zone of the site, or with the UTC offset of another time zone. Null sets the current time; drafts then have no fixed date. Takes precedence over `dateUtc`. */
  date?: string | null | undefined;
  /**
   * The value of `date` in UTC. Null clears the value.
   * @deprecated Use `date` with a zone, such as `2026-11-20T08:00:00Z`.
   */
  dateUtc?: string | null | undefined;
  /** Excerpt. If it is empty, the excerpt is taken from the text. Null clears the value. */
  excerpt?: string | null | undefined;
  /** ID of the featured image; null for no image. */
  featuredMediaId?: number | null | undefined;
  /** Post format, which a theme may use. */
  format?: PostFormat | null | undefined;
  /** Whether the post stays at the top of lists; not possible for a post with a password. */
  isSticky?: boolean | null | undefined;
  /** Values of registered meta keys; null restores the default of a key. The type is JSON because the site registers the keys. */
  meta?: unknown;
  /** Password that readers need; empty or null for no password. */
  password?: string | null | undefined;
  /** Whether the content accepts pingbacks. */
  pingStatus?: Openness | null | undefined;
  /** Name in URLs. The site makes it unique, and creates it from the title if it is empty or null. */
  slug?: string | null | undefined;
  /** Publication status; new posts are drafts. */
  status?: PublicationStatus | null | undefined;
  /** Tags by ID. They replace the previous ones. Unknown IDs are ignored. Null clears the value. */
  tagIds?: Array<number> | null | undefined;
  /** Template of the page. Must be empty or the current template. Null clears the value. */
  template?: string | null | undefined;
  /** Title as plain text. Null clears the value. */
  title?: string | null | undefined;
};

/** Format of a post, which a theme may use. */
export type PostFormat =
  /** A note without a title. */
  | 'ASIDE'
  /** An audio recording. */
  | 'AUDIO'
  /** The record of a conversation. */
  | 'CHAT'
  /** A set of pictures. */
  | 'GALLERY'
  /** A single picture. */
  | 'IMAGE'
  /** A link to another site. */
  | 'LINK'
  /** A quotation from another author. */
  | 'QUOTE'
  /** An ordinary post. */
  | 'STANDARD'
  /** A short message. */
  | 'STATUS'
  /** A video player. */
  | 'VIDEO';

/** Publication status of a content item. Most content has the status `PUBLISH`, `FUTURE`, `DRAFT`, `PENDING`, `PRIVATE` or `TRASH`. */
export type PublicationStatus =
  /** An editor was opened, but nothing was saved yet. */
  | 'AUTO_DRAFT'
  /** The content is a draft. */
  | 'DRAFT'
  /** A mail that could not be sent. */
  | 'EMAIL_FAILED'
  /** A mail that is to be sent. */
  | 'EMAIL_SCHEDULED'
  /** A mail that was sent. */
  | 'EMAIL_SENT'
  /** The content will be published at its date. */
  | 'FUTURE'
  /** An import that is a draft. */
  | 'IMPORT_DRAFT'
  /** An import that has failed. */
  | 'IMPORT_FAILED'
  /** A record that is skipped by imports. */
  | 'IMPORT_IGNORED'
  /** An import that waits for batches. */
  | 'IMPORT_PENDING'
  /** An import that repeats at certain times. */
  | 'IMPORT_SCHEDULE'
  /** An import that is complete. */
  | 'IMPORT_SUCCESS'
  /** The content is visible where its parent is visible. */
  | 'INHERIT'
  /** The content waits for review. */
  | 'PENDING'
  /** Only users who may read private content can see it. */
  | 'PRIVATE'
  /** The content is public. */
  | 'PUBLISH'
  /** A request about personal data that was resolved. */
  | 'REQUEST_COMPLETED'
  /** A request about personal data that was confirmed. */
  | 'REQUEST_CONFIRMED'
  /** A request about personal data that has failed. */
  | 'REQUEST_FAILED'
  /** A request about personal data that is not confirmed. */
  | 'REQUEST_PENDING'
  /** The content is in the trash. */
  | 'TRASH';

export type ApolloPostCardFragment = { id: string, databaseId: number, link: string, title: { rendered: string }, author: { id: string, displayName: string } | null };

export type ApolloPostsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ApolloPostsQuery = { posts: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, databaseId: number, link: string, title: { rendered: string }, author: { id: string, displayName: string } | null } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null };

export type ApolloRenameMutationVariables = Exact<{
  id: number;
  changes: PostChanges;
}>;


export type ApolloRenameMutation = { updatePost: { post: { id: string, databaseId: number, link: string, title: { rendered: string }, author: { id: string, displayName: string } | null } | null, errors: Array<
      | { message: string, path: Array<string> }
      | { message: string, path: Array<string> }
      | { message: string, path: Array<string> }
      | { message: string, path: Array<string> }
      | { message: string, path: Array<string> }
      | { message: string, path: Array<string> }
      | { message: string, path: Array<string> }
      | { message: string, path: Array<string> }
      | { message: string, path: Array<string> }
    > } | null };

export type ApolloChangesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ApolloChangesSubscription = { contentChanged: { act: ContentChangeAct, databaseId: number, content:
      | { id: string, databaseId: number, link: string, title: { rendered: string }, author: { id: string, displayName: string } | null }
      | Record<PropertyKey, never>
     | null } };

export const ApolloPostCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApolloPostCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Post"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"link"}},{"kind":"Field","name":{"kind":"Name","value":"title"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rendered"}}]}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}}]}}]} as unknown as DocumentNode<ApolloPostCardFragment, unknown>;
export const ApolloPostsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ApolloPosts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"posts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ApolloPostCard"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApolloPostCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Post"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"link"}},{"kind":"Field","name":{"kind":"Name","value":"title"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rendered"}}]}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}}]}}]} as unknown as DocumentNode<ApolloPostsQuery, ApolloPostsQueryVariables>;
export const ApolloRenameDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ApolloRename"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"changes"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PostChanges"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updatePost"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"changes"},"value":{"kind":"Variable","name":{"kind":"Name","value":"changes"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"post"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ApolloPostCard"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApolloPostCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Post"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"link"}},{"kind":"Field","name":{"kind":"Name","value":"title"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rendered"}}]}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}}]}}]} as unknown as DocumentNode<ApolloRenameMutation, ApolloRenameMutationVariables>;
export const ApolloChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ApolloChanges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contentChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kinds"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"POST"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"act"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Post"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ApolloPostCard"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApolloPostCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Post"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"link"}},{"kind":"Field","name":{"kind":"Name","value":"title"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rendered"}}]}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}}]}}]} as unknown as DocumentNode<ApolloChangesSubscription, ApolloChangesSubscriptionVariables>;