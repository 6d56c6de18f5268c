import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getNamedType, type GraphQLField, type GraphQLNamedType } from 'graphql';

const folder = path.resolve(import.meta.dirname, '../../../graphql');

/** Name of the page for types that belong to no domain: pages of lists, scalars and types of Relay. */
const COMMON = 'common';

/** Folder of `graphql` that derives payloads from other types, and thus is no domain. */
const DERIVED = 'public';

/** Source code of a folder of `graphql`. */
interface Source {
  domain: string;
  /** Code of all files. */
  text: string;
  /** Code that declares root fields. */
  roots: string;
}

const ROOTS = /^builder\.(?:query|mutation|subscription)Fields?\([\s\S]*?^\}?\)+;$/gm;

function readSources(): Source[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== DERIVED);
  return folders.map(({ name: domain }) => {
    const files = readdirSync(path.join(folder, domain), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const text = files.map((file) => readFileSync(path.join(folder, domain, file), 'utf8')).join('\n');
    return { domain, text, roots: (text.match(ROOTS) ?? []).join('\n') };
  });
}

/** Finds the domain of a type by its name: `Analytics4Settings` belongs to analytics, `ConsentQueueEntry` to consent. */
function findByName(name: string, sources: readonly Source[]): string | undefined {
  const lowerCaseName = name.toLowerCase();
  return sources.map(({ domain }) => domain).find((domain) => lowerCaseName.startsWith(domain.replaceAll('-', '').replace(/s$/, '')));
}

/**
 * Returns functions that find the folder of `graphql` that declares a root field or a type. They search the source code first, then compare names.
 * A payload belongs to the folder of its mutation.
 */
export function createDomainFinder(mutations: Readonly<Record<string, GraphQLField<unknown, unknown>>>): {
  findByField(field: GraphQLField<unknown, unknown>): string;
  findByType(type: GraphQLNamedType): string;
} {
  const sources = readSources();
  const findDeclaring = (part: 'text' | 'roots', pattern: RegExp) => sources.find((source) => pattern.test(source[part]))?.domain;
  const findByType = ({ name, extensions }: GraphQLNamedType): string => {
    const mutation = mutations[String(extensions['payloadOf'])];
    if (mutation) return findByField(mutation);
    const stem = name.replace(/(Edge|Connection|Page|Payload|OrderBy|Order|Filter|Field|Input|Draft|Changes)+$/, '');
    for (const candidate of new Set([name, stem])) {
      const domain = findDeclaring(
        'text',
        new RegExp(`\\w(?:<[^()]*>)?\\(\\s*['"]${candidate}['"]|(?:name|variant): ['"]${candidate}['"]`),
      );
      if (domain !== undefined) return domain;
    }
    return findByName(name, sources) ?? COMMON;
  };
  const findByField = (field: GraphQLField<unknown, unknown>): string =>
    (/^nodes?$/.test(field.name) ? COMMON : undefined) ??
    findDeclaring('roots', new RegExp(`^(?: {2}| {4})${field.name}: (?!t\\.arg)\\w|Field\\(\\s*['"]${field.name}['"]`, 'm')) ??
    [getNamedType(field.type)]
      .filter(({ extensions }) => extensions['payloadOf'] === undefined)
      .map(findByType)
      .find((domain) => domain !== COMMON) ??
    findByName(field.name, sources) ??
    COMMON;
  return { findByField, findByType };
}
