import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import { createDomainFinder } from './domains.ts';
import type { Guide } from './guides.ts';
import { describePermission } from './permissions.ts';

/** Maximum numbers of SQL statements by `Owner.field`: the first number is for the field alone, the second includes all fields of its objects. */
export type Ceilings = Readonly<Record<string, readonly number[]>>;

type Field = GraphQLField<unknown, unknown>;

interface Domain {
  /** Root fields by root type (`Query`), and the fields of groups of operations by the type of the group. */
  roots: Map<string, Field[]>;
  /** Root fields that were renamed or moved. */
  deprecated: Field[];
  types: GraphQLNamedType[];
}

const formatCode = (text: string) => `\`${text}\``;
const formatCell = (text: string | null | undefined) => (text ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ');

const formatDeprecation = (reason: string | null | undefined) => (reason === undefined || reason === null ? '' : `Deprecated. ${reason} `);

function describeArguments(args: readonly GraphQLArgument[]): string[] {
  return args.map(({ name, type, description, defaultValue, deprecationReason }) => {
    const defaultText = defaultValue === undefined ? '' : `, otherwise ${formatCode(JSON.stringify(defaultValue))}`;
    return `- ${formatCode(`${name}: ${String(type)}`)}${defaultText} – ${formatDeprecation(deprecationReason)}${formatCell(description)}`;
  });
}

const describeStatements = (ceiling: readonly number[] | undefined) =>
  ceiling === undefined
    ? []
    : [`SQL statements: at most ${ceiling[0]}, or ${ceiling[1]} with all fields of its objects, for a list of any length.`];

const isPayload = (type: GraphQLNamedType): type is GraphQLObjectType => type.extensions['payloadOf'] !== undefined;

/** True for a payload of one object and its refusals. It has no entry of its own, because its mutation describes it. */
const isPlainPayload = (type: GraphQLNamedType) => isPayload(type) && Object.keys(type.getFields()).length <= 2;

function describePayload(type: GraphQLNamedType): string {
  if (!isPayload(type)) return '';
  const fields = Object.values(type.getFields()).filter(({ name }) => name !== 'errors');
  return ` of ${fields.map(({ name, type: member }) => formatCode(`${name}: ${String(member)}`)).join(', ')} and ${formatCode('errors')}`;
}

async function renderRootField(field: Field, owner: string, ceilings: Ceilings): Promise<string> {
  return [
    `### ${formatCode(field.name)}`,
    '',
    `${formatCell(field.description)} → ${formatCode(String(field.type))}${describePayload(getNamedType(field.type))}`,
    '',
    `Allowed for: ${await describePermission(field)}.${describeStatements(ceilings[`${owner}.${field.name}`])
      .map((text) => ` ${text}`)
      .join('')}`,
    ...(field.args.length > 0 ? ['', ...describeArguments(field.args)] : []),
    '',
  ].join('\n');
}

function renderMembers(type: GraphQLNamedType, ceilings: Ceilings): string[] {
  if (isEnumType(type))
    return [
      '| Value | Description |',
      '|---|---|',
      ...type.getValues().map(({ name, description }) => `| ${formatCode(name)} | ${formatCell(description)} |`),
    ];
  if (isInputObjectType(type))
    return [
      '| Field | Type | Description |',
      '|---|---|---|',
      ...Object.values(type.getFields()).map(
        (field) =>
          `| ${formatCode(field.name)} | ${formatCode(String(field.type))} | ${formatDeprecation(field.deprecationReason)}${formatCell(field.description)} |`,
      ),
    ];
  if (isUnionType(type))
    return [
      `One of ${type
        .getTypes()
        .map(({ name }) => formatCode(name))
        .join(', ')}.`,
    ];
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const [hasCeilings, owners] = [
    Object.values(type.getFields()).some(({ name }) => ceilings[`${type.name}.${name}`]),
    [type.name, ...type.getInterfaces().map(({ name }) => name)],
  ];
  const getCeiling = (name: string) =>
    owners
      .map((owner) => ceilings[`${owner}.${name}`])
      .find((ceiling) => ceiling !== undefined)
      ?.join(' / ') ?? '';
  return [
    `| Field | Type | Description |${hasCeilings ? ' Statements |' : ''}`,
    `|---|---|---|${hasCeilings ? '---|' : ''}`,
    ...Object.values(type.getFields()).map(
      ({ name, type: fieldType, args, description, deprecationReason }) =>
        `| ${formatCode(`${name}${args.length > 0 ? `(${args.map((arg) => arg.name).join(', ')})` : ''}`)} | ${formatCode(String(fieldType))} | ${formatDeprecation(deprecationReason)}${formatCell(description)} |${hasCeilings ? ` ${getCeiling(name)} |` : ''}`,
    ),
  ];
}

function renderType(type: GraphQLNamedType, ceilings: Ceilings): string {
  const kind = isEnumType(type)
    ? 'enum'
    : isInputObjectType(type)
      ? 'input'
      : isScalarType(type)
        ? 'scalar'
        : isUnionType(type)
          ? 'union'
          : isInterfaceType(type)
            ? 'interface'
            : 'type';
  const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().map(({ name }) => name) : [];
  return [
    `### ${kind} ${formatCode(type.name)}`,
    '',
    `${formatCell(type.description)}${interfaces.length > 0 ? ` Implements ${interfaces.map(formatCode).join(', ')}.` : ''}`,
    '',
    ...renderMembers(type, ceilings),
    '',
  ].join('\n');
}

const isDeprecated = ({ deprecationReason }: Field) => deprecationReason !== undefined && deprecationReason !== null;

/** True for a group of operations: an object type whose fields all have their own permissions, as root fields do. */
const isGroup = (type: GraphQLNamedType): type is GraphQLObjectType =>
  isObjectType(type) && Object.values(type.getFields()).every(({ extensions }) => extensions['access'] !== undefined);

const isConnectionOrPayload = (type: GraphQLNamedType) =>
  isObjectType(type) && (/(Connection|Edge)$/.test(type.name) || isPlainPayload(type));

function groupByDomain(schema: GraphQLSchema): Map<string, Domain> {
  const domains = new Map<string, Domain>();
  const getDomain = (name: string) => domains.get(name) ?? domains.set(name, { roots: new Map(), deprecated: [], types: [] }).get(name)!;
  const { findByField, findByType } = createDomainFinder(schema.getMutationType()?.getFields() ?? {});
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(
    (root) => root !== undefined && root !== null,
  );
  for (const root of roots)
    for (const field of Object.values(root.getFields())) {
      const domain = getDomain(findByField(field));
      if (isDeprecated(field)) domain.deprecated.push(field);
      else domain.roots.set(root.name, [...(domain.roots.get(root.name) ?? []), field]);
    }
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type) || isConnectionOrPayload(type) || roots.includes(type as never)) continue;
    if (isGroup(type)) getDomain(findByType(type)).roots.set(type.name, Object.values(type.getFields()));
    else getDomain(findByType(type)).types.push(type);
  }
  return new Map([...domains].sort(([a], [b]) => a.localeCompare(b)));
}

const plurals: Readonly<Record<string, string>> = { Query: 'Queries', Mutation: 'Mutations', Subscription: 'Subscriptions' };
const sortByName = <Named extends { name: string }>(items: readonly Named[]) => [...items].sort((a, b) => a.name.localeCompare(b.name));

async function renderDomainPage(name: string, { roots, deprecated, types }: Domain, ceilings: Ceilings): Promise<string> {
  const fieldSections = await Promise.all(
    [...roots].map(async ([root, fields]) => {
      const entries = await Promise.all(sortByName(fields).map(async (field) => await renderRootField(field, root, ceilings)));
      return [`## ${plurals[root] ?? `Fields of ${formatCode(root)}`}`, '', ...entries].join('\n');
    }),
  );
  const connections = new Set(
    [...roots.values()]
      .flat()
      .map(({ type }) => getNamedType(type))
      .filter((type) => isConnectionOrPayload(type) && !isPayload(type))
      .map((type) => type.name),
  );
  return [
    `# ${name}`,
    '',
    '[All domains](README.md)',
    '',
    ...fieldSections,
    ...(deprecated.length > 0
      ? ['## Deprecated', '', ...sortByName(deprecated).map((field) => `- ${formatCode(field.name)}: ${field.deprecationReason}`), '']
      : []),
    ...(types.length > 0 ? ['## Types', '', ...sortByName(types).map((type) => renderType(type, ceilings))] : []),
    ...(connections.size > 0
      ? [`Connections (edges, nodes, pageInfo, totalCount): ${[...connections].sort().map(formatCode).join(', ')}.`, '']
      : []),
  ].join('\n');
}

/** Returns the pages of a schema's reference by path: an index with the guides, and a page for each domain. */
export async function renderReferencePages(
  schema: GraphQLSchema,
  guides: readonly Guide[],
  ceilings: Ceilings,
): Promise<Map<string, string>> {
  const domains = groupByDomain(schema);
  const renderNames = ({ roots }: Domain, root: string) =>
    sortByName(roots.get(root) ?? [])
      .map(({ name }) => formatCode(name))
      .join(' ');
  const index = [
    '# GraphQL reference',
    '',
    'The public schema of `/graphql`, printed from the code by `npm run print`. The same in one file: [schema.graphql](../../graphql/schema.graphql). Changes since the last',
    'release: [changes.md](changes.md).',
    '',
    'A root field that fails is null and adds an error; the other fields are not affected. A mutation returns a payload with the changed object. If the document selects `errors`, the payload',
    'also contains the reasons for a refusal, by type ([Refusal](common.md)); otherwise a refusal is a top-level error. "Statements" counts SQL statements: the first number is for the field alone,',
    'the second includes all fields of its objects. Neither grows with the length of a list.',
    '',
    '## Guides',
    '',
    'Documents with their variables. A test runs them on the demo content.',
    '',
    ...guides.map(({ file, title, summary }) => `- [${title}](examples/${file}) – ${summary}`),
    '',
    '## Domains',
    '',
    '| Domain | Queries | Mutations | Subscriptions |',
    '|---|---|---|---|',
    ...[...domains].map(
      ([name, domain]) =>
        `| [${name}](${name}.md) | ${renderNames(domain, 'Query')} | ${renderNames(domain, 'Mutation')} | ${renderNames(domain, 'Subscription')} |`,
    ),
    '',
  ].join('\n');
  const pages = [...domains].map(async ([name, domain]) => [`${name}.md`, await renderDomainPage(name, domain, ceilings)] as const);
  return new Map([['README.md', index], ...(await Promise.all(pages))]);
}
