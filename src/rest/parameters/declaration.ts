import type { Fault, ParameterSchema } from './schema.ts';

/** Declaration of an argument without its name. */
export interface Field {
  readonly schema: ParameterSchema;
  /** Accepted values, if more than published. The OpenAPI documents show them. */
  readonly takes?: ParameterSchema;
  /** True if an absent or null value without a default is an error. */
  readonly required?: boolean;
  /**
   * Phase in which the schema applies (docs/behaviour/core-rest.md 3.2). `early` accepts null, `late` refuses null, `none` neither
   * validates nor sanitizes by the schema. Default `late`, which does nothing without a type.
   */
  readonly phase?: 'early' | 'late' | 'none';
  /** Validator that replaces that of the schema in the early phase; not called for null or the default. `false` refuses without a reason. */
  readonly check?: (value: unknown, name: string) => Fault | true | false | undefined;
  /** Sanitizer that replaces that of the schema. Receives the value as sent, or the default; not called for null. */
  readonly clean?: (value: unknown, name: string) => unknown;
  /** Replacement of an explicit null, which is not validated. `'absent'` treats null as absent. */
  readonly onNull?: unknown;
  /** False if the default is only published and not applied, as in partial updates. */
  readonly appliesDefault?: boolean;
  /**
   * Source of the value. `path` reads only the path; `any` (default) all sources, the path first. `all` collects all parameters of query and body by
   * name, body values first. `header` reads the request header in `header`, `body` the whole body as text.
   */
  readonly from?: 'path' | 'any' | 'all' | 'header' | 'body';
  /** A default in words, such as `yesterday 23:59` (UTC). It is described as a time and never applied. */
  readonly spokenDefault?: string;
  /** Request header, in lower case. Its whole number applies if no source has the argument. With `from: 'header'`, its text replaces all sources. */
  readonly header?: string;
  /** Alternative name of the argument, read if no source has the main name. */
  readonly otherName?: string;
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
export interface ReadArguments {
  /** Values by declared name, in declaration order. Arguments without a value and default have no key. */
  readonly values: Record<string, unknown>;
  /** Names that a source contains, including those with an explicit null but not defaults. */
  readonly given: ReadonlySet<string>;
}
