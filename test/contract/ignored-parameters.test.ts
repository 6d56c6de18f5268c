import { describe, expect, it } from 'vitest';
import { isOperation } from '../../src/rest/engine/plan.ts';
import { createOpenApiDocument } from '../../src/rest/openapi/document.ts';
import { getMapEngine, REST_URL } from './printed.ts';

const { plans } = getMapEngine();

/** Parameters that the engine reads for every operation. */
const engineParameters = new Set(['context', '_fields', '_embed']);

/** Returns the parameters of a route that reach neither its operation nor the engine. */
function unusedParameters(plan: (typeof plans)[number]): string[] {
  if (!isOperation(plan.runs)) return [];
  const { alternatives, requires, undocumentedParams = {} } = plan.options;
  // the operation receives a map of all sent values, or reads the parameter under another name
  if ([...plan.declared, ...Object.values(undocumentedParams)].some(({ from }) => from === 'all')) return [];
  const known = new Set([
    ...plan.variables.map(({ name }) => name.replace(/__.*$/, '')),
    ...Object.values(undocumentedParams).flatMap(({ alternativeName }) => alternativeName ?? []),
    ...plan.segments.map(({ name }) => name),
    ...[alternatives?.parameter, requires?.parameter, plan.response.fieldsBy?.parameter, plan.response.xml?.parameter].filter(
      (name) => name !== undefined,
    ),
    ...Object.values(plan.response.echo ?? {}),
  ]);
  return plan.declared.map(({ name }) => name).filter((name) => !known.has(name.replaceAll('-', '_')) && !engineParameters.has(name));
}

const NO_EFFECT = /^Has no effect\b/;

describe('Published parameter', () => {
  it('has an effect, or its description says that it has none', () => {
    const silent = plans.flatMap((plan) =>
      unusedParameters(plan)
        .filter((name) => {
          const { required, schema, check } = plan.declared.find((parameter) => parameter.name === name) ?? { schema: {} };
          // required parameters with fixed values are validated
          return !(required && (schema.enum || check)) && !NO_EFFECT.test(schema.description ?? '');
        })
        .map((name) => `${plan.methods[0]} ${plan.path} ${name}`),
    );
    expect(silent).toEqual([]);
  });

  it('with an effect is not described as ignored', () => {
    const wrong = plans.flatMap((plan) => {
      const unused = new Set(unusedParameters(plan));
      return plan.declared
        .filter(({ name, schema }) => NO_EFFECT.test(schema.description ?? '') && !unused.has(name))
        .map(({ name }) => `${plan.methods[0]} ${plan.path} ${name}`);
    });
    expect(wrong).toEqual([]);
  });
});

it('A member needed by import batches is described, although no published document contains it', () => {
  const { router } = getMapEngine();
  const namespace = 'vendor/event-aggregator/v1';
  const { paths, components } = createOpenApiDocument(router, { namespace, restUrl: REST_URL, title: namespace, version: '1' }) as {
    // oxlint-disable-next-line typescript/no-explicit-any -- reads a document without types
    paths: Record<string, any>;
    // oxlint-disable-next-line typescript/no-explicit-any -- the same
    components: { schemas: Record<string, any> };
  };
  const bodySchema = paths['/vendor/event-aggregator/v1/import/{import_id}/batch'].post.requestBody.content['application/json'].schema;
  const resolve = (schema: { $ref?: string }) => (schema.$ref ? components.schemas[schema.$ref.split('/').at(-1) as string] : schema);
  const body = resolve(bodySchema);
  const { events, interval } = body.properties;
  expect(interval.description).toMatch(/^Has no effect/);
  const event = resolve(resolve(events).items);
  expect(event.required).toEqual(['title', 'start_date', 'end_date']);
  expect(Object.keys(event.properties)).toEqual(expect.arrayContaining(['global_id', 'venue', 'organizer', 'categories']));
  expect(body.required).not.toContain('events');
});
