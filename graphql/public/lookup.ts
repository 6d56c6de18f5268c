import type { Context } from '../context.ts';

// Legacy clients look up an object by one of several arguments. Front ends use one argument `by` with exactly one field. Mark the argument that takes
// the ID with `lookupArgument`; `lookups.ts` adds the argument `by`.

/** A further key of an object, in addition to its ID. */
export interface LookupKey {
  description: string;
  /** The argument of the field that accepts the key, if there is one. */
  argument?: string;
  /** Returns the ID for the key; null if no object has it. Throws for invalid keys. */
  find?: (value: string, context: Context, args: Readonly<Record<string, unknown>>) => Promise<number | null>;
}

/** The keys by which an object is looked up. */
export interface Lookup {
  /** The type whose global IDs identify the object, such as `Event`. `EventBy` is named after it. */
  of: string;
  keys: Readonly<Record<string, LookupKey>>;
  /** True if the existing arguments are not deprecated, because external programs use them. */
  keepsArguments?: true;
  /** Root fields that become redundant. */
  replaces?: readonly string[];
}

declare module 'graphql' {
  interface GraphQLArgumentExtensions {
    lookup?: Lookup;
  }
}

/** Marks the argument that takes the ID of the object to look up. Front ends can then also use the global ID of the object and further keys. */
export const lookupArgument = (of: string, description: string, keys: Lookup['keys'] = {}, options: Omit<Lookup, 'of' | 'keys'> = {}) => ({
  description,
  extensions: { lookup: { of, keys, ...options } },
});
