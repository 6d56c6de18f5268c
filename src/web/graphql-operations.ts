import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import type { ExecutionArgs, GraphQLError } from 'graphql';
import type { createYoga } from 'graphql-yoga';
import type { Context } from '#graphql/context.ts';
import { madeOfNothing, notingIn } from '../core/caching/cache-dependencies.ts';
import type { CostBudget } from './graphql-cost.ts';
import type { DocumentParams, SentDocuments } from './graphql-documents.ts';
import type { GraphqlHttpOptions } from './graphql-options.ts';

/** The server that `/graphql` is served by. */
export type Yoga = ReturnType<typeof createYoga<{ context: Context; budget: CostBudget }>>;

/** What a client asks over a connection that carries several operations. */
export interface Operation extends DocumentParams {
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

/** Explanations that a client asks for beside the data: `GraphQL-Explain: cost, request-id, statements`. */
const asksFor = ({ headers }: FastifyRequest, what: string): boolean =>
  String(headers['graphql-explain'] ?? '')
    .split(',')
    .some((one) => one.trim().toLowerCase() === what);

/**
 * The budget of the caller and the explanations that they asked for. Responses to GET stay the same as long as what they say does, so that their ETags hold: they say nothing
 * unasked. Statements are for administrators, and for POST, whose responses nobody keeps.
 */
export const budgetOf = (request: FastifyRequest, { viewer }: Context, { budget, turns }: GraphqlHttpOptions): CostBudget => ({
  async spendMore(times) {
    await budget.spendMore(request, times);
    turns.worth(request, times + 1);
  },
  left: () => budget.left(request),
  tells: {
    cost: request.method === 'POST' || asksFor(request, 'cost'),
    requestId: asksFor(request, 'request-id') ? request.id : null,
    statements: request.method === 'POST' && asksFor(request, 'statements') && viewer.can('manage_options') ? [] : null,
  },
  request: { complexity: 0 },
});

/** Runs work of which the budget tells the statements. */
export function told<T>({ tells }: CostBudget, work: () => T): T {
  return tells.statements ? notingIn({ ...madeOfNothing(), statements: tells.statements }, work) : work();
}

/** Prepares operations that come otherwise than one by one over HTTP: who asks, limits, budget and turns are those of a request each. */
export interface Operations {
  /** What is to be executed by its `rootValue`, or why nothing is. Throws the failures of sign-in and budget. */
  prepare(request: FastifyRequest, operation: Operation): Promise<ExecutionArgs | readonly GraphQLError[]>;
  /** The response is complete, or its stream has begun. */
  end(request: FastifyRequest): void;
}

/** Operations of the schema that Yoga serves, with all that its plugins know. */
export function operationsOf(yoga: Yoga, documents: SentDocuments, options: GraphqlHttpOptions): Operations {
  const nonceOf = ({ headers }: FastifyRequest) => [headers['x-wp-nonce']].flat()[0];
  return {
    async prepare(request, operation) {
      const { context } = await options.identify(request, nonceOf(request));
      context.identifyAgain = async () => (await options.identify(request, nonceOf(request))).context.viewer;
      const query = documents.textOf(operation) ?? '';
      const params = { ...operation, query };
      const { schema, parse, validate, contextFactory, execute, subscribe } = yoga.getEnveloped({
        context,
        budget: budgetOf(request, context, options),
        params,
      } as never);
      const document = parse(query);
      const errors = validate(schema, document);
      if (errors.length > 0) return errors;
      // what comes back over the connection runs where this did: with the facts of its request, and in its trace
      const inside = AsyncLocalStorage.snapshot();
      return {
        schema,
        document,
        operationName: operation.operationName ?? null,
        variableValues: operation.variables ?? {},
        contextValue: await contextFactory(),
        rootValue: { execute: (args: ExecutionArgs) => inside(execute, args), subscribe: (args: ExecutionArgs) => inside(subscribe, args) },
      };
    },
    end: (request) => options.turns.end(request),
  };
}

type Run = (args: ExecutionArgs) => never;

/** Runs what `prepare` made. */
export const execution = {
  execute: (args: ExecutionArgs) => (args.rootValue as { execute: Run }).execute(args),
  subscribe: (args: ExecutionArgs) => (args.rootValue as { subscribe: Run }).subscribe(args),
};
