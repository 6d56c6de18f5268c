import type { Context } from '#graphql/context.ts';
import type { Method, RestRequest } from '../parameters/request.ts';
import { mayRun } from './checks.ts';
import type { Plan } from './plan.ts';
import type { Match } from './routing.ts';
import { chosenForm, readValid } from './sources.ts';

/** What a request that got as far as its route tells of itself. */
export interface KnownOfCall {
  values?: Record<string, unknown> | undefined;
  permitted?: Plan | undefined;
}

/**
 * Returns the methods of a path whose permission lets this caller through with this request, for `Allow`: with its parameters as they were read, else
 * with those that are valid. A route that is known to be permitted is not judged again.
 */
export type Allowed = (match: Match, request: RestRequest, context: Context, known?: KnownOfCall) => Promise<string | null>;

/** Whether a request that writes is judged for a route that reads: what it sends is not for that. */
const sendsNothing = ({ methods }: Plan, { method }: RestRequest): boolean =>
  methods.includes('GET') && !methods.includes(method as Method) && method !== 'HEAD' && method !== 'OPTIONS';

const withoutBody = ({ json: _json, form: _form, ...request }: RestRequest): RestRequest => request;

/** `Allow` is an extra: a check that breaks (on values that were never validated, or without the database) must not break the response. */
async function isAllowed(plan: Plan, read: () => Record<string, unknown>, context: Context): Promise<boolean> {
  try {
    const values = read();
    return await mayRun(chosenForm(plan, values), values, context);
  } catch (error) {
    context.site.log.debug({ err: error, path: plan.path }, 'a permission could not be judged');
    return false;
  }
}

export const allowed: Allowed = async (match, request, context, { values, permitted } = {}) => {
  const methods: Method[] = [];
  for (const plan of match.entry.plans) {
    const read = () =>
      sendsNothing(plan, request) ? readValid(plan, match, withoutBody(request)) : (values ?? readValid(plan, match, request));
    if (plan === permitted || plan.options.everybodyMayAsk || (await isAllowed(plan, read, context))) methods.push(...plan.methods);
  }
  return methods.length > 0 ? methods.join(', ') : null;
};
