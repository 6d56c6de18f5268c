import { spanAttributes } from './attributes.ts';
import { type Span, traced } from './tracing.ts';

/** Runs a GraphQL operation in its own span. Omits its document, because it may contain values. */
export function tracedOperation<T>(type: string, name: string | undefined, run: (span?: Span) => T): T {
  const attributes = { [spanAttributes.operationType]: type, ...(name !== undefined && { [spanAttributes.operationName]: name }) };
  return traced(name === undefined ? type : `${type} ${name}`, run, { attributes });
}
