import { Kind } from 'graphql';
import { parameterExample } from '../openapi/examples.ts';
import { isOperation, type OperationPlan, type Plan } from '../engine/plan.ts';
import { declare } from '../parameters/field-types.ts';

/** Values of a request by parameter. */
export type Sent = Readonly<Record<string, unknown>>;

/** Returns all parameters of a route, including those of its path. */
export const parametersOf = ({ declared, options, segments }: Plan): string[] => [
  ...new Set([...declared, ...declare(options.undocumentedParams ?? {}), ...segments].map(({ name }) => name)),
];

const names = ['1', '123e4567-e89b-42d3-a456-426614174000', 'a', 'me'];

/** Returns an example for a path parameter: that of the route, or the first candidate that matches. */
function placeExample({ options, declared }: Plan, { name, pattern }: Plan['segments'][number]): string {
  const shown = options.example?.[name];
  if (typeof shown === 'string' || typeof shown === 'number') return String(shown);
  const [word] = declared.find((one) => one.name === name)?.schema.enum ?? [];
  if (typeof word === 'string') return word;
  const fits = (text: string) => new RegExp(`^(?:${pattern})$`).test(text);
  if (name === 'uuid') return names[1] ?? '';
  if (name === 'slug') return 'the-season-opens';
  return names.find(fits) ?? name;
}

/** Returns the example request of a route: its example, its path parameters and all required parameters. */
export function exampleRequest(plan: Plan): Sent {
  const { options, declared, segments } = plan;
  const needed = declared.flatMap((one) => {
    const isNeeded = (one.required === true && one.schema.default === undefined) || options.requires?.parameter === one.name;
    const value = isNeeded ? parameterExample(plan, one) : undefined;
    return value === undefined ? [] : [[one.name, value] as const];
  });
  return {
    ...Object.fromEntries(needed),
    ...options.example,
    ...Object.fromEntries(segments.map((segment) => [segment.name, placeExample(plan, segment)])),
  };
}

/** Returns the variables of the route's operation for a request, read as the route reads them, without those that were not sent. */
export function readVariables(plan: Plan, sent: Sent): Record<string, unknown> {
  if (!isOperation(plan.runs)) return {};
  const places = new Set(plan.segments.map(({ name }) => name));
  const path = Object.fromEntries(
    Object.entries(sent)
      .filter(([name]) => places.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
  const others = Object.fromEntries(Object.entries(sent).filter(([name]) => !places.has(name)));
  const values = { ...path, ...valuesRead(plan, path, others) };
  // aliases and parameters that collect all others count as sent; defaults count only for required variables
  const declared = new Map([...plan.declared, ...declare(plan.options.undocumentedParams ?? {})].map((one) => [one.name, one]));
  const needed = neededParameters(plan.runs);
  const counts = (name: string) => {
    const { from, otherName } = declared.get(name) ?? {};
    return name in sent || needed.has(name) || from === 'all' || (otherName !== undefined && otherName in sent);
  };
  const given = Object.fromEntries(Object.entries(values).filter(([name, value]) => counts(name) && value !== undefined));
  const { asEditor: _editor, isPatch: _patch, ...variables } = plan.runs.variables.read(given, 'view');
  return variables;
}

/** Returns the parameters of required variables. */
function neededParameters({ operation, parameterOfVariable }: OperationPlan): Set<string> {
  const needed = (operation.variableDefinitions ?? []).filter(({ type }) => type.kind === Kind.NON_NULL_TYPE);
  return new Set(needed.flatMap(({ variable }) => parameterOfVariable.get(variable.name.value) ?? []));
}

function valuesRead(plan: Plan, path: Record<string, string>, others: Record<string, unknown>): Record<string, unknown> {
  const isRead = plan.methods.includes('GET') || plan.methods.includes('DELETE');
  try {
    return plan.read({ path, query: isRead || plan.options.sent?.packed ? others : {}, ...(!isRead && { json: others }), headers: {} })
      .values;
  } catch {
    // the example is incomplete and no document declares the rest
    return others;
  }
}
