import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Method } from '../../src/rest/parameters/request.ts';

/** A published parameter as documented. */
export interface PublishedParameter {
  name: string;
  in: 'path' | 'query' | 'body';
  type: string | readonly string[] | null;
  required: boolean;
  /** False if the route declares no parameter for the path segment. */
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
  /** False if the documents do not show all parameters. */
  shown?: boolean;
}

export interface PublishedNamespace {
  name: string;
  advertised: boolean;
  root: boolean;
}

/**
 * The published interface: the two interface documents as data (`surface.json` of the specification without its prose). It changes only when the
 * documents change.
 */
export const surface = JSON.parse(readFileSync(new URL('./surface.json', import.meta.url), 'utf8')) as {
  namespaces: PublishedNamespace[];
  operations: PublishedOperation[];
};

/** Replaces the names of path parameters, which are internal. */
export const removeParameterNames = (path: string): string => path.replace(/\{\w+\}/g, '{}');

/**
 * Returns the published parameters that a description can contain: without undeclared path parameters and without further parameters of the same
 * name.
 */
export function listDescribedParameters({ params }: PublishedOperation): PublishedParameter[] {
  const inPath = new Set(params.filter((parameter) => parameter.in === 'path').map(({ name }) => name));
  return params.filter((parameter) => parameter.declared !== false && (parameter.in === 'path' || !inPath.has(parameter.name)));
}

const comparedKeywords = new Set([
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
const sortIfList = (value: unknown): unknown => (Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value);
const formatValue = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 100));

type Schema = Readonly<Record<string, unknown>>;

/**
 * Returns the differences between a described parameter and the published parameter, including nested items and properties. The order of lists does
 * not matter.
 */
export function listDifferences(published: Schema, described: Schema): string[] {
  return Object.entries(published).flatMap(([keyword, expected]) => {
    const actual = described[keyword];
    if (!comparedKeywords.has(keyword) || (keyword === 'type' && expected === null)) return [];
    if (keyword === 'items')
      return actual === undefined
        ? ['its items are not described']
        : listDifferences(expected as Schema, actual as Schema).map((difference) => `items: ${difference}`);
    if (keyword === 'properties') {
      return Object.entries(expected as Record<string, Schema>).flatMap(([name, inner]) => {
        const property = (actual as Record<string, Schema> | undefined)?.[name];
        return property === undefined
          ? [`property ${name} is missing`]
          : listDifferences(inner, property).map((difference) => `property ${name}: ${difference}`);
      });
    }
    return isDeepStrictEqual(sortIfList(expected), sortIfList(actual))
      ? []
      : [`${keyword} is ${formatValue(actual)}, published ${formatValue(expected)}`];
  });
}
