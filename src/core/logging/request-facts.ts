import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { spanAttributes } from '../tracing/attributes.ts';
import { endSpanAfter, noteOnSpan, type Span, getTraceId, type Tracing, runInSpan } from '../tracing/tracing.ts';

/** Facts about the current request, for logs and metrics, never for responses. */
export interface RequestFacts {
  /** Request ID in every log line; sent in the response as `X-Request-Id`. */
  readonly id: string;
  /** Route such as `/core/v2/posts/{id}`, or kind of the operation; empty until known. Contains no values, because they may be secrets. */
  route: string;
  /** Names of the GraphQL operations, chosen by the client. */
  operations: string[];
  /** `user` and an ID, or `visitor`; empty until known. */
  caller: string;
  /** Entry point: `rest`, `graphql`, `page`; `job` and `command` for work without a request. */
  entryPoint?: string;
  /** Credential of the caller: `session`, or `application-password` and its ID. */
  credential?: string;
  /** Number of statements that ran for the request. A shared statement counts for one request only. */
  statements: number;
  /** True if the request only reads, so that replicas may serve it; undefined until known. */
  readsOnly?: boolean;
  /** Cost of the GraphQL documents; 0 for other requests. */
  cost: number;
  /** True after the log line of the request was written and its span ended. */
  isReported?: boolean;
  /** First span of the request in this process, if it is traced. */
  span?: Span | undefined;
  /** The tracing that created this span. */
  tracing?: Tracing | undefined;
  /** Code of the last failure. */
  code?: string;
  /** Refusals in the data of the response, which are not in its errors. */
  refusals?: { code: string; status: number }[];
}

const current = new AsyncLocalStorage<RequestFacts>();

/** Runs work for a request, within its trace. */
export function runForRequest<T>(facts: RequestFacts, work: () => T): T {
  const { span, tracing } = facts;
  return current.run(facts, span && tracing ? () => runInSpan(tracing, span, work) : work);
}

/** Returns the request ID and trace ID for log lines. */
export function getLogIds({ id, span }: RequestFacts): { request: string; trace?: string } {
  const trace = span && getTraceId(span);
  return trace === undefined ? { request: id } : { request: id, trace };
}

/** Returns the facts of the current request; undefined for work without one. */
export function getRequestFacts(): RequestFacts | undefined {
  return current.getStore();
}

/** Records whether an operation of the request only reads. A request that has written once never counts as only reading again. */
export function noteReadsOnly(reads: boolean, facts = current.getStore()): void {
  if (facts) facts.readsOnly = reads && facts.readsOnly !== false;
}

/** Records the total cost of the request's documents, in objects. */
export function noteCost(cost: number): void {
  const facts = current.getStore();
  if (facts) facts.cost = cost;
}

/** Records a refusal in the data of the response, for the log and the span of the operation. */
export function noteRefusal({ code, status }: { code: string; status: number }): void {
  noteOnSpan(spanAttributes.errorType, code);
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
export function runWork<T>(entryPoint: 'job' | 'command', name: string, work: () => T, tracing?: Tracing): T {
  const facts: RequestFacts = { id: randomUUID(), route: name, operations: [], caller: '', statements: 0, cost: 0, entryPoint, tracing };
  if (!tracing) return current.run(facts, work);
  const span = tracing.begin(`${entryPoint} ${name}`, 'internal', {
    [spanAttributes.request]: facts.id,
    [spanAttributes.face]: entryPoint,
    [spanAttributes.job]: name,
  });
  facts.span = span;
  return endSpanAfter(tracing, span, () => runForRequest(facts, work));
}
