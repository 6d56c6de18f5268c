import { registerHooks } from 'node:module';

/** Resolves `./X.graphql`, as compiled artifacts import each other, to `./X.graphql.ts`. Bundlers do this on their own, Node does not. */
registerHooks({
  resolve: (specifier, context, next) => next(/^\.\/\w+\.graphql$/.test(specifier) ? `${specifier}.ts` : specifier, context),
});
