import type { Method } from '../parameters/request.ts';

/** A schema of a published document: the schema of a route's response or request body, a part of one, or a literal schema. */
export interface NamedSchema {
  /** Method and path of the source route. The path is below the namespace. */
  route?: `${Method} ${string}`;
  /** True if the schema comes from the request body instead of the response. */
  body?: boolean;
  /** Path within the source: `items` and names of properties. */
  at?: readonly string[];
  /** Properties to include. Default: all. */
  only?: readonly string[];
  /** Name of the schema that this one extends. */
  extends?: string;
  /** Literal schema, for data without an operation. With a route, it is the schema of that route's response. */
  literal?: Record<string, unknown>;
}

/** A document that a namespace publishes about itself in OpenAPI 3.0. Its content comes from the routes. */
export interface PublishedDocument {
  openapi: '3.0.0' | '3.0.4';
  info: { title: string; version: string; description: string; contact?: { name: string; email: string } };
  /** Suffix of the server URL after the namespace. */
  serverSuffix: string;
  /** Tags. An operation has the tag with the name of the first segment of its path, or else the first tag. */
  tags: readonly { name: string; description: string }[];
  /** Operation IDs by method and path below the namespace, in the order of the published interface. */
  operations: Readonly<Record<string, string>>;
  /** True if request bodies are described only as forms. */
  formsOnly?: boolean;
  /** Further success statuses of operations, by method and path. */
  extraStatuses?: Readonly<Record<string, readonly number[]>>;
  schemas: Readonly<Record<string, NamedSchema>>;
  /** Name of the security scheme. */
  security: string;
}
