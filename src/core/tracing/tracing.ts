import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span, SpanContext } from '@opentelemetry/api';
import { named } from './attributes.ts';

export type { Span } from '@opentelemetry/api';

/** What a span is of: a request that came in, one that went out, or work in here. */
export type SpanKindName = 'server' | 'client' | 'internal';

/** Headers by which a caller says which trace a request belongs to (W3C Trace Context). */
export type TraceHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Makes spans. There is one where traces are sent somewhere. */
export interface Tracing {
  /** Begins a trace, or goes on with that of the caller, where these headers name one. */
  begin(name: string, kind: SpanKindName, attributes: Attributes, headers?: TraceHeaders): Span;
  /** A span below another one. */
  below(parent: Span, name: string, kind: SpanKindName, attributes: Attributes): Span;
  /** Says that what a span stands for failed. */
  fail(span: Span, type: string): void;
  /** Sends what is left, for three seconds at most. */
  end(): Promise<void>;
}

/** Flag of a trace that is kept. */
const SAMPLED = 1;

const current = new AsyncLocalStorage<{ by: Tracing; span: Span }>();

/** Runs work with a span at hand. */
export function within<T>(by: Tracing, span: Span, work: () => T): T {
  return current.run({ by, span }, work);
}

/** What makes spans below the one at hand; null where nothing is traced, which is then all that asking for it costs. */
export function tracing(): Tracing | null {
  return current.getStore()?.by ?? null;
}

/** The span at hand, where it is recorded. */
function spanRecorded(): Span | undefined {
  const span = current.getStore()?.span;
  return span?.isRecording() ? span : undefined;
}

/** What a span says of an error: its code or its class, never its words, which may repeat what someone wrote. */
function typeOf(error: unknown): { type: string; isRefusal: boolean } {
  let cause = error;
  while (cause instanceof Error && 'originalError' in cause && cause.originalError instanceof Error) cause = cause.originalError;
  const { code, reason, name, status } = cause as Record<'code' | 'reason' | 'name' | 'status', unknown>;
  const type = [code, reason, name].find((one) => typeof one === 'string') ?? '_OTHER';
  return { type, isRefusal: typeof status === 'number' && status < 500 };
}

/** Says of the span what was thrown within it. A refusal is a response and no failure. */
export function noteThrown(by: Tracing, span: Span, error: unknown): void {
  const { type, isRefusal } = typeOf(error);
  if (isRefusal) span.setAttribute(named.errorType, type);
  else by.fail(span, type);
}

/** Options of `traced`. */
export interface TracedWork {
  kind?: SpanKindName;
  attributes?: Attributes;
}

/**
 * Runs work in a span below the one at hand; without one it just runs. Callers whose attributes cost something check `tracing()` first.
 */
export function traced<T>(name: string, work: (span?: Span) => T, about?: TracedWork): T {
  const by = tracing();
  const parent = spanRecorded();
  if (!by || !parent) return work();
  const { kind = 'internal', attributes = {} } = about ?? {};
  const span = by.below(parent, name, kind, attributes);
  return endingWith(by, span, () => within(by, span, () => work(span)));
}

/** Runs work and ends the span when it has ended. */
export function endingWith<T>(by: Tracing, span: Span, work: () => T): T {
  let result: T;
  try {
    result = work();
  } catch (error) {
    noteThrown(by, span, error);
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
      noteThrown(by, span, error);
      span.end();
      throw error;
    },
  ) as T;
}

/** The trace that a span belongs to, where it is kept: log lines name it. */
export function traceOf(span: Span): string | undefined {
  const { traceId, traceFlags } = span.spanContext();
  return (traceFlags & SAMPLED) === 0 ? undefined : traceId;
}

/** Says more of the span at hand. */
export function noteOnSpan(name: string, value: string | number): void {
  spanRecorded()?.setAttribute(name, value);
}

/** Names the span at hand to others who share what it does. */
export function spanAtHand(): SpanContext | undefined {
  return spanRecorded()?.spanContext();
}
