import { GraphQLError } from 'graphql';
import { traceOperation } from '../../core/tracing/trace-operation.ts';
import { getTracing } from '../../core/tracing/tracing.ts';
import { getRequestedItemFields } from '../response/fields-filter.ts';
import { isOperation, type Variant } from './plan.ts';
import type { Call } from './request.ts';
import { toVariableFailure } from './variables.ts';

/** The result of a route's operation. */
export interface ExecutionResult {
  data: Record<string, unknown>;
  variant: Variant;
}

/** Runs the route's operation with these variables, in a tracing span if the request is traced. Throws the errors of the operation. */
export async function executeOperation(call: Call, variables: Record<string, unknown>): Promise<ExecutionResult> {
  const { plan, contextName } = call;
  const { runs } = plan;
  if (!isOperation(runs)) throw new Error(`${plan.path} has no operation. The engine itself serves it.`);
  const variant = runs.getVariant(contextName, getRequestedItemFields(call));
  const run = () => variant.run(call.context, variables);
  try {
    return { variant, data: await (getTracing() === null ? run() : traceOperation(runs.operation.operation, runs.name, run)) };
  } catch (error) {
    throw (error instanceof GraphQLError ? toVariableFailure(error, runs.parameterByVariable) : null) ?? error;
  }
}
