import { Kind } from 'graphql';
import { findParameterExample } from '../openapi/examples.ts';
import { isOperation, type OperationPlan, type Plan } from '../engine/plan.ts';
import { declare } from '../parameters/field-types.ts';

/** Values of a request by parameter. */
export type RequestValues = Readonly<Record<string, unknown>>;

/** Returns all parameters of a route, including those of its path. */
export const collectParameters = ({ declared, options, segments }: Plan): string[] => [
  ...new Set([...declared, ...declare(options.undocumentedParams ?? {}), ...segments].map(({ name }) => name)),
];

const UUID = '123e4567-e89b-42d3-a456-426614174000';

/** Returns an example for a path parameter: the example of the route, or the first candidate that matches. */
function findSegmentExample({ options, declared }: Plan, { name, pattern }: Plan['segments'][number]): string {
  const example = options.example?.[name];
  if (typeof example === 'string' || typeof example === 'number') return String(example);
  const [enumValue] = declared.find((parameter) => parameter.name === name)?.schema.enum ?? [];
  if (typeof enumValue === 'string') return enumValue;
  if (name === 'uuid') return UUID;
  if (name === 'slug') return 'the-season-opens';
  const expression = new RegExp(`^(?:${pattern})$`);
  return ['1', UUID, 'a', 'me'].find((candidate) => expression.test(candidate)) ?? name;
}

/** Returns the example request of a route: its example, its path parameters and all required parameters. */
export function createExampleRequest(plan: Plan): RequestValues {
  const { options, declared, segments } = plan;
  const required = declared.flatMap((parameter) => {
    const { name, schema } = parameter;
    const isRequired = (parameter.required === true && schema.default === undefined) || options.requires?.parameter === name;
    const value = isRequired ? findParameterExample(plan, parameter) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(required),
    ...options.example,
    ...Object.fromEntries(segments.map((segment) => [segment.name, findSegmentExample(plan, segment)])),
  };
}

/** Returns the variables of the route's operation for a request. Reads them as the route does, and omits those that were not sent. */
export function readVariables(plan: Plan, request: RequestValues): Record<string, unknown> {
  if (!isOperation(plan.runs)) return {};
  const segments = new Set(plan.segments.map(({ name }) => name));
  const path = Object.fromEntries(
    Object.entries(request)
      .filter(([name]) => segments.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
  const others = Object.fromEntries(Object.entries(request).filter(([name]) => !segments.has(name)));
  const values = { ...path, ...readValues(plan, path, others) };
  const declared = new Map(
    [...plan.declared, ...declare(plan.options.undocumentedParams ?? {})].map((parameter) => [parameter.name, parameter]),
  );
  const required = findRequiredParameters(plan.runs);
  // a default counts only for a required variable
  const isSent = (name: string) => {
    const { from, alternativeName } = declared.get(name) ?? {};
    return name in request || required.has(name) || from === 'all' || (alternativeName !== undefined && alternativeName in request);
  };
  const sent = Object.fromEntries(Object.entries(values).filter(([name, value]) => isSent(name) && value !== undefined));
  const { asEditor: _editor, isPatch: _patch, ...variables } = plan.runs.variables.read(sent, 'view');
  return variables;
}

/** Returns the parameters of required variables. */
function findRequiredParameters({ operation, parameterByVariable }: OperationPlan): Set<string> {
  const required = (operation.variableDefinitions ?? []).filter(({ type }) => type.kind === Kind.NON_NULL_TYPE);
  return new Set(required.flatMap(({ variable }) => parameterByVariable.get(variable.name.value) ?? []));
}

function readValues(plan: Plan, path: Record<string, string>, others: Record<string, unknown>): Record<string, unknown> {
  const isRead = plan.methods.includes('GET') || plan.methods.includes('DELETE');
  try {
    return plan.read({
      path,
      query: isRead || plan.options.requestFormat?.packed ? others : {},
      ...(!isRead && { json: others }),
      headers: {},
    }).values;
  } catch {
    // the example is incomplete, so its values are used as they are
    return others;
  }
}
