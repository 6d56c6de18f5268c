import type { FastifyRequest } from 'fastify';
import type { RequestFacts } from '../../core/logging/request-facts.ts';
import { named } from '../../core/tracing/attributes.ts';
import type { TraceHeaders, Tracing } from '../../core/tracing/tracing.ts';

/** Starts the span of a request and stores it in its facts. `headers` are those of a trusted caller. */
export function beginSpan(by: Tracing, { method, protocol }: FastifyRequest, facts: RequestFacts, headers: TraceHeaders | undefined): void {
  facts.tracing = by;
  facts.span = by.begin(
    method,
    'server',
    { [named.method]: method, [named.scheme]: protocol, [named.request]: facts.id, [named.face]: facts.face ?? '' },
    headers,
  );
}

/** Attributes of a finished span. `route` is the pattern of the route. */
interface Answered {
  route: string;
  status: number;
  isCut?: boolean;
}

/** Ends the span of a request and adds its attributes. */
export function endSpan(by: Tracing, { method }: FastifyRequest, facts: RequestFacts, { route, status, isCut = false }: Answered): void {
  const { span } = facts;
  if (!span?.isRecording()) return;
  if (route !== '') span.updateName(`${method} ${route}`).setAttribute(named.route, route);
  span.setAttributes({ [named.status]: status, [named.statements]: facts.statements, ...(facts.cost > 0 && { [named.cost]: facts.cost }) });
  if (status >= 500) by.fail(span, String(status));
  else if (isCut) span.setAttribute(named.errorType, 'cut');
  span.end();
}
