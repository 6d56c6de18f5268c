import type { Method } from '../parameters/request.ts';

/** One schema of a published document: what a route returns or takes, a part of another schema, or words of its own. */
export interface NamedSchema {
  /** Method and path below the namespace of the route it is taken from. */
  route?: `${Method} ${string}`;
  /** Taken from what the route takes instead of what it returns. */
  body?: boolean;
  /** Keys that lead to it: `items`, names of properties. */
  at?: readonly string[];
  /** Only these properties. */
  only?: readonly string[];
  /** It is this other schema and what it has beyond it. */
  extends?: string;
  /** Written out, for what no operation returns; with a route, it is what that route returns. */
  literal?: Record<string, unknown>;
}

/** A document that a namespace publishes about itself, in an older form of OpenAPI; filled from its routes. */
export interface PublishedDocument {
  openapi: '3.0.0' | '3.0.4';
  info: { title: string; version: string; description: string; contact?: { name: string; email: string } };
  /** What follows the namespace in the server's address. */
  serverSuffix: string;
  /** An operation has the tag that its path starts with, or else the first one. */
  tags: readonly { name: string; description: string }[];
  /** Method and path below the namespace → operation id, in published order. */
  operations: Readonly<Record<string, string>>;
  /** Body of writes, where they are described as forms only. */
  formsOnly?: boolean;
  /** Further success statuses of operations, by method and path. */
  extraStatuses?: Readonly<Record<string, readonly number[]>>;
  schemas: Readonly<Record<string, NamedSchema>>;
  /** Name of the security scheme. */
  security: string;
}
