import { compileTemplate, compileReader } from './templates.ts';
import type { LinkDefinition, LinkTable } from '../routes/route.ts';
import type { Method } from '../parameters/request.ts';

/** A link with its further attributes. */
export type Link = { href: string; embeddable?: true } & Record<string, unknown>;
export type Links = Record<string, Link[]>;

/** Builds the `_links` of a returned object. Returns null for other objects, such as `{ deleted, previous }`. */
export type LinkBuilder = (source: Record<string, unknown>, contextName: string) => Links | null;

/** The parts of links that are the same for all routes. */
export interface LinkScope {
  restUrl: string;
  /** Base URL of compact relations. */
  relationBase: string;
  /** True if a path below the REST root is served. Links to other paths are omitted (docs/behaviour/core-rest.md 7.9). */
  isServed(path: string): boolean;
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== 0 && value !== '' && value !== false;

function compileLink(definition: LinkDefinition, restUrl: string) {
  const href = compileTemplate(definition.href);
  const when = definition.when === undefined ? null : compileReader(definition.when);
  const attributes = Object.entries(definition.attributes ?? {}).map(
    ([name, from]) => [name, typeof from === 'string' ? compileReader(from) : () => from.text] as const,
  );
  const hints = definition.hints?.map(
    ([methods, condition]) => [methods, condition === undefined ? null : compileReader(condition)] as const,
  );
  return (source: Record<string, unknown>, contextName: string): Link | null => {
    if (definition.contexts && !definition.contexts.includes(contextName)) return null;
    if (when && !isSet(when(source))) return null;
    const link: Link = { href: definition.external ? href(source) : restUrl + href(source) };
    if (definition.embeddable) link.embeddable = true;
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
  const relations = Object.entries(table).flatMap(([relation, definitions]) => {
    const served = ([definitions].flat() as LinkDefinition[]).filter(
      ({ external, href }) => external || scope.isServed(href.replace(/\?.*$/, '')),
    );
    return served.length > 0 ? [{ relation, links: served.map((definition) => compileLink(definition, scope.restUrl)) }] : [];
  });
  const prefixes = [...new Set(relations.flatMap(({ relation }) => (relation.includes(':') ? [relation.split(':')[0] as string] : [])))];
  const curies = prefixes.map((name) => ({ name, href: `${scope.relationBase}{rel}`, templated: true }));
  // an object has no links if a value is missing that the URL of its own link needs
  const requiredKeys = readKeys(([table['self'] ?? []].flat() as LinkDefinition[])[0]?.href ?? '');
  return (source, contextName) => {
    if (requiredKeys.some((key) => source[key] === undefined)) return null;
    const result: Links = {};
    let hasCompact = false;
    for (const { relation, links } of relations) {
      const present = links.map((build) => build(source, contextName)).filter((link) => link !== null);
      if (present.length === 0) continue;
      result[relation] = present;
      hasCompact ||= relation.includes(':');
    }
    if (hasCompact) result['curies'] = curies;
    return result;
  };
}

function readKeys(template: string): string[] {
  return [...template.matchAll(/\{([\w]+)/g)].map(([, key = '']) => key);
}
