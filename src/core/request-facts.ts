import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

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
  /** Where it came in: `rest`, `graphql`, `page`; `job` and `command` for work that no request asked for. */
  face?: string;
  /** How the caller signed in: `session`, or `application-password` and its number. */
  credential?: string;
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

/** Runs work that no request asked for, under a name of its own: a job, a command. */
export function forWork<T>(face: 'job' | 'command', name: string, work: () => T): T {
  return current.run({ id: randomUUID(), route: name, operations: [], caller: '', statements: 0, cost: 0, face }, work);
}
