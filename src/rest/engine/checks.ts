import type { Context } from '#graphql/context.ts';
import { toPhpString } from '../parameters/types.ts';
import { isOperation, isWrite, type Plan } from './plan.ts';

/** Returns the context that a request selects, or the context of its route. */
export function getContextName({ declared, response }: Plan, values: Record<string, unknown>): string {
  const isSelectable = declared.some(({ name, schema }) => name === 'context' && schema.enum !== undefined);
  return isSelectable ? toPhpString(values['context'] ?? 'view') : (response.context ?? 'view');
}

/** True if the caller may use a route with the values of this request. */
export async function mayRun(plan: Plan, values: Record<string, unknown>, context: Context): Promise<boolean> {
  const { runs } = plan;
  return !isOperation(runs) || runs.isPermitted(runs.variables.read(values, getContextName(plan, values)), context);
}

/**
 * Returns the route that served the request if the caller may certainly use it again, that is, after a read or a creation. Other writes can remove
 * the permission, for instance by deleting the object.
 */
export function findStillPermitted(plan: Plan | undefined, status: number): Plan | undefined {
  return plan && (status === 201 || (status < 300 && !isWrite(plan))) ? plan : undefined;
}

/**
 * Throws for parameter faults that only the operation can find. Running the route would throw them too (docs/behaviour/core-rest.md 1.4 step 7).
 */
export async function checkArguments(plan: Plan, values: Record<string, unknown>, context: Context): Promise<void> {
  const { runs } = plan;
  if (isOperation(runs)) await runs.checkArguments?.(runs.variables.read(values, getContextName(plan, values)), context);
}
