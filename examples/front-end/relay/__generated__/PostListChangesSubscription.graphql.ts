/**
 * @generated SignedSource<<51f6c33b948af70683895299b6cff2fd>>
 * @relayHash f0bdcedd216b0cbab0264cbcc7decb51
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

// @relayRequestID a20449047ed3a916d517f777cc7b976a2011d02ad9f20458ca2bd0dd8b7e9f41

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type ContentChangeAct = "APPEARED" | "CHANGED" | "DISAPPEARED";
export type PostListChangesSubscription$variables = Record<PropertyKey, never>;
export type PostListChangesSubscription$data = {
  readonly contentChanged: {
    readonly act: ContentChangeAct;
    readonly content: {
      readonly id: string;
      readonly " $fragmentSpreads": FragmentRefs<"PostCard_content">;
    } | null | undefined;
    readonly databaseId: number;
  };
};
export type PostListChangesSubscription = {
  response: PostListChangesSubscription$data;
  variables: PostListChangesSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "kind": "Literal",
    "name": "kinds",
    "value": [
      "POST"
    ]
  }
],
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "act",
  "storageKey": null
},
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "databaseId",
  "storageKey": null
},
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "PostListChangesSubscription",
    "selections": [
      {
        "alias": null,
        "args": (v0/*:: as any*/),
        "concreteType": "ContentChange",
        "kind": "LinkedField",
        "name": "contentChanged",
        "plural": false,
        "selections": [
          (v1/*:: as any*/),
          (v2/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": null,
            "kind": "LinkedField",
            "name": "content",
            "plural": false,
            "selections": [
              (v3/*:: as any*/),
              {
                "args": null,
                "kind": "FragmentSpread",
                "name": "PostCard_content"
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": "contentChanged(kinds:[\"POST\"])"
      }
    ],
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [],
    "kind": "Operation",
    "name": "PostListChangesSubscription",
    "selections": [
      {
        "alias": null,
        "args": (v0/*:: as any*/),
        "concreteType": "ContentChange",
        "kind": "LinkedField",
        "name": "contentChanged",
        "plural": false,
        "selections": [
          (v1/*:: as any*/),
          (v2/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": null,
            "kind": "LinkedField",
            "name": "content",
            "plural": false,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "__typename",
                "storageKey": null
              },
              (v3/*:: as any*/),
              {
                "kind": "TypeDiscriminator",
                "abstractKey": "__isContent"
              },
              (v2/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "link",
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
              },
              {
                "alias": null,
                "args": null,
                "concreteType": "User",
                "kind": "LinkedField",
                "name": "author",
                "plural": false,
                "selections": [
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "displayName",
                    "storageKey": null
                  },
                  (v3/*:: as any*/)
                ],
                "storageKey": null
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": "contentChanged(kinds:[\"POST\"])"
      }
    ]
  },
  "params": {
    "id": "a20449047ed3a916d517f777cc7b976a2011d02ad9f20458ca2bd0dd8b7e9f41",
    "metadata": {},
    "name": "PostListChangesSubscription",
    "operationKind": "subscription",
    "text": null
  }
};
})();

(node as any).hash = "07670fce7a3562aed50aed8329c09e05";

export default node;
