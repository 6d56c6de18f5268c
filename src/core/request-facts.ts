import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of a request while it is answered: for logs and metrics, never for answers. */
export interface RequestFacts {
  /** Names the request in every line that is logged for it; the answer carries it as `X-Request-Id`. */
  readonly id: string;
  /** The row (`/core/v2/posts/{id}`), kind of operation or route that answers it; empty until it is found. Without values, which may be secrets. */
  route: string;
  /** Names of its GraphQL operations, as the client calls them. */
  operations: string[];
  /** `user` and a number, or `visitor`; empty until somebody has looked. */
  caller: string;
  /** Statements that ran for it; those that several requests share count for one of them. */
  statements: number;
  /** What its GraphQL operation may cost; 0 for others. */
  cost: number;
}

const current = new AsyncLocalStorage<RequestFacts>();

/** Runs work for a request. */
export function forRequest<T>(facts: RequestFacts, work: () => T): T {
  return current.run(facts, work);
}

/** The facts of the request at hand; undefined in work that nobody asked for. */
export function requestFacts(): RequestFacts | undefined {
  return current.getStore();
}

/** A statement is about to run. */
export function countStatement(): void {
  const facts = current.getStore();
  if (facts) facts.statements += 1;
}
