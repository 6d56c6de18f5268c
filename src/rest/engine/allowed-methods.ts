import type { Context } from '#graphql/context.ts';
import type { Method, RestRequest } from '../parameters/request.ts';
import { mayRun } from './checks.ts';
import type { Plan } from './plan.ts';
import type { Match } from './routing.ts';
import { selectAlternative, readValid } from './sources.ts';

/** What is already known about a call. */
interface KnownCall {
  /** Values of the parameters. If absent, the valid parameters of the request are read. */
  values?: Record<string, unknown> | undefined;
  /** Route that the caller may certainly use. It is not checked again. */
  permittedPlan?: Plan | undefined;
}

/** Returns the methods of a path that the caller may use with this request, as the value of `Allow`, or null if none exist. */
export type FindAllowedMethods = (match: Match, request: RestRequest, context: Context, known?: KnownCall) => Promise<string | null>;

/** True if a write is checked against a route that reads. The body of the request does not apply to that route. */
const ignoresBody = ({ methods }: Plan, { method }: RestRequest): boolean =>
  methods.includes('GET') && !methods.includes(method as Method) && method !== 'HEAD' && method !== 'OPTIONS';

const withoutBody = ({ json: _json, form: _form, ...request }: RestRequest): RestRequest => request;

/**
 * True if the caller may use a route. Returns false if the check throws (invalid values, no database), because `Allow` must not break the response.
 */
async function isAllowed(plan: Plan, read: () => Record<string, unknown>, context: Context): Promise<boolean> {
  try {
    const values = read();
    return await mayRun(selectAlternative(plan, values), values, context);
  } catch (error) {
    context.site.log.debug({ err: error, path: plan.path }, 'a permission could not be checked');
    return false;
  }
}

export const findAllowedMethods: FindAllowedMethods = async (match, request, context, { values, permittedPlan } = {}) => {
  const methods: Method[] = [];
  for (const plan of match.entry.plans) {
    const read = () =>
      ignoresBody(plan, request) ? readValid(plan, match, withoutBody(request)) : (values ?? readValid(plan, match, request));
    if (plan === permittedPlan || plan.options.alwaysAllowed || (await isAllowed(plan, read, context))) methods.push(...plan.methods);
  }
  return methods.length > 0 ? methods.join(', ') : null;
};
