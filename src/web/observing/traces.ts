import type { FastifyRequest } from 'fastify';
import type { RequestFacts } from '../../core/logging/request-facts.ts';
import { spanAttributes } from '../../core/tracing/attributes.ts';
import type { TraceHeaders, Tracing } from '../../core/tracing/tracing.ts';

/** Starts the span of a request and stores it in its facts. `headers` contain the trace of a trusted caller; undefined for others. */
export function beginSpan(
  tracing: Tracing,
  { method, protocol }: FastifyRequest,
  facts: RequestFacts,
  headers: TraceHeaders | undefined,
): void {
  facts.tracing = tracing;
  facts.span = tracing.begin(
    method,
    'server',
    {
      [spanAttributes.method]: method,
      [spanAttributes.scheme]: protocol,
      [spanAttributes.request]: facts.id,
      [spanAttributes.face]: facts.entryPoint ?? '',
    },
    headers,
  );
}

/** Attributes of a finished span. `route` is the pattern of the route. */
interface FinishedRequest {
  route: string;
  status: number;
  isAborted?: boolean;
}

/** Ends the span of a request and adds its attributes. */
export function endSpan(
  tracing: Tracing,
  { method }: FastifyRequest,
  facts: RequestFacts,
  { route, status, isAborted = false }: FinishedRequest,
): void {
  const { span } = facts;
  if (!span?.isRecording()) return;
  if (route !== '') span.updateName(`${method} ${route}`).setAttribute(spanAttributes.route, route);
  span.setAttributes({
    [spanAttributes.status]: status,
    [spanAttributes.statements]: facts.statements,
    ...(facts.cost > 0 && { [spanAttributes.cost]: facts.cost }),
  });
  if (status >= 500) tracing.fail(span, String(status));
  else if (isAborted) span.setAttribute(spanAttributes.errorType, 'cut');
  span.end();
}
