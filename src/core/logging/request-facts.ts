import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { named } from '../tracing/attributes.ts';
import { endingWith, noteOnSpan, type Span, traceOf, type Tracing, within } from '../tracing/tracing.ts';

/** Facts about the current request, for logs and metrics, never for responses. */
export interface RequestFacts {
  /** Request ID in every log line; sent in the response as `X-Request-Id`. */
  readonly id: string;
  /** Route (`/core/v2/posts/{id}`) or kind of operation that serves it; empty until known. Contains no values, because they may be secrets. */
  route: string;
  /** Names of its GraphQL operations, from the client. */
  operations: string[];
  /** `user` and an ID, or `visitor`; empty until known. */
  caller: string;
  /** Entry point: `rest`, `graphql`, `page`; `job` and `command` for work without a request. */
  face?: string;
  /** Credential of the caller: `session`, or `application-password` and its ID. */
  credential?: string;
  /** Statements that ran for it. A shared statement counts for one request only. */
  statements: number;
  /** True if it only reads, so that replicas may serve it; undefined until known. */
  readsOnly?: boolean;
  /** Maximum cost of its GraphQL operation; 0 for others. */
  cost: number;
  /** True after its log line was written and its span ended. */
  isReported?: boolean;
  /** Its first span in this process, if it is traced. */
  span?: Span | undefined;
  /** The tracing that created this span. */
  tracing?: Tracing | undefined;
  /** Code of its last failure. */
  code?: string;
  /** Refusals in the data of its response instead of its errors. */
  refusals?: { code: string; status: number }[];
}

const current = new AsyncLocalStorage<RequestFacts>();

/** Runs work for a request, within its trace. */
export function forRequest<T>(facts: RequestFacts, work: () => T): T {
  const { span, tracing } = facts;
  return current.run(facts, span && tracing ? () => within(tracing, span, work) : work);
}

/** Returns the request ID and trace ID for log lines. */
export function namesOf({ id, span }: RequestFacts): { request: string; trace?: string } {
  const trace = span && traceOf(span);
  return trace === undefined ? { request: id } : { request: id, trace };
}

/** Returns the facts of the current request; undefined for work without one. */
export function requestFacts(): RequestFacts | undefined {
  return current.getStore();
}

/** Records whether an operation of the request only reads. A request that has written once stays a writing one. */
export function noteReadsOnly(reads: boolean, facts = current.getStore()): void {
  if (facts) facts.readsOnly = reads && facts.readsOnly !== false;
}

/** Records the total number of objects that the request's documents may ask for. */
export function noteCost(cost: number): void {
  const facts = current.getStore();
  if (facts) facts.cost = cost;
}

/** Records a refusal in the data of the response, for the log and the span of the operation. */
export function noteRefusal({ code, status }: { code: string; status: number }): void {
  noteOnSpan(named.errorType, code);
  const facts = current.getStore();
  if (facts) (facts.refusals ??= []).push({ code, status });
}

/** Records the failure of the request or a part of it. */
export function noteFailure(code: string, facts = current.getStore()): void {
  if (facts) facts.code = code;
}

/** Counts a statement that is about to run. */
export function countStatement(): void {
  const facts = current.getStore();
  if (facts) facts.statements += 1;
}

/** Runs named work without a request, such as a job or command, in a trace of its own if tracing is on. */
export function forWork<T>(face: 'job' | 'command', name: string, work: () => T, tracing?: Tracing): T {
  const facts: RequestFacts = { id: randomUUID(), route: name, operations: [], caller: '', statements: 0, cost: 0, face, tracing };
  if (!tracing) return current.run(facts, work);
  const span = tracing.begin(`${face} ${name}`, 'internal', { [named.request]: facts.id, [named.face]: face, [named.job]: name });
  facts.span = span;
  return endingWith(tracing, span, () => forRequest(facts, work));
}
