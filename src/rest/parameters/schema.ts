/** JSON types of an argument. A list of types accepts any of them (docs/behaviour/core-rest.md 3.3). */
export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** Formats of strings (docs/behaviour/core-rest.md 3.5). Other formats are published but neither checked nor applied. */
export type TextFormat = 'date-time' | 'email' | 'uri' | 'ip' | 'uuid' | 'hex-color' | 'text-field' | 'textarea-field' | (string & {});

/** Published schema of an argument, with exactly the keywords of docs/behaviour/core-rest.md 3.1. */
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
  /** Maximum number of items of an accepted list. Not published. Default 1,000. */
  readonly itemLimit?: number;
}

/** A property of an object argument, which may be required. */
export interface PropertySchema extends ParameterSchema {
  readonly required?: boolean;
  /** True if the property is only sent and never accepted. */
  readonly readonly?: boolean;
}

/** Published keywords in their order in descriptions (docs/behaviour/core-rest.md 3.1). */
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

/** A compiled schema. It does not look up keywords for each value. */
export interface CompiledSchema {
  /** True if the value has the schema's type. Ignores other keywords. */
  readonly accepts: (value: unknown) => boolean;
  /** Returns the first fault of the value, or undefined. `name` is the name that the client used. */
  readonly validate: (value: unknown, name: string) => Fault | undefined;
  /** Converts the value to the schema's type. Never throws. For an invalid value, the result has the right type but no meaning. */
  readonly sanitize: (value: unknown) => unknown;
}

/** Compiles a schema. Passed to the compilers of schemas that contain others (lists, objects, alternatives). */
export type Compile = (schema: ParameterSchema) => CompiledSchema;

/** The fault of a value: the `details` entry of an argument error. If the code is null, only the message is sent. */
export interface Fault {
  readonly code: string | null;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}
