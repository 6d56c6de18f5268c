import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { named } from '../tracing/attributes.ts';
import { endingWith, noteOnSpan, type Span, traceOf, type Tracing, within } from '../tracing/tracing.ts';

/** What is known of a request while it is served: for logs and metrics, never for responses. */
export interface RequestFacts {
  /** Names the request in every line that is logged for it; the response carries it as `X-Request-Id`. */
  readonly id: string;
  /** The row (`/core/v2/posts/{id}`), kind of operation or route that serves it; empty until it is found. Without values, which may be secrets. */
  route: string;
  /** Names of its GraphQL operations, as the client calls them. */
  operations: string[];
  /** `user` and a number, or `visitor`; empty until someone has looked. */
  caller: string;
  /** Where it came in: `rest`, `graphql`, `page`; `job` and `command` for work that no request asked for. */
  face?: string;
  /** How the caller signed in: `session`, or `application-password` and its number. */
  credential?: string;
  /** Statements that ran for it; those that several requests share count for one of them. */
  statements: number;
  /** It only reads, as far as is known; undefined until that is known. Replicas may serve its reads then. */
  readsOnly?: boolean;
  /** What its GraphQL operation may cost; 0 for others. */
  cost: number;
  /** Its line is written, and its span has ended. */
  isReported?: boolean;
  /** The first span of its trace in here, where it is traced. */
  span?: Span | undefined;
  /** What made that span. */
  tracing?: Tracing | undefined;
  /** The code of its last failure: what refused it, where it was refused. */
  code?: string;
  /** Refusals inside the data of its response instead of its errors. */
  refusals?: { code: string; status: number }[];
}

const current = new AsyncLocalStorage<RequestFacts>();

/** Runs work for a request, within its trace. */
export function forRequest<T>(facts: RequestFacts, work: () => T): T {
  const { span, tracing } = facts;
  return current.run(facts, span && tracing ? () => within(tracing, span, work) : work);
}

/** What its log lines call a request by: its id, and the trace that tells what it did. */
export function namesOf({ id, span }: RequestFacts): { request: string; trace?: string } {
  const trace = span && traceOf(span);
  return trace === undefined ? { request: id } : { request: id, trace };
}

/** The facts of the request at hand; undefined in work that nobody asked for. */
export function requestFacts(): RequestFacts | undefined {
  return current.getStore();
}

/** An operation of the request only reads, or does more; a request that did more once is one that writes. */
export function noteReadsOnly(reads: boolean, facts = current.getStore()): void {
  if (facts) facts.readsOnly = reads && facts.readsOnly !== false;
}

/** The number of objects that the request's documents may ask for, all that it has asked for so far. */
export function noteCost(cost: number): void {
  const facts = current.getStore();
  if (facts) facts.cost = cost;
}

/** Notes a refusal that is part of the data of the response, for the log and the span of the operation. */
export function noteRefusal({ code, status }: { code: string; status: number }): void {
  noteOnSpan(named.errorType, code);
  const facts = current.getStore();
  if (facts) (facts.refusals ??= []).push({ code, status });
}

/** The request, or a part of it, failed. */
export function noteFailure(code: string, facts = current.getStore()): void {
  if (facts) facts.code = code;
}

/** A statement is about to run. */
export function countStatement(): void {
  const facts = current.getStore();
  if (facts) facts.statements += 1;
}

/** Runs work that no request asked for, under a name of its own: a job, a command. It has a trace of its own, where something makes spans. */
export function forWork<T>(face: 'job' | 'command', name: string, work: () => T, tracing?: Tracing): T {
  const facts: RequestFacts = { id: randomUUID(), route: name, operations: [], caller: '', statements: 0, cost: 0, face, tracing };
  if (!tracing) return current.run(facts, work);
  const span = tracing.begin(`${face} ${name}`, 'internal', { [named.request]: facts.id, [named.face]: face, [named.job]: name });
  facts.span = span;
  return endingWith(tracing, span, () => forRequest(facts, work));
}
