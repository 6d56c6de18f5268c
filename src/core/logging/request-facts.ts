import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { spanAttributes } from '../tracing/attributes.ts';
import { endSpanAfter, recordOnSpan, type Span, getTraceId, type Tracing, runInSpan } from '../tracing/tracing.ts';

/** Facts about the current request. They are for logs, metrics and the audit log, never for responses. */
export interface RequestFacts {
  /** ID of the request. It is in every log line, and in the response as `X-Request-Id`. */
  readonly id: string;
  /** Route such as `/core/v2/posts/{id}`, or name of the work; empty until known. Contains no values of parameters, because they may be secrets. */
  route: string;
  /** Names of the GraphQL operations, chosen by the client. */
  operations: string[];
  /** `user` and an ID, or `visitor`; empty until known. */
  caller: string;
  /** `rest`, `graphql`, `page` or `health`; `job` or `command` for work without a request. */
  entryPoint?: string;
  /** Credential of the caller: `session`, or `application-password` and its ID. */
  credential?: string;
  /** Number of SQL statements that ran for the request. A statement that several requests share counts for only one of them. */
  statements: number;
  /** True if the request only reads, so that replicas may serve it; undefined until known. */
  readsOnly?: boolean;
  /** Cost of the request's GraphQL documents; 0 for other requests. */
  cost: number;
  /** True after the log line of the request is written and its span has ended. */
  isReported?: boolean;
  /** First span of the request in this process, if it is traced. */
  span?: Span | undefined;
  /** The tracing that created `span`. */
  tracing?: Tracing | undefined;
  /** Code of the last failure. */
  code?: string;
  /** Refusals that are part of the response's data instead of its errors. */
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

/** Returns the facts of the current request or work, or undefined outside of both. */
export function getRequestFacts(): RequestFacts | undefined {
  return current.getStore();
}

/** Records whether an operation of the request only reads. After a request has written once, it no longer counts as reading only. */
export function recordReadsOnly(reads: boolean, facts = current.getStore()): void {
  if (facts) facts.readsOnly = reads && facts.readsOnly !== false;
}

/** Records the total cost of the request's GraphQL documents. */
export function recordCost(cost: number): void {
  const facts = current.getStore();
  if (facts) facts.cost = cost;
}

/** Records a refusal in the response's data, for the log and the span of the operation. */
export function recordRefusal({ code, status }: { code: string; status: number }): void {
  recordOnSpan(spanAttributes.errorType, code);
  const facts = current.getStore();
  if (facts) (facts.refusals ??= []).push({ code, status });
}

/** Records the code of a failure of the request or a part of it. */
export function recordFailure(code: string, facts = current.getStore()): void {
  if (facts) facts.code = code;
}

/** Counts a statement that is about to run. */
export function countStatement(): void {
  const facts = current.getStore();
  if (facts) facts.statements += 1;
}

/** Runs named work without a request, such as a job or command. If tracing is on, runs it in its own trace. */
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
