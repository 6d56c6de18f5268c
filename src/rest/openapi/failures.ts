import { type RefusalBody, generalRefusals } from './general-refusals.ts';
import type { JsonSchema } from './schemas.ts';
import { isPublic, isOperation, type Plan } from '../engine/plan.ts';
import { isBareForm } from '../response/published-failures.ts';
import type { BareForm } from '../routes/route.ts';
import type { Method } from '../parameters/request.ts';

/** Schemas of refusals and of links. */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: 'object',
    properties: {
      code: { type: 'string', description: 'Machine-readable error code.' },
      message: { type: ['string', 'null'], description: 'Error message for people; null on routes for legacy clients that send none.' },
      data: {
        type: ['object', 'null'],
        additionalProperties: true,
        properties: {
          status: { type: 'integer' },
          params: {
            description: 'Parameters that are missing (a list) or invalid (a message by name).',
            anyOf: [
              { type: 'array', items: { type: 'string' } },
              { type: 'object', additionalProperties: { type: 'string' } },
            ],
          },
          details: {
            description: 'Error object of each invalid parameter, by name; an empty list if none exists.',
            anyOf: [{ type: 'object' }, { type: 'array', maxItems: 0, items: {} }],
          },
        },
      },
      additional_errors: { type: 'array', items: { $ref: '#/components/schemas/Error' } },
    },
    required: ['code', 'message'],
    // some failures have further members
    additionalProperties: true,
  },
  BareError: {
    type: 'object',
    description: 'Body of a failure that has only a message, for legacy clients.',
    properties: { error: { type: 'string' } },
    required: ['error'],
  },
  Links: {
    type: 'object',
    description: 'Links by relation.',
    additionalProperties: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          href: { type: 'string' },
          embeddable: { type: 'boolean' },
          targetHints: {
            type: 'object',
            description: 'Methods that the caller may use on the target.',
            properties: { allow: { type: 'array', items: { type: 'string' } } },
          },
        },
        required: ['href'],
        additionalProperties: true,
      },
    },
  },
};

const createReference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns a response with one of the schemas as its body. `members` are further members, such as headers. */
function createErrorResponse(
  description: string,
  schemas: readonly JsonSchema[] = [createReference('Error')],
  members: JsonSchema = {},
): JsonSchema {
  const schema = schemas.length > 1 ? { anyOf: schemas } : schemas[0];
  return { description, ...members, content: { 'application/json': { schema } } };
}

/** Adds the body of a refusal to a response as its example. */
function withExample(response: JsonSchema, example: RefusalBody): JsonSchema {
  const content = response['content'] as { 'application/json': JsonSchema };
  return { ...response, content: { 'application/json': { ...content['application/json'], example } } };
}

const retryAfter = { headers: { 'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } } } };

/** Refusals that do not depend on the operation, by component name. Every operation refers to them. */
const shared = {
  BadCredentials: [401, withExample(createErrorResponse('The credentials that were sent are wrong.'), generalRefusals[401])],
  TooLarge: [
    413,
    withExample(createErrorResponse('The body is too large.'), {
      code: 'rest_request_too_large',
      message: 'The request body is too large.',
      data: { status: 413 },
    }),
  ],
  TooMany: [
    429,
    withExample(createErrorResponse('The caller has used up the requests of this minute.', [createReference('Error')], retryAfter), {
      code: 'rate_limited',
      message: 'Too many requests. Please wait.',
      data: { status: 429 },
    }),
  ],
  Unavailable: [
    503,
    withExample(createErrorResponse('The database cannot be reached.', [createReference('Error')], retryAfter), {
      code: 'service_unavailable',
      message: 'The database cannot be reached at the moment.',
      data: { status: 503 },
    }),
  ],
} satisfies Record<string, readonly [status: number, response: JsonSchema]>;

export const sharedResponses: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(shared).map(([name, [, response]]) => [name, response]),
);

/** Descriptions of responses by status. */
const descriptions: Readonly<Record<number, string>> = {
  200: 'The request succeeded.',
  201: 'The object was created.',
  202: 'The request was accepted.',
  204: 'The request succeeded. The response has no body.',
  207: 'The responses of the requests in the batch.',
  400: 'A parameter is missing or invalid, or the body cannot be read.',
  401: 'The caller is not signed in, or the credentials are wrong.',
  403: 'The caller is not permitted to do this.',
  404: 'The requested object does not exist.',
  410: 'The object is already in the trash.',
  413: 'The request is too large.',
  429: 'The caller has made too many attempts.',
  500: 'The changes could not be saved.',
  501: 'The site does not support this operation.',
};

/** Returns the description of responses with a status. */
export function describeStatus(status: number): string {
  return descriptions[status] ?? 'The request cannot be served.';
}

/** Returns the schemas of a route's failures with a bare body, by status. */
export function createBareSchemas({ options }: Plan): Map<number, JsonSchema[]> {
  const schemas = new Map<number, JsonSchema[]>();
  for (const failure of Object.values(options.failures ?? {}).filter(isBareForm)) {
    const status = typeof failure === 'number' ? failure : failure.status;
    const schema = typeof failure === 'number' || failure.as === 'error' ? createReference('BareError') : createBareSchema(failure);
    const known = schemas.get(status) ?? [];
    if (!known.some((other) => JSON.stringify(other) === JSON.stringify(schema))) schemas.set(status, [...known, schema]);
  }
  return schemas;
}

function createBareSchema({ as, inList, extra = {} }: BareForm): JsonSchema {
  const message = inList ? { type: 'array', items: { type: 'string' } } : { type: 'string' };
  const constants = Object.fromEntries(Object.entries(extra).map(([name, value]) => [name, { const: value }]));
  return { type: 'object', properties: { [as]: message, ...constants }, required: [as, ...Object.keys(constants)] };
}

/** Returns the error codes of a route by status, including those of the engine. */
function collectCodes(plan: Plan): Map<number, string[]> {
  const { requires, refuses = {}, requestFormat: { packed } = {} } = plan.options;
  const codes = new Map<number, string[]>();
  const add = (status: number, ...names: string[]) => codes.set(status, [...(codes.get(status) ?? []), ...names]);
  if (plan.declared.some(({ required }) => required)) add(400, 'rest_missing_callback_param');
  const hasParameters = plan.declared.length > 0 || Object.keys(plan.options.undocumentedParams ?? {}).length > 0;
  add(400, ...(hasParameters ? ['rest_invalid_param'] : []), 'rest_invalid_json');
  if (plan.response.pageNotFound) add(404, plan.response.pageNotFound.code);
  if (requires) add(requires.status, requires.code);
  if (packed) {
    add(400, packed.unreadable.code);
    add(413, packed.tooLarge.code);
  }
  if (!isOperation(plan.runs) && plan.runs.refusal) add(plan.runs.refusal.status, plan.runs.refusal.code);
  for (const [code, status] of Object.entries(refuses)) add(status, code);
  return codes;
}

/** Returns the refusals of an operation by status: refusals of its route, of the engine, and of earlier stages. */
export function describeFailures(plan: Plan, method: Method): JsonSchema {
  const { requires } = plan.options;
  const codes = collectCodes(plan);
  // failures with a success status are alternatives of the success response
  const bare = new Map([...createBareSchemas(plan)].filter(([status]) => status >= 400));
  const guarded = isPublic(plan) ? [] : [401, 403];
  const statuses = [...codes.keys(), ...bare.keys(), ...guarded, ...(plan.segments.length > 0 ? [404] : [])];
  const describe = (status: number): string => {
    const description = requires?.parameter !== undefined && requires.status === status ? requires.message : describeStatus(status);
    const names = codes.get(status) ?? [];
    return names.length > 0 ? `${description} Codes: ${names.map((code) => `\`${code}\``).join(', ')}.` : description;
  };
  const general = Object.entries(shared).filter(([, [status]]) => status !== 413 || method !== 'GET');
  return {
    ...Object.fromEntries(general.map(([name, [status]]) => [status, { $ref: `#/components/responses/${name}` }])),
    ...Object.fromEntries(
      statuses.map((status) => [status, createErrorResponse(describe(status), [createReference('Error'), ...(bare.get(status) ?? [])])]),
    ),
    default: createErrorResponse('Any other failure.'),
  };
}
