import { named } from './attributes.ts';
import { type Span, traced } from './tracing.ts';

/** Runs a GraphQL operation in a span of its own. Its document is not told: values may stand in it. */
export function tracedOperation<T>(type: string, name: string | undefined, run: (span?: Span) => T): T {
  const attributes = { [named.operationType]: type, ...(name !== undefined && { [named.operationName]: name }) };
  return traced(name === undefined ? type : `${type} ${name}`, run, { attributes });
}
