import {
  type DocumentNode,
  extendSchema,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
  visit,
} from 'graphql';
import { directivesSdl } from '../response/directives.ts';
import { wereChecked } from './checked-texts.ts';

/** A GraphQL source of the map, such as a namespace's `shapes.graphql`. */
export interface OperationSource {
  file: string;
  text: string;
}

/** The operations of the map by name, each with its fragments, validated against the schema. */
export interface Operations {
  /** True if the build validated the operations and prepared the routes. */
  areChecked: boolean;
  get(name: string): DocumentNode;
  names(): string[];
}

/** Adds the fragments that a node spreads, directly or through other fragments, to `used`. */
function collectFragments(
  node: OperationDefinitionNode | FragmentDefinitionNode,
  fragments: Map<string, FragmentDefinitionNode>,
  used: Map<string, FragmentDefinitionNode>,
) {
  visit(node, {
    FragmentSpread(spread) {
      const name = spread.name.value;
      const fragment = fragments.get(name);
      if (!fragment || used.has(name)) return;
      used.set(name, fragment);
      collectFragments(fragment, fragments, used);
    },
  });
}

/** Joins the sources to one string. */
export const joinSources = (sources: readonly OperationSource[]): string => JSON.stringify(sources);

const operationsOfSchemas = new WeakMap<GraphQLSchema, Map<string, Operations>>();

/**
 * Parses and validates all operations. Throws one error that lists all faults with their files. Equal sources are parsed once per schema, even for
 * several engines. Sources that the build validated are not validated again.
 */
export function readOperations(schema: GraphQLSchema, sources: readonly OperationSource[]): Operations {
  const bySources = operationsOfSchemas.get(schema) ?? new Map<string, Operations>();
  operationsOfSchemas.set(schema, bySources);
  const joined = joinSources(sources);
  const operations = bySources.get(joined) ?? parseSources(schema, sources, wereChecked(joined));
  bySources.set(joined, operations);
  return operations;
}

function parseSources(schema: GraphQLSchema, sources: readonly OperationSource[], areChecked: boolean): Operations {
  const operations = new Map<string, { node: OperationDefinitionNode; file: string }>();
  const fragments = new Map<string, FragmentDefinitionNode>();
  const faults: string[] = [];
  for (const { file, text } of sources) {
    for (const definition of parse(text, { noLocation: true }).definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) {
        if (fragments.has(definition.name.value)) faults.push(`${file}: fragment ${definition.name.value} is defined twice`);
        fragments.set(definition.name.value, definition);
      } else if (definition.kind === Kind.OPERATION_DEFINITION) {
        const name = definition.name?.value;
        if (!name) faults.push(`${file}: an operation has no name`);
        else if (operations.has(name)) faults.push(`${file}: operation ${name} is defined twice`);
        else operations.set(name, { node: definition, file });
      }
    }
  }

  const documents = new Map<string, DocumentNode>();
  const get = (name: string): DocumentNode => {
    const known = documents.get(name);
    if (known) return known;
    const node = operations.get(name)?.node;
    if (!node) throw new Error(`The REST map names operation "${name}", which no file defines.`);
    const used = new Map<string, FragmentDefinitionNode>();
    collectFragments(node, fragments, used);
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [node, ...used.values()] };
    documents.set(name, document);
    return document;
  };
  if (!areChecked) {
    const extended = extendSchema(schema, parse(directivesSdl));
    for (const [name, { file }] of operations)
      for (const error of validate(extended, get(name))) faults.push(`${file}: ${name}: ${error.message}`);
  }
  if (faults.length > 0) throw new Error(`The operations of the REST map cannot be used:\n  ${faults.join('\n  ')}`);

  return { areChecked, get, names: () => [...operations.keys()] };
}
