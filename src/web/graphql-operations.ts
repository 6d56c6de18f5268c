import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import type { ExecutionArgs, GraphQLError } from 'graphql';
import type { createYoga } from 'graphql-yoga';
import type { Context } from '#graphql/context.ts';
import { createDependencies, trackDependencies } from '../core/caching/cache-dependencies.ts';
import type { CostBudget } from './graphql-cost.ts';
import type { DocumentParams, DocumentLookup } from './graphql-documents.ts';
import type { GraphqlHttpOptions } from './graphql-options.ts';

/** The server of `/graphql`. */
export type Yoga = ReturnType<typeof createYoga<{ context: Context; budget: CostBudget }>>;

/** An operation that a WebSocket connection carries. */
export interface Operation extends DocumentParams {
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

/** True if the client requests an explanation: `GraphQL-Explain: cost, request-id, statements`. */
const requestsExplanation = ({ headers }: FastifyRequest, subject: string): boolean =>
  String(headers['graphql-explain'] ?? '')
    .split(',')
    .some((item) => item.trim().toLowerCase() === subject);

/**
 * Returns the caller's budget and the requested explanations. Responses to GET contain explanations only on request, so that their ETags stay valid.
 * Statements are only for administrators and only for POST, because these responses are not cached.
 */
export const createBudget = (request: FastifyRequest, { viewer }: Context, { budget, fairQueue }: GraphqlHttpOptions): CostBudget => ({
  async chargeRequests(times) {
    await budget.chargeRequests(request, times);
    fairQueue.setCost(request, times + 1);
  },
  getState: () => budget.getState(request),
  explanations: {
    cost: request.method === 'POST' || requestsExplanation(request, 'cost'),
    requestId: requestsExplanation(request, 'request-id') ? request.id : null,
    statements: request.method === 'POST' && requestsExplanation(request, 'statements') && viewer.can('manage_options') ? [] : null,
  },
  request: { complexity: 0 },
});

/** Runs work and records its SQL statements if the client requested them. */
export function recordStatements<T>({ explanations }: CostBudget, work: () => T): T {
  return explanations.statements ? trackDependencies({ ...createDependencies(), statements: explanations.statements }, work) : work();
}

/** Prepares operations of transports other than HTTP. Authentication, limits, budget and the fair queue apply as for separate requests. */
export interface Operations {
  /** Returns arguments for the functions of `execution`, or the errors of the document. Throws failures of the authentication and the budget. */
  prepare(request: FastifyRequest, operation: Operation): Promise<ExecutionArgs | readonly GraphQLError[]>;
  /** Call when the response is complete or its stream has started. */
  end(request: FastifyRequest): void;
}

/** Creates the operations of Yoga's schema, with its plugins. */
export function createOperations(yoga: Yoga, documents: DocumentLookup, options: GraphqlHttpOptions): Operations {
  const readNonce = ({ headers }: FastifyRequest) => [headers['x-wp-nonce']].flat()[0];
  return {
    async prepare(request, operation) {
      const { context } = await options.identify(request, readNonce(request));
      context.identifyAgain = async () => (await options.identify(request, readNonce(request))).context.viewer;
      const query = documents.getText(operation) ?? '';
      const params = { ...operation, query };
      const { schema, parse, validate, contextFactory, execute, subscribe } = yoga.getEnveloped({
        context,
        budget: createBudget(request, context, options),
        params,
      } as never);
      const document = parse(query);
      const errors = validate(schema, document);
      if (errors.length > 0) return errors;
      // later messages of the connection run in the context of its request and trace
      const runInContext = AsyncLocalStorage.snapshot();
      return {
        schema,
        document,
        operationName: operation.operationName ?? null,
        variableValues: operation.variables ?? {},
        contextValue: await contextFactory(),
        rootValue: {
          execute: (args: ExecutionArgs) => runInContext(execute, args),
          subscribe: (args: ExecutionArgs) => runInContext(subscribe, args),
        },
      };
    },
    end: (request) => options.fairQueue.endTurn(request),
  };
}

type Run = (args: ExecutionArgs) => never;

/** Functions that run prepared operations. `rootValue` contains the actual functions. */
export const executionFunctions = {
  execute: (args: ExecutionArgs) => (args.rootValue as { execute: Run }).execute(args),
  subscribe: (args: ExecutionArgs) => (args.rootValue as { subscribe: Run }).subscribe(args),
};
