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
import { domainsOf } from './domains.ts';
import type { Guide } from './guides.ts';
import { whoMay } from './permissions.ts';

/** Maximum numbers of SQL statements by `Owner.field`: of the field alone, and with all fields of its objects. */
export type Ceilings = Readonly<Record<string, readonly number[]>>;

type Field = GraphQLField<unknown, unknown>;

interface Domain {
  /** Root fields by type, and fields of groups by group type. */
  roots: Map<string, Field[]>;
  /** Root fields that were renamed or moved. */
  deprecated: Field[];
  types: GraphQLNamedType[];
}

const code = (text: string) => `\`${text}\``;
const cell = (text: string | null | undefined) => (text ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ');

const deprecation = (reason: string | null | undefined) => (reason === undefined || reason === null ? '' : `Deprecated. ${reason} `);

function describeArguments(args: readonly GraphQLArgument[]): string[] {
  return args.map(({ name, type, description, defaultValue, deprecationReason }) => {
    const defaultText = defaultValue === undefined ? '' : `, otherwise ${code(JSON.stringify(defaultValue))}`;
    return `- ${code(`${name}: ${String(type)}`)}${defaultText} – ${deprecation(deprecationReason)}${cell(description)}`;
  });
}

const statements = (ceiling: readonly number[] | undefined) =>
  ceiling === undefined ? [] : [`Statements: at most ${ceiling[0]}, with everything of its objects ${ceiling[1]}, however long the list.`];

const isPayload = (type: GraphQLNamedType): type is GraphQLObjectType => type.extensions['payloadOf'] !== undefined;

/** True for a payload of one object and its refusals, which is described with its mutation. */
const isPlainPayload = (type: GraphQLNamedType) => isPayload(type) && Object.keys(type.getFields()).length <= 2;

function payloadMembers(type: GraphQLNamedType): string {
  if (!isPayload(type)) return '';
  const fields = Object.values(type.getFields()).filter(({ name }) => name !== 'errors');
  return ` of ${fields.map(({ name, type: member }) => code(`${name}: ${String(member)}`)).join(', ')} and ${code('errors')}`;
}

async function rootEntry(field: Field, owner: string, ceilings: Ceilings): Promise<string> {
  return [
    `### ${code(field.name)}`,
    '',
    `${cell(field.description)} → ${code(String(field.type))}${payloadMembers(getNamedType(field.type))}`,
    '',
    `Allowed for: ${await whoMay(field)}.${statements(ceilings[`${owner}.${field.name}`])
      .map((text) => ` ${text}`)
      .join('')}`,
    ...(field.args.length > 0 ? ['', ...describeArguments(field.args)] : []),
    '',
  ].join('\n');
}

function memberRows(type: GraphQLNamedType, ceilings: Ceilings): string[] {
  if (isEnumType(type))
    return [
      '| Value | What |',
      '|---|---|',
      ...type.getValues().map(({ name, description }) => `| ${code(name)} | ${cell(description)} |`),
    ];
  if (isInputObjectType(type))
    return [
      '| Field | Type | What |',
      '|---|---|---|',
      ...Object.values(type.getFields()).map(
        (field) =>
          `| ${code(field.name)} | ${code(String(field.type))} | ${deprecation(field.deprecationReason)}${cell(field.description)} |`,
      ),
    ];
  if (isUnionType(type))
    return [
      `One of ${type
        .getTypes()
        .map(({ name }) => code(name))
        .join(', ')}.`,
    ];
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const [withCeilings, owners] = [
    Object.values(type.getFields()).some(({ name }) => ceilings[`${type.name}.${name}`]),
    [type.name, ...type.getInterfaces().map(({ name }) => name)],
  ];
  const ceilingOf = (name: string) =>
    owners
      .map((owner) => ceilings[`${owner}.${name}`])
      .find((ceiling) => ceiling !== undefined)
      ?.join(' / ') ?? '';
  return [
    `| Field | Type | What |${withCeilings ? ' Statements |' : ''}`,
    `|---|---|---|${withCeilings ? '---|' : ''}`,
    ...Object.values(type.getFields()).map(
      ({ name, type: fieldType, args, description, deprecationReason }) =>
        `| ${code(`${name}${args.length > 0 ? `(${args.map((arg) => arg.name).join(', ')})` : ''}`)} | ${code(String(fieldType))} | ${deprecation(deprecationReason)}${cell(description)} |${withCeilings ? ` ${ceilingOf(name)} |` : ''}`,
    ),
  ];
}

function typeEntry(type: GraphQLNamedType, ceilings: Ceilings): string {
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
    `### ${kind} ${code(type.name)}`,
    '',
    `${cell(type.description)}${interfaces.length > 0 ? ` Is a ${interfaces.map(code).join(', ')}.` : ''}`,
    '',
    ...memberRows(type, ceilings),
    '',
  ].join('\n');
}

const isDeprecated = ({ deprecationReason }: Field) => deprecationReason !== undefined && deprecationReason !== null;

/** True for a group: a type whose fields have permissions like root fields. */
const isGroup = (type: GraphQLNamedType): type is GraphQLObjectType =>
  isObjectType(type) && Object.values(type.getFields()).every(({ extensions }) => extensions['access'] !== undefined);

const isConnectionOrPayload = (type: GraphQLNamedType) =>
  isObjectType(type) && (/(Connection|Edge)$/.test(type.name) || isPlainPayload(type));

function groupByDomain(schema: GraphQLSchema): Map<string, Domain> {
  const domains = new Map<string, Domain>();
  const domainOf = (name: string) => domains.get(name) ?? domains.set(name, { roots: new Map(), deprecated: [], types: [] }).get(name)!;
  const { ofField, ofType } = domainsOf(schema.getMutationType()?.getFields() ?? {});
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(
    (root) => root !== undefined && root !== null,
  );
  for (const root of roots)
    for (const field of Object.values(root.getFields())) {
      const domain = domainOf(ofField(field));
      if (isDeprecated(field)) domain.deprecated.push(field);
      else domain.roots.set(root.name, [...(domain.roots.get(root.name) ?? []), field]);
    }
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type) || isConnectionOrPayload(type) || roots.includes(type as never)) continue;
    if (isGroup(type)) domainOf(ofType(type)).roots.set(type.name, Object.values(type.getFields()));
    else domainOf(ofType(type)).types.push(type);
  }
  return new Map([...domains].sort(([a], [b]) => a.localeCompare(b)));
}

const plurals: Readonly<Record<string, string>> = { Query: 'Queries', Mutation: 'Mutations', Subscription: 'Subscriptions' };
const sortByName = <Named extends { name: string }>(items: readonly Named[]) => [...items].sort((a, b) => a.name.localeCompare(b.name));

async function domainPage(name: string, { roots, deprecated, types }: Domain, ceilings: Ceilings): Promise<string> {
  const parts = await Promise.all(
    [...roots].map(async ([root, fields]) => {
      const entries = await Promise.all(sortByName(fields).map(async (field) => await rootEntry(field, root, ceilings)));
      return [`## ${plurals[root] ?? `Fields of ${code(root)}`}`, '', ...entries].join('\n');
    }),
  );
  const lists = new Set(
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
    ...parts,
    ...(deprecated.length > 0
      ? ['## Deprecated', '', ...sortByName(deprecated).map((field) => `- ${code(field.name)}: ${field.deprecationReason}`), '']
      : []),
    ...(types.length > 0 ? ['## Types', '', ...sortByName(types).map((type) => typeEntry(type, ceilings))] : []),
    ...(lists.size > 0 ? [`Connections (edges, nodes, pageInfo, totalCount): ${[...lists].sort().map(code).join(', ')}.`, ''] : []),
  ].join('\n');
}

/** Returns the pages of a schema's reference by path: an index with the guides, and a page for each domain. */
export async function referencePages(schema: GraphQLSchema, guides: readonly Guide[], ceilings: Ceilings): Promise<Map<string, string>> {
  const domains = groupByDomain(schema);
  const names = ({ roots }: Domain, root: string) =>
    sortByName(roots.get(root) ?? [])
      .map(({ name }) => code(name))
      .join(' ');
  const index = [
    '# GraphQL reference',
    '',
    'The public schema of `/graphql`, printed from the code by `npm run print`. The same in one file: [schema.graphql](../../graphql/schema.graphql). Changes since the last',
    'release: [changes.md](changes.md).',
    '',
    'A root field that fails is null, with an error; the others are not affected. Mutations return payloads: the changed object and, if the document selects `errors`, the reasons why they were refused,',
    'by type ([Refusal](common.md)). Without `errors` in the document, a refusal is a top-level error. "Statements" counts SQL statements: the first number is for the field alone, the second',
    'with all fields of its objects. Neither grows with the length of a list.',
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
        `| [${name}](${name}.md) | ${names(domain, 'Query')} | ${names(domain, 'Mutation')} | ${names(domain, 'Subscription')} |`,
    ),
    '',
  ].join('\n');
  const pages = [...domains].map(async ([name, domain]) => [`${name}.md`, await domainPage(name, domain, ceilings)] as const);
  return new Map([['README.md', index], ...(await Promise.all(pages))]);
}
