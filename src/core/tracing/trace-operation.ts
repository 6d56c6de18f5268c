import { spanAttributes } from './attributes.ts';
import { type Span, runTraced } from './tracing.ts';

/** Runs a GraphQL operation in its own span. The span does not contain the document, because the document may contain values. */
export function traceOperation<T>(type: string, name: string | undefined, run: (span?: Span) => T): T {
  const attributes = { [spanAttributes.operationType]: type, ...(name !== undefined && { [spanAttributes.operationName]: name }) };
  return runTraced(name === undefined ? type : `${type} ${name}`, run, { attributes });
}
