import type { Context } from '../context.ts';

// Old clients name a thing by an argument of its own each; front ends by one argument `by`, of which exactly one member is given. The argument that
// holds the number is marked where it is declared; `lookups.ts` makes the rest.

/** A further name of a thing, beside its number. */
export interface LookupKey {
  description: string;
  /** The argument of the field that takes it, where there is one. */
  argument?: string;
  /** The number behind it; null when there is nothing. Throws for what cannot be one. */
  find?: (value: string, context: Context, args: Readonly<Record<string, unknown>>) => Promise<number | null>;
}

/** How one thing is looked up. */
export interface Lookup {
  /** `Event`: the type whose global ids name it, and what `EventBy` is called after. */
  of: string;
  keys: Readonly<Record<string, LookupKey>>;
  /** Present arguments stay as good as `by`: programs of others name them. */
  keepsArguments?: true;
  /** Root fields for whose sake there is no need any more. */
  replaces?: readonly string[];
}

declare module 'graphql' {
  interface GraphQLArgumentExtensions {
    lookup?: Lookup;
  }
}

/** Marks the argument that holds the number of what a root field looks up, so that front ends may name it by its global id and further keys, too. */
export const namedBy = (of: string, description: string, keys: Lookup['keys'] = {}, how: Omit<Lookup, 'of' | 'keys'> = {}) => ({
  description,
  extensions: { lookup: { of, keys, ...how } },
});
