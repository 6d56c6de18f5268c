/**
 * @generated SignedSource<<70a5e1aa4b2b967eab4f417763792984>>
 * @relayHash e5f7bc29be34a4be5b9a7380a9a82fc8
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

// @relayRequestID 2a3d8d5ffbcfe6411d44613285b38e8574300f62e66683c08fc929b977f27eec

import type { ConcreteRequest } from 'relay-runtime';
export type PostFormat = "ASIDE" | "AUDIO" | "CHAT" | "GALLERY" | "IMAGE" | "LINK" | "QUOTE" | "STANDARD" | "STATUS" | "VIDEO";
export type PostChanges = {
  authorId?: number | null | undefined;
  body?: string | null | undefined;
  categoryIds?: ReadonlyArray<number> | null | undefined;
  commentStatus?: string | null | undefined;
  date?: string | null | undefined;
  dateUtc?: string | null | undefined;
  excerpt?: string | null | undefined;
  featuredMediaId?: number | null | undefined;
  format?: PostFormat | null | undefined;
  isSticky?: boolean | null | undefined;
  meta?: unknown | null | undefined;
  password?: string | null | undefined;
  pingStatus?: string | null | undefined;
  slug?: string | null | undefined;
  status?: string | null | undefined;
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
    readonly id: string;
    readonly title: {
      readonly rendered: string;
    };
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
    "alias": null,
    "args": [
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
    "concreteType": "Post",
    "kind": "LinkedField",
    "name": "updatePost",
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
  }
];
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "PostListRenameMutation",
    "selections": (v2/*:: as any*/),
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
    "selections": (v2/*:: as any*/)
  },
  "params": {
    "id": "2a3d8d5ffbcfe6411d44613285b38e8574300f62e66683c08fc929b977f27eec",
    "metadata": {},
    "name": "PostListRenameMutation",
    "operationKind": "mutation",
    "text": null
  }
};
})();

(node as any).hash = "d472c0c7b2181960a28a88f16b9f919e";

export default node;
