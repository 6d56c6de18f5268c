import { type ExecutionResult, getOperationAST, type OperationDefinitionNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { recordFailure, recordReadsOnly, getRequestFacts } from '../core/logging/request-facts.ts';
import { traceOperation } from '../core/tracing/trace-operation.ts';
import { recordThrown, type Span, getTracing } from '../core/tracing/tracing.ts';

/** Maximum length of logged names, which clients choose. */
const MAX_NAME_LENGTH = 80;

/** Returns the name that the client gave an operation, shortened for the log. */
const getOperationName = (operation: OperationDefinitionNode | null | undefined): string | undefined =>
  operation?.name?.value.slice(0, MAX_NAME_LENGTH);

/** Records an internal error or a refusal of an execution in its span. */
function recordErrors(span: Span | undefined, result: unknown): void {
  const [error] = (span && (result as ExecutionResult).errors) ?? [];
  const activeTracing = error && getTracing();
  if (activeTracing && span) recordThrown(activeTracing, span, error);
}

/**
 * Plugin that records the kind and name of a request's operations and creates a span for each if the request is traced. Add it before plugins that
 * refuse operations, so that the log also names refused operations.
 */
export function useRequestFacts(): Plugin {
  return {
    onExecute({ args: { document, operationName }, executeFn, setExecuteFn }) {
      const facts = getRequestFacts();
      const operation = facts && getOperationAST(document, operationName);
      if (!operation) return;
      facts.route = operation.operation;
      recordReadsOnly(operation.operation === 'query');
      facts.operations.push(getOperationName(operation) ?? 'anonymous');
      if (getTracing() === null) return;
      setExecuteFn((args: unknown) =>
        traceOperation(operation.operation, getOperationName(operation), async (span) => {
          const result: unknown = await executeFn(args as never);
          recordErrors(span, result);
          return result;
        }),
      );
    },
    onExecutionResult({ result }) {
      const [error] = (result as ExecutionResult | undefined)?.errors ?? [];
      const code = error?.extensions['code'];
      if (error) recordFailure(typeof code === 'string' ? code : 'graphql_invalid_document');
    },
    onSubscribe({ args: { document, operationName }, subscribeFn, setSubscribeFn }) {
      const facts = getRequestFacts();
      if (!facts) return;
      const name = getOperationName(getOperationAST(document, operationName));
      facts.route = 'subscription';
      recordReadsOnly(false);
      facts.operations.push(name ?? 'anonymous');
      if (getTracing() === null) return;
      // the span ends when the stream has started
      setSubscribeFn((args: unknown) => traceOperation('subscription', name, async () => (await subscribeFn(args as never)) as unknown));
    },
  };
}
