import type { Context } from '#graphql/context.ts';
import { toText } from '../parameters/types.ts';
import { isOperation, isWrite, type Plan } from './plan.ts';

/** The context that a request asks of a route, or the route's own. */
export function contextOf({ declared, response }: Plan, values: Record<string, unknown>): string {
  const asksContext = declared.some(({ name, schema }) => name === 'context' && schema.enum !== undefined);
  return asksContext ? toText(values['context'] ?? 'view') : (response.context ?? 'view');
}

/** Whether the permissions of a route let this caller through, judged with the values of the request at hand. */
export async function mayRun(plan: Plan, values: Record<string, unknown>, context: Context): Promise<boolean> {
  const { runs } = plan;
  return !isOperation(runs) || runs.permits(runs.variables.read(values, contextOf(plan, values)), context);
}

/**
 * The route that has just served this caller where it is known to be permitted still, for `Allow`: it has read, or made something, which takes no
 * permission away. Other writes may have, as of what is no longer there.
 */
export function stillPermitted(plan: Plan | undefined, status: number): Plan | undefined {
  return plan && (status === 201 || (status < 300 && !isWrite(plan))) ? plan : undefined;
}

/** Throws what is wrong with the parameters beyond what their declarations tell; a run of the route finds it too (core-rest.md 1.4 step 7). */
export async function checkArguments(plan: Plan, values: Record<string, unknown>, context: Context): Promise<void> {
  const { runs } = plan;
  if (isOperation(runs)) await runs.checks?.(runs.variables.read(values, contextOf(plan, values)), context);
}
