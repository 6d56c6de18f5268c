import type { Context } from '#graphql/context.ts';
import { Failure, notFound } from '../../core/failures/failure.ts';
import { readFields, readMembers } from '../answers/fields-filter.ts';
import { toText } from '../parameters/types.ts';
import { fillUploads } from '../parameters/uploads.ts';
import { contextOf } from './checks.ts';
import type { Call, Route } from './request.ts';
import type { RestRequest } from '../parameters/request.ts';
import { chosenForm, isRefusedHead, sourcesOf } from './sources.ts';

/** The refusal of what no row serves. */
export const noRoute = () => notFound('rest_no_route', 'No route was found matching the URL and request method.');

/** Whether the operation of the row keeps what a PATCH leaves out. */
const takesPatches = ({ variables }: Call['plan']): boolean => variables.some(({ name }) => name === 'isPatch');

const onlyGiven = (values: Readonly<Record<string, unknown>>, given: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => given.has(name)));

/** Reads and validates the parameters of a request for its row; throws the failures of core-rest.md 1.4 steps 4 to 7. */
export function prepareCall(route: Route, request: RestRequest, context: Context): Call {
  const { match } = route;
  if (request.jsonFault !== undefined) {
    const { code, message } = request.jsonFault;
    throw new Failure('rest_invalid_json', 400, 'Invalid JSON body passed.', { json_error_code: code, json_error_message: message });
  }
  const { values: read, given } = route.plan.read(sourcesOf(route.plan, match, request));
  const plan = chosenForm(route.plan, read);
  const values = request.method === 'PATCH' && takesPatches(plan) ? { ...onlyGiven(read, given), isPatch: true } : read;
  if (isRefusedHead(request, plan)) throw noRoute();
  const { fieldsBy } = plan.options;
  for (const { name } of plan.segments) if (!(name in values)) values[name] = match.segments[name];
  fillUploads(plan.options.also, values, request);
  return {
    request,
    plan,
    match,
    values,
    given,
    context,
    contextName: contextOf(plan, values),
    asked:
      readFields(request.query['_fields'] ?? request.json?.['_fields'] ?? request.form?.['_fields']) ??
      (fieldsBy ? readMembers(values[fieldsBy.parameter], fieldsBy.always) : null),
    embed: readEmbed(request.query['_embed']),
    headers: new Map(),
  };
}

function readEmbed(value: unknown): Call['embed'] {
  if (value === undefined) return null;
  if (Array.isArray(value)) return new Set(value.map(toText));
  const asked = toText(value);
  return ['', '1', '0', 'true'].includes(asked) ? true : new Set(asked.split(/[\s,]+/).filter(Boolean));
}
