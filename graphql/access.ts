import type { Context } from './context.ts';

/** Throws if the caller may not use the field. The REST engine also calls the rule for the header `Allow`, with the known arguments. */
export type AccessRule<Args> = (args: Args, context: Context) => void | Promise<void>;

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** The permission of a root field. The schema is not built if a root field has none. */
    access?: AccessRule<never>;
    /** Checks the arguments before the permission. */
    checkArguments?: AccessRule<never>;
    /** Description of the permission, if it depends on data. */
    permission?: string;
  }
}

/**
 * Declares the permission of a root field; spread the result into the options of the field. `checkArguments` runs before the rule
 * (docs/behaviour/events.md 0.2); the header `Allow` does not depend on it.
 */
export function guard<Args>(rule: AccessRule<Args>, checkArguments?: AccessRule<Args>) {
  return {
    authScopes: async (_root: unknown, args: Args, context: Context) => {
      await checkArguments?.(args, context);
      await rule(args, context);
      return true;
    },
    extensions: { access: rule as AccessRule<never>, ...(checkArguments && { checkArguments: checkArguments as AccessRule<never> }) },
  };
}

/**
 * Declares the permission of a root field that depends on data. `prepare` throws if the caller may not use the field; otherwise its result is the
 * first argument of `resolve`. The REST engine also calls `prepare` for the header `Allow`. `permission` describes the permission in the references.
 */
export function authorizeWith<Args, Prepared, Result>(
  permission: string,
  prepare: (args: Args, context: Context) => Promise<Prepared>,
  resolve: (prepared: Prepared, args: Args, context: Context) => Result | Promise<Result>,
) {
  return {
    authScopes: { public: true as const },
    extensions: { access: (async (args: Args, context: Context) => void (await prepare(args, context))) as AccessRule<never>, permission },
    resolve: async (_root: unknown, args: Args, context: Context): Promise<Result> => resolve(await prepare(args, context), args, context),
  };
}

const allow: AccessRule<never> = () => {};

/** Declares a root field as public. */
export const publicAccess = {
  authScopes: { public: true as const },
  extensions: { access: allow },
};

/** Declares a root field as public, with a check of its arguments. */
export const publicAccessWith = <Args>(checkArguments: AccessRule<Args>) => guard<Args>(allow as AccessRule<Args>, checkArguments);
