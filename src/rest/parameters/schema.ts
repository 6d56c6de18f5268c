/** The JSON types an argument may have; a list means that any of them will do (core-rest.md 3.3). */
export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** The formats that mean something for text (core-rest.md 3.5); any other word is published but neither checked nor applied. */
export type TextFormat = 'date-time' | 'email' | 'uri' | 'ip' | 'uuid' | 'hex-color' | 'text-field' | 'textarea-field' | (string & {});

/** What the service publishes about an argument: exactly the keywords of core-rest.md 3.1, nothing of its own. */
export interface ParameterSchema {
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly type?: SchemaType | readonly SchemaType[];
  readonly format?: TextFormat;
  readonly enum?: readonly unknown[];
  readonly items?: ParameterSchema;
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly additionalProperties?: boolean | ParameterSchema;
  readonly patternProperties?: Readonly<Record<string, ParameterSchema>>;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly anyOf?: readonly ParameterSchema[];
  readonly oneOf?: readonly ParameterSchema[];
  /** Not published: the longest list that is looked at, 1,000 items unless said. */
  readonly mostItems?: number;
}

/** A property of an object argument, which says itself whether it must be there. */
export interface PropertySchema extends ParameterSchema {
  readonly required?: boolean;
  /** Sent, never taken. */
  readonly readonly?: boolean;
}

/** The published keywords in the order in which descriptions list them (core-rest.md 3.1). */
export const keywords = [
  'title',
  'description',
  'default',
  'type',
  'format',
  'enum',
  'items',
  'properties',
  'additionalProperties',
  'patternProperties',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'anyOf',
  'oneOf',
] as const satisfies readonly (keyof ParameterSchema)[];

/** A schema made ready for use: no keyword is looked up again while values pass. */
export interface CompiledSchema {
  /** Whether the value is of the schema's type, whatever the other keywords say. */
  readonly accepts: (value: unknown) => boolean;
  /** The first thing wrong with the value, or undefined. `name` is how the client addressed the value. */
  readonly validate: (value: unknown, name: string) => Fault | undefined;
  /** The value in its own type. Never throws; for a value that does not validate the result is merely of the right type. */
  readonly sanitize: (value: unknown) => unknown;
}

/** Makes a schema ready; handed down to the parts that hold schemas themselves (lists, objects, alternatives). */
export type Compile = (schema: ParameterSchema) => CompiledSchema;

/** What is wrong with one value: the `details` entry of an argument error. Without a code only the message is shown. */
export interface Fault {
  readonly code: string | null;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}
