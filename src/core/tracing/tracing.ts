import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span, SpanContext } from '@opentelemetry/api';
import { spanAttributes } from './attributes.ts';

export type { Span } from '@opentelemetry/api';

/** Kind of a span: `server` for an incoming request, `client` for an outgoing request, `internal` for other work. */
export type SpanKindName = 'server' | 'client' | 'internal';

/** Headers of a request. They may contain the trace of the caller (W3C Trace Context). */
export type TraceHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Creates spans. Exists only if tracing is configured. */
export interface Tracing {
  /** Starts a trace. If the headers contain the trace of the caller, continues it instead. */
  begin(name: string, kind: SpanKindName, attributes: Attributes, headers?: TraceHeaders): Span;
  /** Creates a child span. */
  beginChild(parent: Span, name: string, kind: SpanKindName, attributes: Attributes): Span;
  /** Marks a span as failed. */
  fail(span: Span, type: string): void;
  /** Sends the remaining spans. Takes at most three seconds. */
  end(): Promise<void>;
}

/** Bit of the trace flags that is set if the trace is recorded. */
const SAMPLED = 1;

const current = new AsyncLocalStorage<{ activeTracing: Tracing; span: Span }>();

/** Runs work with a span as the current one. */
export function runInSpan<T>(activeTracing: Tracing, span: Span, work: () => T): T {
  return current.run({ activeTracing, span }, work);
}

/** Returns the tracing of the current span, or null if the work is not traced. This is cheap. */
export function getTracing(): Tracing | null {
  return current.getStore()?.activeTracing ?? null;
}

/** Returns the current span if it is recorded, otherwise undefined. */
function getRecordedSpan(): Span | undefined {
  const span = current.getStore()?.span;
  return span?.isRecording() ? span : undefined;
}

/** Returns the code or the class of an error for a span. Never returns its message, which may contain user input. */
function getErrorType(error: unknown): { type: string; isRefusal: boolean } {
  let cause = error;
  while (cause instanceof Error && 'originalError' in cause && cause.originalError instanceof Error) cause = cause.originalError;
  const { code, reason, name, status } = cause as Record<'code' | 'reason' | 'name' | 'status', unknown>;
  const type = [code, reason, name].find((candidate) => typeof candidate === 'string') ?? '_OTHER';
  return { type, isRefusal: typeof status === 'number' && status < 500 };
}

/** Records an error on a span. Marks the span as failed, unless the error is a refusal of the request. */
export function recordThrown(activeTracing: Tracing, span: Span, error: unknown): void {
  const { type, isRefusal } = getErrorType(error);
  if (isRefusal) span.setAttribute(spanAttributes.errorType, type);
  else activeTracing.fail(span, type);
}

/** Options of `runTraced`. */
export interface TracedWork {
  kind?: SpanKindName;
  attributes?: Attributes;
}

/**
 * Runs work in a child of the current span. Without a current span, only runs the work. If the attributes are expensive to compute, call `getTracing`
 * first.
 */
export function runTraced<T>(name: string, work: (span?: Span) => T, options?: TracedWork): T {
  const activeTracing = getTracing();
  const parent = getRecordedSpan();
  if (!activeTracing || !parent) return work();
  const { kind = 'internal', attributes = {} } = options ?? {};
  const span = activeTracing.beginChild(parent, name, kind, attributes);
  return endSpanAfter(activeTracing, span, () => runInSpan(activeTracing, span, () => work(span)));
}

/** Runs work and ends the span afterwards. */
export function endSpanAfter<T>(activeTracing: Tracing, span: Span, work: () => T): T {
  let result: T;
  try {
    result = work();
  } catch (error) {
    recordThrown(activeTracing, span, error);
    span.end();
    throw error;
  }
  if (!(result instanceof Promise)) {
    span.end();
    return result;
  }
  return result.then(
    (value: unknown) => {
      span.end();
      return value;
    },
    (error: unknown) => {
      recordThrown(activeTracing, span, error);
      span.end();
      throw error;
    },
  ) as T;
}

/** Returns the trace ID of a span for log lines, or undefined if its trace is not recorded. */
export function getTraceId(span: Span): string | undefined {
  const { traceId, traceFlags } = span.spanContext();
  return (traceFlags & SAMPLED) === 0 ? undefined : traceId;
}

/** Adds an attribute to the current span. */
export function recordOnSpan(name: string, value: string | number): void {
  getRecordedSpan()?.setAttribute(name, value);
}

/** Returns the context of the current span, to link the span of shared work to it. Undefined if there is no recorded span. */
export function getCurrentSpanContext(): SpanContext | undefined {
  return getRecordedSpan()?.spanContext();
}
