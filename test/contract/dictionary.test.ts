import { type GraphQLSchema, isInputObjectType, isInterfaceType, isObjectType, parse, validate } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Replacement } from '../../graphql/compatibility.ts';
import { createPublicSchema } from '../../graphql/schema.ts';
import { createDictionary, type Dictionary } from '../../src/rest/dictionary/dictionary.ts';
import { isOperation } from '../../src/rest/engine/plan.ts';
import { findGraphqlFaults } from './graphql-faults.ts';
import { getSharedSchema } from '../support/app.ts';
import { getMapEngine } from './printed.ts';

// The documentation of each route shows the request to `/graphql` that replaces it.

const { plans, publicSources } = getMapEngine();
const whole = getSharedSchema();
let shown: GraphQLSchema;
let dictionary: Dictionary;

beforeAll(() => {
  shown = createPublicSchema(whole);
  dictionary = createDictionary({ wholeSchema: whole, publicSchema: shown, sources: publicSources });
});

const titledPlans = plans.map((plan) => [`${plan.methods.join(', ')} ${plan.path}`, plan] as const);

describe('Every published operation', () => {
  it.each(titledPlans)('%s has valid documents and variables for the public schema, or a reason why not', (_title, plan) => {
    const variants = dictionary.getVariants(plan);
    expect(variants.length).toBeGreaterThan(0);
    for (const { entry } of variants) {
      if (entry.kind === 'none') expect(entry.reason).toMatch(/^[A-Z`].{20,}[.?]$/);
      else expect(findGraphqlFaults(shown, entry.document.text, entry.document.variables)).toEqual([]);
    }
  });

  it('has a derived document in most cases, and every handwritten document belongs to a route', () => {
    const derived = plans.filter((plan) => dictionary.get(plan).kind === 'derived');
    expect(derived.length).toBeGreaterThan(plans.length * 0.8);
    const operations = new Set(
      plans.flatMap((plan) => [plan, ...plan.alternatives.values()]).flatMap(({ runs }) => (isOperation(runs) ? [runs.name] : [])),
    );
    const handwritten = publicSources.flatMap(({ text }) =>
      parse(text).definitions.flatMap((node) => ('name' in node && node.name ? [node.name.value] : [])),
    );
    expect(handwritten.filter((name) => !operations.has(name))).toEqual([]);
  });
});

interface Member {
  title: string;
  replacement: Replacement | undefined;
  /** True if the named replacement exists. */
  exists(use: string): boolean;
}

/** Returns members that only old clients need: types, fields, arguments, input fields. */
function compatibilityMembers(): Member[] {
  return Object.values(whole.getTypeMap()).flatMap((type): Member[] => {
    if (type.name.startsWith('__')) return [];
    const publicType = shown.getType(type.name);
    const replacement = type.extensions['replacement'] as Replacement | undefined;
    // results of mutations are replaced by their payloads
    if (!publicType) return replacement ? [{ title: type.name, replacement, exists: (use) => shown.getType(use) !== undefined }] : [];
    if (isInputObjectType(type) && isInputObjectType(publicType))
      return Object.values(type.getFields())
        .filter(({ name }) => !publicType.getFields()[name])
        .map(({ name, extensions }) => ({
          title: `${type.name}.${name}`,
          replacement: extensions.replacement,
          exists: (use) => publicType.getFields()[use.split('.')[0] ?? ''] !== undefined,
        }));
    if (!(isObjectType(type) || isInterfaceType(type)) || !(isObjectType(publicType) || isInterfaceType(publicType))) return [];
    return Object.values(type.getFields()).flatMap((field): Member[] => {
      const publicField = publicType.getFields()[field.name];
      const title = `${type.name}.${field.name}`;
      if (!publicField) return [{ title, replacement: field.extensions.replacement, exists: (use) => selects(type.name, use) }];
      return field.args
        .filter(({ name }) => !publicField.args.some((argument) => argument.name === name))
        .map(({ name, extensions }) => ({
          title: `${title}(${name}:)`,
          replacement: extensions.replacement,
          exists: (use) => publicField.args.some((argument) => argument.name === use.split('.')[0]),
        }));
    });
  });
}

/** True if an object of the type has the selection. A bare name may be a root field of another shape. */
function selects(type: string, use: string): boolean {
  const operation = type === 'Mutation' ? 'mutation' : 'query';
  if (type === 'Query' || type === 'Mutation') {
    if (/^\w+$/.test(use)) return shown.getRootType(operation as never)?.getFields()[use] !== undefined;
    return validate(shown, parse(`${operation} { ${use} }`)).length === 0;
  }
  const faults = validate(shown, parse(`{ node(id: "") { ...On } } fragment On on ${type} { ${use} }`));
  return faults.every(({ message }) => /can never be of type/.test(message));
}

describe('Members for old clients', () => {
  it('name a replacement for front ends, or a reason why none exists', () => {
    const members = compatibilityMembers();
    expect(members.length).toBeGreaterThan(150);
    expect(members.filter(({ replacement }) => !replacement).map(({ title }) => title)).toEqual([]);
  });
  it('name existing replacements', () => {
    const wrong = compatibilityMembers().flatMap(({ title, replacement, exists }) =>
      replacement && 'use' in replacement && !exists(replacement.use) ? [`${title}: ${replacement.use}`] : [],
    );
    expect(wrong).toEqual([]);
  });
});
