import type { LinkDefinition, LinkTable, NamespaceTable, RouteDefinition } from '../routes/route.ts';

/** Returns a copy of a namespace under a second name. Its links, relations and `Location` headers use that name too. */
function createAlias(table: NamespaceTable, alias: string): NamespaceTable {
  const [prefix = alias] = alias.split('/');
  const [ownPrefix = table.name] = table.name.split('/');
  const replacePath = (text: string) => text.replaceAll(`/${table.name}/`, `/${alias}/`);
  const aliasLink = (link: LinkDefinition): LinkDefinition => ({ ...link, href: replacePath(link.href) });
  const aliasLinks = (table: LinkTable): LinkTable =>
    Object.fromEntries(
      Object.entries(table).map(([relation, links]) => [
        relation.startsWith(`${ownPrefix}:`) ? `${prefix}${relation.slice(ownPrefix.length)}` : relation,
        Array.isArray(links) ? links.map(aliasLink) : aliasLink(links as LinkDefinition),
      ]),
    );
  const aliasRoute = ([methods, below, parameters, runs, response, options]: RouteDefinition): RouteDefinition => [
    methods,
    below,
    parameters,
    runs,
    { ...response, ...(response.links && { links: aliasLinks(response.links) }) },
    {
      ...options,
      ...(options?.headers && {
        headers: Object.fromEntries(Object.entries(options.headers).map(([name, value]) => [name, replacePath(value)])),
      }),
    },
  ];
  return { ...table, name: alias, routes: table.routes.map(aliasRoute) };
}

/** Adds the tables of aliased namespaces. Throws for an alias of an unknown namespace, which is a configuration error. */
export function addAliases(tables: readonly NamespaceTable[], aliases: Readonly<Record<string, string>>): NamespaceTable[] {
  return [
    ...tables,
    ...Object.entries(aliases).map(([alias, name]) => {
      const table = tables.find((candidate) => candidate.name === name);
      if (!table) throw new Error(`REST_NAMESPACE_ALIASES: there is no namespace "${name}" to mount as "${alias}"`);
      return createAlias(table, alias);
    }),
  ];
}
