import type { Fault, ParameterSchema } from './schema.ts';

/** What a route declares about an argument in addition to its name. */
export interface Field {
  readonly schema: ParameterSchema;
  /** What it takes where that is more than is published; the OpenAPI documents tell it. */
  readonly takes?: ParameterSchema;
  /** Absent or null is an error, unless there is a default. */
  readonly required?: boolean;
  /**
   * When the schema is applied (core-rest.md 3.2): `A` validates early and lets null pass, `B` validates late and refuses null,
   * `none` neither validates nor sanitises by the schema. Default `B`; without a type, `B` does nothing.
   */
  readonly phase?: 'A' | 'B' | 'none';
  /** Own validator: runs in phase A, in place of the schema's validation, never for null or the default. `false` refuses without a reason. */
  readonly check?: (value: unknown, name: string) => Fault | true | false | undefined;
  /** Own sanitiser, in place of the schema's; gets the value as the client sent it, or the default, never null. */
  readonly clean?: (value: unknown, name: string) => unknown;
  /** What an explicit null becomes, unvalidated; `'absent'` treats it as not given. */
  readonly onNull?: unknown;
  /** False: the default is only published; an argument that is absent stays absent, as in partial updates. */
  readonly appliesDefault?: boolean;
  /**
   * `path` looks nowhere but in the path; `any` (default) in all sources, the path first. `all` is no parameter of its own but everything that
   * query and body hold, by name, the body's values first. `header` is the request header of the name `header`, `body` the whole body as text.
   */
  readonly from?: 'path' | 'any' | 'all' | 'header' | 'body';
  /** A default in words, such as `yesterday 23:59` (UTC clocks): described as the moment that they mean, never applied. */
  readonly spokenDefault?: string;
  /** The request header, in lower case: its whole number when no source has the argument, or its text in place of all sources. */
  readonly header?: string;
  /** Another name of the argument, read when no source has it under its own. */
  readonly otherName?: string;
}

/** The arguments of a route, by name. */
export type Fields = Readonly<Record<string, Field>>;

/** An argument of a route. */
export interface ArgumentDeclaration extends Field {
  readonly name: string;
}

/** Where the values of a request are; a source that does not apply is left out (core-rest.md 1.2). */
export interface ArgumentSources {
  readonly json?: Readonly<Record<string, unknown>>;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly path: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
  /** The body to the letter. */
  readonly body?: Buffer;
}

/** The arguments of a request, ready for use. */
export interface ReadArguments {
  /** By declared name, in declaration order; no key for an argument that has neither a value nor a default. */
  readonly values: Record<string, unknown>;
  /** The names that some source really supplied, an explicit null included; defaults are not among them. */
  readonly given: ReadonlySet<string>;
}
