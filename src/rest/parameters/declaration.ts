import type { Fault, ParameterSchema } from './schema.ts';

/** Declaration of an argument without its name. */
export interface Field {
  readonly schema: ParameterSchema;
  /** Schema of the accepted values, if the argument accepts more than it publishes. The OpenAPI documents show it. */
  readonly acceptedSchema?: ParameterSchema;
  /** True if an absent or null value without a default is an error. */
  readonly required?: boolean;
  /**
   * Phase in which the schema applies (docs/behaviour/core-rest.md 3.2). `early` accepts null. `late` (default) refuses null, and does nothing
   * without a type. `none` neither validates nor sanitizes with the schema.
   */
  readonly phase?: 'early' | 'late' | 'none';
  /** Validator that replaces the schema's and runs in the early phase. Not called for null or the default. `false` refuses with a general message. */
  readonly check?: (value: unknown, name: string) => Fault | true | false | undefined;
  /** Sanitizer that replaces the schema's. Receives the value as sent, or the default. Not called for null. */
  readonly clean?: (value: unknown, name: string) => unknown;
  /** Replacement of an explicit null, which is not validated. `'absent'` treats null as absent. */
  readonly onNull?: unknown;
  /** False if the default is only published and not applied, as in partial updates. */
  readonly appliesDefault?: boolean;
  /**
   * Source of the value. `any` (default) reads all sources, the path first. `path` reads only the path. `all` collects all parameters of query and
   * body by name; the body overrides the query. `header` reads the request header that `header` names. `body` reads the whole body as a string.
   */
  readonly from?: 'path' | 'any' | 'all' | 'header' | 'body';
  /** A default in words, such as `yesterday 23:59` (UTC). It is described as a time and never applied. */
  readonly computedDefault?: string;
  /**
   * Name of a request header in lower case. Its leading integer applies if no source has the argument. With `from: 'header'`, the header is the only
   * source, and its value is not converted.
   */
  readonly header?: string;
  /** Alternative name of the argument, read if no source has the main name. */
  readonly alternativeName?: string;
}

/** The arguments of a route, by name. */
export type Fields = Readonly<Record<string, Field>>;

/** A named argument of a route. */
export interface ArgumentDeclaration extends Field {
  readonly name: string;
}

/** The sources of a request's values, without those that do not apply (docs/behaviour/core-rest.md 1.2). */
export interface ArgumentSources {
  readonly json?: Readonly<Record<string, unknown>>;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly path: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
  /** The unchanged body. */
  readonly body?: Buffer;
}

/** The arguments of a request, ready for use. */
export interface ArgumentValues {
  /** Values by declared name, in declaration order. Arguments without a value and default have no key. */
  readonly values: Record<string, unknown>;
  /** Names of the arguments that a source contains. Arguments with a default only are not included. */
  readonly sentParameters: ReadonlySet<string>;
}
