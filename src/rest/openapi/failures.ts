import { type Refusal, refusalsEverywhere } from './refusals-everywhere.ts';
import type { JsonSchema } from './schemas.ts';
import { isForEverybody, isOperation, type Plan } from '../engine/plan.ts';
import { isBare } from '../response/published-failures.ts';
import type { BareForm } from '../routes/route.ts';
import type { Method } from '../parameters/request.ts';

/** Schemas of refusals and of links. */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: 'object',
    properties: {
      code: { type: 'string', description: 'What went wrong, for programs.' },
      message: { type: ['string', 'null'], description: 'What went wrong, for people; null where older interfaces say nothing.' },
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
            description: 'By parameter, the failure of its own; an empty list when there is none.',
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
    description: 'Some failures of older interfaces have nothing but a sentence.',
    properties: { error: { type: 'string' } },
    required: ['error'],
  },
  Links: {
    type: 'object',
    description: 'Relation → links.',
    additionalProperties: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          href: { type: 'string' },
          embeddable: { type: 'boolean' },
          targetHints: {
            type: 'object',
            description: 'Methods that the caller may use there.',
            properties: { allow: { type: 'array', items: { type: 'string' } } },
          },
        },
        required: ['href'],
        additionalProperties: true,
      },
    },
  },
};

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function failed(description: string, schemas: readonly JsonSchema[] = [reference('Error')], more: JsonSchema = {}): JsonSchema {
  const [first, ...others] = schemas;
  return { description, ...more, content: { 'application/json': { schema: others.length > 0 ? { anyOf: [first, ...others] } : first } } };
}

/** Adds the body of a refusal to a response as its example. */
function withExample(response: JsonSchema, example: Refusal): JsonSchema {
  const content = response['content'] as { 'application/json': JsonSchema };
  return { ...response, content: { 'application/json': { ...content['application/json'], example } } };
}

const later = { headers: { 'Retry-After': { description: 'Seconds after which it is worth trying again.', schema: { type: 'integer' } } } };

/** Refusals that do not depend on the operation, by name. Every operation refers to them. */
const shared = {
  BadCredentials: [401, withExample(failed('The credentials that were sent are wrong.'), refusalsEverywhere[401])],
  TooLarge: [
    413,
    withExample(failed('The body is too large.'), {
      code: 'rest_request_too_large',
      message: 'The request body is too large.',
      data: { status: 413 },
    }),
  ],
  TooMany: [
    429,
    withExample(failed('The caller has used up the requests of this minute.', [reference('Error')], later), {
      code: 'rate_limited',
      message: 'Too many requests. Please wait.',
      data: { status: 429 },
    }),
  ],
  Unavailable: [
    503,
    withExample(failed('The database cannot be reached.', [reference('Error')], later), {
      code: 'service_unavailable',
      message: 'The database cannot be reached at the moment.',
      data: { status: 503 },
    }),
  ],
} satisfies Record<string, readonly [status: number, response: JsonSchema]>;

export const sharedResponses: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(shared).map(([name, [, response]]) => [name, response]),
);

/** Descriptions of statuses for routes without their own. */
const meanings: Readonly<Record<number, string>> = {
  400: 'A parameter is missing or invalid, or the body cannot be read.',
  401: 'Nobody is signed in, or the credentials are wrong.',
  403: 'The caller may not.',
  404: 'There is no such thing.',
  410: 'It is in the trash already.',
  500: 'It could not be stored.',
  501: 'The site cannot do it.',
};

/** Returns the schemas of a route's bare failures by status. */
export function bareSchemas({ options }: Plan): Map<number, JsonSchema[]> {
  const schemas = new Map<number, JsonSchema[]>();
  for (const said of Object.values(options.failures ?? {}).filter(isBare)) {
    const status = typeof said === 'number' ? said : said.status;
    const schema = typeof said === 'number' || said.as === 'error' ? reference('BareError') : formOf(said);
    const known = schemas.get(status) ?? [];
    if (!known.some((one) => JSON.stringify(one) === JSON.stringify(schema))) schemas.set(status, [...known, schema]);
  }
  return schemas;
}

function formOf({ as, inList, extra = {} }: BareForm): JsonSchema {
  const sentence = inList ? { type: 'array', items: { type: 'string' } } : { type: 'string' };
  const same = Object.fromEntries(Object.entries(extra).map(([name, value]) => [name, { const: value }]));
  return { type: 'object', properties: { [as]: sentence, ...same }, required: [as, ...Object.keys(same)] };
}

/** Returns the error codes of a route by status, including those of the engine. */
function codesOf(plan: Plan): Map<number, string[]> {
  const { requires, refuses = {}, sent: { packed } = {} } = plan.options;
  const codes = new Map<number, string[]>();
  const add = (status: number, ...names: string[]) => codes.set(status, [...(codes.get(status) ?? []), ...names]);
  if (plan.declared.some(({ required }) => required)) add(400, 'rest_missing_callback_param');
  const takes = plan.declared.length > 0 || Object.keys(plan.options.undocumentedParams ?? {}).length > 0;
  add(400, ...(takes ? ['rest_invalid_param'] : []), 'rest_invalid_json');
  if (plan.response.beyondEnd) add(404, plan.response.beyondEnd.code);
  if (requires) add(requires.status, requires.code);
  if (packed) {
    add(400, packed.unreadable.code);
    add(413, packed.tooLarge.code);
  }
  if (!isOperation(plan.runs) && plan.runs.refusal) add(plan.runs.refusal.status, plan.runs.refusal.code);
  for (const [code, status] of Object.entries(refuses)) add(status, code);
  return codes;
}

/** Returns the refusals of an operation by status: those of its route, of the engine, and of earlier stages. */
export function failures(plan: Plan, method: Method): JsonSchema {
  const { requires } = plan.options;
  const codes = codesOf(plan);
  // failures with a success status are alternatives of the success response
  const bare = new Map([...bareSchemas(plan)].filter(([status]) => status >= 400));
  const guarded = isForEverybody(plan) ? [] : [401, 403];
  const own = [...codes.keys(), ...bare.keys(), ...guarded, ...(plan.segments.length > 0 ? [404] : [])];
  const said = (status: number): string => {
    const meaning =
      requires?.parameter !== undefined && requires.status === status
        ? requires.message
        : (meanings[status] ?? 'The request cannot be served.');
    const named = codes.get(status) ?? [];
    return named.length > 0 ? `${meaning} Codes: ${named.map((code) => `\`${code}\``).join(', ')}.` : meaning;
  };
  const general = Object.entries(shared).filter(([, [status]]) => status !== 413 || method !== 'GET');
  return {
    ...Object.fromEntries(general.map(([name, [status]]) => [status, { $ref: `#/components/responses/${name}` }])),
    ...Object.fromEntries(own.map((status) => [status, failed(said(status), [reference('Error'), ...(bare.get(status) ?? [])])])),
    default: failed('Any other failure.'),
  };
}
