import type { Method } from '../parameters/request.ts';

/** A schema of a published document: that of a route's response or body, a part of another schema, or a literal one. */
export interface NamedSchema {
  /** Method and path, below the namespace, of the source route. */
  route?: `${Method} ${string}`;
  /** True if the schema comes from the body instead of the response. */
  body?: boolean;
  /** Path within the source: `items` and names of properties. */
  at?: readonly string[];
  /** Only these properties. */
  only?: readonly string[];
  /** Base schema, which this one extends. */
  extends?: string;
  /** Literal schema, for data without an operation. With a route, it is the schema of that route's response. */
  literal?: Record<string, unknown>;
}

/** A document that a namespace publishes about itself in OpenAPI 3.0; its content comes from the routes. */
export interface PublishedDocument {
  openapi: '3.0.0' | '3.0.4';
  info: { title: string; version: string; description: string; contact?: { name: string; email: string } };
  /** Suffix of the server's address after the namespace. */
  serverSuffix: string;
  /** Tags. An operation has the tag that its path starts with, or the first one. */
  tags: readonly { name: string; description: string }[];
  /** Method and path below the namespace → operation ID, in the order of the published interface. */
  operations: Readonly<Record<string, string>>;
  /** True if bodies of writes are only described as forms. */
  formsOnly?: boolean;
  /** Further success statuses of operations, by method and path. */
  extraStatuses?: Readonly<Record<string, readonly number[]>>;
  schemas: Readonly<Record<string, NamedSchema>>;
  /** Name of the security scheme. */
  security: string;
}
