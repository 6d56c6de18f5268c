/**
 * @generated SignedSource<<adac8ad83d7b7387cb9118d529a37c40>>
 * @relayHash 34e5829a4d7405151427c4eb17bbe7c4
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

// @relayRequestID 9be76aa58b8fa1402b421e0986fc0a194a3cc095bca3bc0f9c8a4c776ecc62e7

import type { ConcreteRequest } from 'relay-runtime';
export type Openness = "CLOSED" | "OPEN";
export type PostFormat = "ASIDE" | "AUDIO" | "CHAT" | "GALLERY" | "IMAGE" | "LINK" | "QUOTE" | "STANDARD" | "STATUS" | "VIDEO";
export type PublicationStatus = "AUTO_DRAFT" | "DRAFT" | "EMAIL_FAILED" | "EMAIL_SCHEDULED" | "EMAIL_SENT" | "FUTURE" | "IMPORT_DRAFT" | "IMPORT_FAILED" | "IMPORT_IGNORED" | "IMPORT_PENDING" | "IMPORT_SCHEDULE" | "IMPORT_SUCCESS" | "INHERIT" | "PENDING" | "PRIVATE" | "PUBLISH" | "REQUEST_COMPLETED" | "REQUEST_CONFIRMED" | "REQUEST_FAILED" | "REQUEST_PENDING" | "TRASH";
export type PostChanges = {
  authorId?: number | null | undefined;
  body?: string | null | undefined;
  categoryIds?: ReadonlyArray<number> | null | undefined;
  commentStatus?: Openness | null | undefined;
  date?: string | null | undefined;
  dateUtc?: string | null | undefined;
  excerpt?: string | null | undefined;
  featuredMediaId?: number | null | undefined;
  format?: PostFormat | null | undefined;
  isSticky?: boolean | null | undefined;
  meta?: unknown | null | undefined;
  password?: string | null | undefined;
  pingStatus?: Openness | null | undefined;
  slug?: string | null | undefined;
  status?: PublicationStatus | null | undefined;
  tagIds?: ReadonlyArray<number> | null | undefined;
  template?: string | null | undefined;
  title?: string | null | undefined;
};
export type PostListRenameMutation$variables = {
  changes: PostChanges;
  id: number;
};
export type PostListRenameMutation$data = {
  readonly updatePost: {
    readonly errors: ReadonlyArray<{
      readonly message: string;
      readonly path: ReadonlyArray<string>;
    }>;
    readonly post: {
      readonly id: string;
      readonly title: {
        readonly rendered: string;
      };
    } | null | undefined;
  } | null | undefined;
};
export type PostListRenameMutation = {
  response: PostListRenameMutation$data;
  variables: PostListRenameMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "changes"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "id"
},
v2 = [
  {
    "kind": "Variable",
    "name": "changes",
    "variableName": "changes"
  },
  {
    "kind": "Variable",
    "name": "id",
    "variableName": "id"
  }
],
v3 = {
  "alias": null,
  "args": null,
  "concreteType": "Post",
  "kind": "LinkedField",
  "name": "post",
  "plural": false,
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "id",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "FormattedText",
      "kind": "LinkedField",
      "name": "title",
      "plural": false,
      "selections": [
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "rendered",
          "storageKey": null
        }
      ],
      "storageKey": null
    }
  ],
  "storageKey": null
},
v4 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "message",
  "storageKey": null
},
v5 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "path",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "PostListRenameMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "UpdatePostPayload",
        "kind": "LinkedField",
        "name": "updatePost",
        "plural": false,
        "selections": [
          (v3/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": null,
            "kind": "LinkedField",
            "name": "errors",
            "plural": true,
            "selections": [
              (v4/*:: as any*/),
              (v5/*:: as any*/)
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v1/*:: as any*/),
      (v0/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "PostListRenameMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "UpdatePostPayload",
        "kind": "LinkedField",
        "name": "updatePost",
        "plural": false,
        "selections": [
          (v3/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": null,
            "kind": "LinkedField",
            "name": "errors",
            "plural": true,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "__typename",
                "storageKey": null
              },
              (v4/*:: as any*/),
              (v5/*:: as any*/)
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "id": "9be76aa58b8fa1402b421e0986fc0a194a3cc095bca3bc0f9c8a4c776ecc62e7",
    "metadata": {},
    "name": "PostListRenameMutation",
    "operationKind": "mutation",
    "text": null
  }
};
})();

(node as any).hash = "6bc95d2f68a9b45c4782e468b0d7d260";

export default node;
