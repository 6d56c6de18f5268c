import type { Context } from '#graphql/context.ts';
import { Failure } from '../../core/failures/failure.ts';
import { readFields, readMembers } from '../response/fields-filter.ts';
import { toPhpString } from '../parameters/types.ts';
import { fillUploads } from '../parameters/uploads.ts';
import { getContextName } from './checks.ts';
import { createNoRouteFailure } from './match.ts';
import { isOperation } from './plan.ts';
import type { Call, Route } from './request.ts';
import type { RestRequest } from '../parameters/request.ts';
import { selectAlternative, isRefusedHead, readSources } from './sources.ts';

/** True if the operation keeps values that a PATCH omits. */
const acceptsPatch = ({ variables }: Call['plan']): boolean => variables.some(({ name }) => name === 'isPatch');

const pick = (values: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));

/** Reads and validates the parameters of a request. Throws the failures of docs/behaviour/core-rest.md 1.4 steps 4 to 7. */
export function validateCall(route: Route, request: RestRequest, context: Context): Call {
  const { match } = route;
  if (request.jsonFault !== undefined) {
    const { code, message } = request.jsonFault;
    throw new Failure('rest_invalid_json', 400, 'Invalid JSON body passed.', { json_error_code: code, json_error_message: message });
  }
  const { values: readValues, sentParameters } = route.plan.read(readSources(route.plan, match, request));
  const plan = selectAlternative(route.plan, readValues);
  const values = request.method === 'PATCH' && acceptsPatch(plan) ? { ...pick(readValues, sentParameters), isPatch: true } : readValues;
  if (isRefusedHead(request, plan)) throw createNoRouteFailure();
  for (const { name } of plan.segments) if (!(name in values)) values[name] = match.segments[name];
  fillUploads(plan.options.undocumentedParams, values, request);
  return {
    request,
    plan,
    match,
    values,
    sentParameters,
    context,
    contextName: getContextName(plan, values),
    fields: ignoresFields(plan) ? null : readRequestedFields(plan, request, values),
    embed: readEmbed(request.query['_embed']),
    headers: new Map(),
  };
}

/** True if the body is a batch or an echoed value, to which `_fields` does not apply. */
const ignoresFields = ({ runs }: Call['plan']): boolean => !isOperation(runs) && (runs.engine === 'batch' || runs.engine === 'parameter');

function readRequestedFields({ response: { fieldsBy } }: Call['plan'], { query, json, form }: RestRequest, values: Call['values']) {
  const fields = readFields(query['_fields'] ?? json?.['_fields'] ?? form?.['_fields']);
  return fields ?? (fieldsBy ? readMembers(values[fieldsBy.parameter], fieldsBy.always) : null);
}

function readEmbed(value: unknown): Call['embed'] {
  if (value === undefined) return null;
  if (Array.isArray(value)) return new Set(value.map(toPhpString));
  const relations = toPhpString(value);
  return ['', '1', '0', 'true'].includes(relations) ? true : new Set(relations.split(/[\s,]+/).filter(Boolean));
}
