import type { Context } from './context.ts';

/** Throws the refusal of a caller who may not; resolves for one who may. The REST engine asks it for `Allow` too, then with the arguments it knows. */
export type AccessRule<Args> = (args: Args, context: Context) => void | Promise<void>;

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** The permission of a root field; a root field without one does not start. */
    access?: AccessRule<never>;
    /** What its arguments must stand up to before it matters who asks. */
    checkArguments?: AccessRule<never>;
    /** Who may, in words, where the rule stands in a service. */
    permission?: string;
  }
}

/**
 * Permission of a root field, spread into its options. What arguments must stand up to before it matters who asks (events.md 0.2) is a check of
 * its own: `Allow` does not depend on it.
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
 * The permission of a root field whose judging already reads what the response is made of: `prepare` throws the refusal of a caller who may not, and
 * what it makes for one who may is the resolver's first argument. `Allow` asks `prepare` too. Its scope lets everyone through to that judging, so
 * `permission` says who may; the printed tables of REST repeat it.
 */
export function authorizeWith<Args, Prepared, Answer>(
  permission: string,
  prepare: (args: Args, context: Context) => Promise<Prepared>,
  resolve: (prepared: Prepared, args: Args, context: Context) => Answer | Promise<Answer>,
) {
  return {
    authScopes: { public: true as const },
    extensions: { access: (async (args: Args, context: Context) => void (await prepare(args, context))) as AccessRule<never>, permission },
    resolve: async (_root: unknown, args: Args, context: Context): Promise<Answer> => resolve(await prepare(args, context), args, context),
  };
}

const anyone: AccessRule<never> = () => {};

/** Said aloud: everybody may. */
export const everybody = {
  authScopes: { public: true as const },
  extensions: { access: anyone },
};

/** Everybody may whose arguments stand up to the check. */
export const everybodyWith = <Args>(checkArguments: AccessRule<Args>) => guard<Args>(anyone as AccessRule<Args>, checkArguments);
