import { getStatuses } from './responses.ts';
import type { ArgumentDeclaration } from '../parameters/declaration.ts';
import type { ParameterSchema } from '../parameters/schema.ts';
import { getTotalHeaders } from '../response/pagination.ts';
import { isPublic, isOperation, type Plan } from '../engine/plan.ts';
import type { Router } from '../engine/routing.ts';
import { isList } from '../response/shape.ts';

const formatCode = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;
const formatCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const toJson = (value: unknown) => JSON.stringify(value);

function describeType(schema: ParameterSchema): string {
  const types = [schema.type ?? []].flat();
  const names = types
    .map((type) => (type === 'array' && schema.items ? `list of ${describeType(schema.items) || 'anything'}` : type))
    .join(' or ');
  const alternatives = (schema.oneOf ?? schema.anyOf ?? []).map((alternative) => alternative.title ?? describeType(alternative));
  const format = schema.format ? ` (${schema.format})` : '';
  return names + format + (alternatives.length > 0 ? `: ${alternatives.join(schema.oneOf ? ' or else ' : ' or ')}` : '');
}

function describeBounds(schema: ParameterSchema): string[] {
  const below = schema.exclusiveMinimum ? '>' : '≥';
  const above = schema.exclusiveMaximum ? '<' : '≤';
  return [
    ...(schema.minimum !== undefined ? [`${below} ${schema.minimum}`] : []),
    ...(schema.maximum !== undefined ? [`${above} ${schema.maximum}`] : []),
    ...(schema.multipleOf !== undefined ? [`multiple of ${schema.multipleOf}`] : []),
    ...(schema.minLength !== undefined ? [`at least ${schema.minLength} characters`] : []),
    ...(schema.maxLength !== undefined ? [`at most ${schema.maxLength} characters`] : []),
    ...(schema.pattern !== undefined ? [`pattern ${formatCode(schema.pattern)}`] : []),
    ...(schema.minItems !== undefined ? [`at least ${schema.minItems} items`] : []),
    ...(schema.maxItems !== undefined ? [`at most ${schema.maxItems} items`] : []),
    ...(schema.uniqueItems ? ['unique items'] : []),
    ...(schema.minProperties !== undefined ? [`at least ${schema.minProperties} members`] : []),
    ...(schema.maxProperties !== undefined ? [`at most ${schema.maxProperties} members`] : []),
  ];
}

function describeValues(schema: ParameterSchema): string {
  const enumValues = schema.enum ?? schema.items?.enum;
  const members = schema.properties ? Object.keys(schema.properties) : [];
  return [
    ...(enumValues ? [enumValues.map((value) => formatCode(typeof value === 'string' ? value : toJson(value))).join(' ')] : []),
    ...describeBounds(schema),
    ...(schema.items ? describeBounds(schema.items).map((bound) => `each ${bound}`) : []),
    ...(members.length > 0 ? [`members ${members.map(formatCode).join(' ')}`] : []),
    ...(schema.additionalProperties === false ? ['no other members'] : []),
  ].join('; ');
}

function printParameter({ name, schema, required }: ArgumentDeclaration, argument: string | undefined): string {
  const defaultValue = schema.default === undefined ? '' : formatCode(toJson(schema.default));
  return `| ${formatCode(name)} | ${formatCell(describeType(schema))} | ${required ? 'yes' : ''} | ${defaultValue} | ${describeValues(schema)} | ${formatCell(schema.description ?? '')} | ${argument === undefined ? '' : formatCode(argument)} |`;
}

function describeOperation(plan: Plan): string {
  return isOperation(plan.runs) ? formatCode(plan.runs.name) : `engine: ${plan.runs.engine}`;
}

function describePermission(plan: Plan): string {
  if (isPublic(plan) || !isOperation(plan.runs)) return 'everyone';
  const permissions = plan.runs.roots.map(({ field }) => field.extensions['permission']).filter((text) => typeof text === 'string');
  return permissions.length > 0
    ? formatCell([...new Set(permissions)].join(' '))
    : `as ${[...new Set(plan.runs.roots.map(({ field }) => formatCode(field.name)))].join(', ')} decides`;
}

function describeResponse(plan: Plan): string {
  const { kind, key, keyedBy, headers, xml } = plan.response;
  const [root] = isOperation(plan.runs) ? plan.runs.shape.fields : [];
  const name = {
    item: keyedBy !== undefined ? `map by ${formatCode(keyedBy)}` : root && isList(root.type) ? 'list' : 'object',
    list: 'list',
    page: `page of ${formatCode(key ?? 'items')}`,
    value: 'value',
  }[kind];
  return `${name}${headers && kind !== 'item' && kind !== 'value' ? `, ${formatCode(getTotalHeaders(headers)[0])}` : ''}${xml ? ', or XML' : ''}`;
}

/** Returns the undocumented parameters of a route except headers, files and whole bodies. */
const findUndocumented = ({ options: { undocumentedParams = {} } }: Plan): string[] =>
  Object.entries(undocumentedParams).flatMap(([name, { from = 'any' }]) => (from === 'any' ? [name] : []));

/** Further parts of a printed route. */
export interface RouteAdditions {
  /** Returns the argument paths of the public GraphQL schema by parameter. */
  getArguments(plan: Plan): ReadonlyMap<string, string>;
  /** Returns Markdown lines to print after the parameters. */
  printAdditions(plan: Plan): readonly string[];
}

/** Returns the listed routes of a namespace in the order of the published interface. */
export const getListedPlans = (router: Router, namespace: string): Plan[] =>
  router.entries.filter((entry) => entry.namespace === namespace).flatMap((entry) => entry.plans);

/** Prints the routes of a namespace as Markdown: a table of its routes, then the details of each. */
export function printRoutes(router: Router, namespace: string, title: string, additions: RouteAdditions): string {
  const plans = getListedPlans(router, namespace);
  const lines = [
    `# ${title}`,
    '',
    'Printed from `rest-map/` by `npm run print`; edit the sources there. Below each operation is the document to send to `/graphql` instead ([how these documents are derived and tested](README.md)).',
    '',
    '| Methods | Path | Operation | Permission | Response | Status | In a batch |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const plan of plans) {
    lines.push(
      `| ${plan.methods.join(', ')} | ${formatCode(plan.path)} | ${describeOperation(plan)} | ${describePermission(plan)} | ${describeResponse(plan)} | ${getStatuses(plan).join(', ')} | ${plan.options.batch ? 'yes' : ''} |`,
    );
  }
  for (const plan of plans) {
    const argumentPaths = additions.getArguments(plan);
    lines.push('', `## ${plan.methods.join(', ')} ${formatCode(plan.path)}`);
    if (plan.declared.length > 0)
      lines.push(
        '',
        '| Parameter | Type | Required | Default | Values and bounds | Meaning | GraphQL argument |',
        '|---|---|---|---|---|---|---|',
        ...plan.declared.map((parameter) => printParameter(parameter, argumentPaths.get(parameter.name))),
      );
    const undocumented = findUndocumented(plan);
    if (undocumented.length > 0)
      lines.push('', `Parameters that are also read, but not published: ${undocumented.map(formatCode).join(', ')}.`);
    lines.push(...additions.printAdditions(plan));
  }
  return `${lines.join('\n')}\n`;
}
