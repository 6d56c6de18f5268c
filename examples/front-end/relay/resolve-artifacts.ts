import { registerHooks } from 'node:module';

/** Bundlers find `X.graphql.ts` for `./X.graphql`, as compiled artifacts name each other; Node has to be told. */
registerHooks({
  resolve: (specifier, context, next) => next(/^\.\/\w+\.graphql$/.test(specifier) ? `${specifier}.ts` : specifier, context),
});
