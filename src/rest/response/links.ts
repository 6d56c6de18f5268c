import { compileTemplate, reader } from './templates.ts';
import type { LinkDefinition, LinkTable } from '../routes/route.ts';
import type { Method } from '../parameters/request.ts';

/** A link with its further attributes. */
export type Link = { href: string; embeddable?: true } & Record<string, unknown>;
export type Links = Record<string, Link[]>;

/** Builds the `_links` of a returned object; null for other objects, such as `{ deleted, previous }`. */
export type LinkBuilder = (source: Record<string, unknown>, contextName: string) => Links | null;

/** The parts of links that are the same for all routes. */
export interface LinkScope {
  restUrl: string;
  /** Base of the addresses of compact relations. */
  relationBase: string;
  /** True if a path below the REST root is served; links to other paths are omitted (core-rest.md 7.9). */
  served(path: string): boolean;
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== 0 && value !== '' && value !== false;

function compileLink(row: LinkDefinition, restUrl: string) {
  const href = compileTemplate(row.href);
  const when = row.when === undefined ? null : reader(row.when);
  const attributes = Object.entries(row.attributes ?? {}).map(
    ([name, from]) => [name, typeof from === 'string' ? reader(from) : () => from.text] as const,
  );
  const hints = row.hints?.map(([methods, condition]) => [methods, condition === undefined ? null : reader(condition)] as const);
  return (source: Record<string, unknown>, contextName: string): Link | null => {
    if (row.contexts && !row.contexts.includes(contextName)) return null;
    if (when && !isSet(when(source))) return null;
    const link: Link = { href: row.external ? href(source) : restUrl + href(source) };
    if (row.embeddable) link.embeddable = true;
    for (const [name, read] of attributes) link[name] = read(source);
    if (hints) {
      const allow: Method[] = [];
      for (const [methods, condition] of hints) if (!condition || condition(source) === true) allow.push(...methods);
      link['targetHints'] = { allow };
    }
    return link;
  };
}

/** Prepares a link table. Drops relations whose target is not served and adds `curies` for compact relations. */
export function compileLinks(table: LinkTable, scope: LinkScope): LinkBuilder {
  const relations = Object.entries(table).flatMap(([relation, rows]) => {
    const kept = ([rows].flat() as LinkDefinition[]).filter((row) => row.external || scope.served(row.href.replace(/\?.*$/, '')));
    return kept.length > 0 ? [{ relation, links: kept.map((row) => compileLink(row, scope.restUrl)) }] : [];
  });
  const prefixes = [...new Set(relations.flatMap(({ relation }) => (relation.includes(':') ? [relation.split(':')[0] as string] : [])))];
  const curies = prefixes.map((name) => ({ name, href: `${scope.relationBase}{rel}`, templated: true }));
  const identity = placesOf(([table['self'] ?? []].flat() as LinkDefinition[])[0]?.href ?? '');
  return (source, contextName) => {
    if (identity.some((place) => source[place] === undefined)) return null;
    const out: Links = {};
    let compact = false;
    for (const { relation, links } of relations) {
      const found = links.map((link) => link(source, contextName)).filter((link) => link !== null);
      if (found.length === 0) continue;
      out[relation] = found;
      compact ||= relation.includes(':');
    }
    if (compact) out['curies'] = curies;
    return out;
  };
}

function placesOf(template: string): string[] {
  return [...template.matchAll(/\{([\w]+)/g)].map(([, place = '']) => place);
}
