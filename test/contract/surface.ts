import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Method } from '../../src/rest/table.ts';

/** A published parameter: what the documents give, and nothing else. */
export interface PublishedParameter {
  name: string;
  in: 'path' | 'query' | 'body';
  type: string | readonly string[] | null;
  required: boolean;
  /** False where the route declares no parameter for the segment. */
  declared?: boolean;
  [keyword: string]: unknown;
}

export interface PublishedOperation {
  /** `''` for the site index. */
  namespace: string;
  methods: readonly Method[];
  path: string;
  params: readonly PublishedParameter[];
  batch: boolean;
  /** False where the documents do not show (all of) the parameters. */
  shown?: boolean;
}

export interface PublishedNamespace {
  name: string;
  advertised: boolean;
  root: boolean;
}

/**
 * The published surface: the two interface documents as data (`surface.json` of the specification without its prose). What clients were
 * promised; it changes only when the documents do.
 */
export const surface = JSON.parse(readFileSync(new URL('./surface.json', import.meta.url), 'utf8')) as {
  namespaces: PublishedNamespace[];
  operations: PublishedOperation[];
};

/** Names of path parameters are the service's own business. */
export const placeless = (path: string): string => path.replace(/\{\w+\}/g, '{}');

/** The published parameters that a description can name: not those of the path alone, nor a namesake beside one of the path. */
export function describedParameters({ params }: PublishedOperation): PublishedParameter[] {
  const inPath = new Set(params.filter((one) => one.in === 'path').map(({ name }) => name));
  return params.filter((one) => one.declared !== false && (one.in === 'path' || !inPath.has(one.name)));
}

const told = new Set([
  'type',
  'default',
  'enum',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'format',
  'items',
  'properties',
  'additionalProperties',
]);
const asSet = (value: unknown): unknown => (Array.isArray(value) ? value.map((one) => JSON.stringify(one)).sort() : value);
const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 100));

type Schema = Readonly<Record<string, unknown>>;

/** How a described parameter differs from the published one, in words; nested items and properties included. Order in lists does not matter. */
export function differences(published: Schema, described: Schema): string[] {
  return Object.entries(published).flatMap(([keyword, wanted]) => {
    const got = described[keyword];
    if (!told.has(keyword) || (keyword === 'type' && wanted === null)) return [];
    if (keyword === 'items')
      return got === undefined
        ? ['its items are not described']
        : differences(wanted as Schema, got as Schema).map((one) => `items: ${one}`);
    if (keyword === 'properties') {
      return Object.entries(wanted as Record<string, Schema>).flatMap(([name, inner]) => {
        const property = (got as Record<string, Schema> | undefined)?.[name];
        return property === undefined
          ? [`property ${name} is missing`]
          : differences(inner, property).map((one) => `property ${name}: ${one}`);
      });
    }
    return isDeepStrictEqual(asSet(wanted), asSet(got)) ? [] : [`${keyword} is ${shown(got)}, published ${shown(wanted)}`];
  });
}
