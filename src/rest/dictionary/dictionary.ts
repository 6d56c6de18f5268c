import { Kind, type OperationDefinitionNode, visit } from 'graphql';
import { readNote } from '../response/directives.ts';
import { type OperationSource, readOperations } from '../engine/operations.ts';
import { isOperation, type OperationPlan, type Plan } from '../engine/plan.ts';
import { selectAlternative } from '../engine/sources.ts';
import { isEngineVariable } from '../engine/variables.ts';
import { type PublicDocument, printDocument } from './document.ts';
import { type RequestValues, collectParameters, createExampleRequest, readVariables } from './example.ts';
import { findPublicParameters } from './public-parameters.ts';
import { shortenSelection, type SameValue, findSameValues, countValues } from './selection-tree.ts';
import { NoReplacementError, type Schemas, translate, type Translation } from './translate.ts';

/** The replacement of a route at `/graphql`. */
export interface Entry {
  plan: Plan;
  /** Whether the document is derived from the route's operation or handwritten (`written`). */
  kind: 'derived' | 'written';
  document: PublicDocument;
  /** Values that both responses contain. */
  same: readonly SameValue[];
  /** Number of further values of the REST response that the document could select. */
  omittedCount: number;
  /** Note for the documentation. */
  note: string | null;
}

/** A route without a replacement, and the reason. */
interface MissingEntry {
  plan: Plan;
  kind: 'none';
  reason: string;
}

/** The sources of a dictionary. */
interface DictionarySources extends Schemas {
  /** Handwritten documents of the public schema, with the names of the operations that they replace. */
  sources: readonly OperationSource[];
}

/** The replacement of each route of the map at `/graphql`. */
export interface Dictionary {
  /** Returns the entry of a route for a request, by default its example request. Throws if neither a replacement nor a reason is declared. */
  get(plan: Plan, request?: RequestValues): Entry | MissingEntry;
  /** Returns the entry for the example request, then one for each other value of a parameter that changes the operation. Omits duplicates. */
  getVariants(plan: Plan): readonly Variant[];
  /** Returns the paths of the public root field's arguments, by parameter. */
  getArguments(plan: Plan): ReadonlyMap<string, string>;
}

/** An entry with the condition on the REST request. */
export interface Variant {
  /** Condition in Markdown. Null for the example request. */
  when: string | null;
  entry: Entry | MissingEntry;
}

/** Reasons why routes that the engine itself serves have no replacement. */
const engineReasons: Readonly<Record<string, string>> = {
  index: 'GraphQL clients need no index of routes. Introspection returns the schema, and `site { … }` describes the site.',
  namespace: 'GraphQL has no namespaces. Introspection returns the schema.',
  batch: 'A GraphQL document can contain several fields; mutations run one after the other.',
  document: 'The schema documents itself. Introspection and GraphiQL show it.',
  parameter: 'The route only returns the parameters that it receives.',
  refusal: 'The route refuses every request.',
};

/** Maximum number of optional variables without a value in the document of a mutation. */
const MAX_UNFILLED = 6;

/** Creates the dictionary from the routes to the public schema. */
export function createDictionary({ wholeSchema, publicSchema, sources }: DictionarySources): Dictionary {
  const handwritten = readOperations(publicSchema, sources);
  const handwrittenNames = new Set(handwritten.names());

  const readHandwritten = (name: string) => {
    const document = handwritten.get(name);
    return { document, operation: document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode };
  };

  /** Returns the variables to keep without a value: those required, and the first optional ones of a mutation that would otherwise change nothing. */
  function findUnfilledVariables(operation: OperationDefinitionNode, values: Readonly<Record<string, unknown>>, plan: Plan): Set<string> {
    const definitions = operation.variableDefinitions ?? [];
    const segments = new Set(plan.segments.map(({ name }) => name.replaceAll('-', '_')));
    const required = definitions.filter(({ type }) => type.kind === Kind.NON_NULL_TYPE);
    const optional = definitions.filter(({ type, variable }) => type.kind !== Kind.NON_NULL_TYPE && !isEngineVariable(variable.name.value));
    const isWrite = operation.operation === 'mutation' && !plan.methods.includes('DELETE');
    const changesNothing = isWrite && !Object.keys(values).some((name) => !segments.has(name));
    const unfilled = changesNothing ? optional.filter(({ defaultValue }) => !defaultValue).slice(0, MAX_UNFILLED) : [];
    return new Set([...required, ...unfilled].map(({ variable }) => variable.name.value));
  }

  function createEntry(plan: Plan, runs: OperationPlan, request: RequestValues): Entry | MissingEntry {
    const isHandwritten = handwrittenNames.has(runs.name);
    const { document, operation } = isHandwritten ? readHandwritten(runs.name) : runs;
    const values = readVariables(plan, request);
    const options = {
      // handwritten documents use connections for lists
      itemPath: isHandwritten ? [runs.itemPath[0] ?? '', 'nodes'] : runs.itemPath,
      context: plan.response.context ?? 'view',
      values,
      isHandwritten,
      keptVariables: isHandwritten
        ? new Set(operation.variableDefinitions?.map(({ variable }) => variable.name.value))
        : findUnfilledVariables(operation, values, plan),
    };
    let translation: Translation;
    try {
      translation = translate({ wholeSchema: isHandwritten ? publicSchema : wholeSchema, publicSchema }, document, options);
    } catch (error) {
      if (error instanceof NoReplacementError && error.reason !== null) return { plan, kind: 'none', reason: error.reason };
      throw error;
    }
    const roots = isHandwritten
      ? translation.roots
      : (shortenSelection(translation.roots, operation.operation === 'mutation' ? 1 : 0) as Translation['roots']);
    return {
      plan,
      kind: isHandwritten ? 'written' : 'derived',
      document: printDocument(publicSchema, operation.operation, { ...translation, roots }, values),
      same: findSameValues(roots),
      omittedCount: countValues(translation.roots) - countValues(roots),
      note: readNote(operation),
    };
  }

  const dictionary: Dictionary = {
    get(route, request = createExampleRequest(route)) {
      const plan = selectAlternative(route, request);
      if (isOperation(plan.runs)) return createEntry(plan, plan.runs, request);
      return { plan, kind: 'none', reason: engineReasons[plan.runs.engine] ?? '' };
    },
    getVariants(plan) {
      const example = createExampleRequest(plan);
      const others = findChoices(plan).map(
        ([name, value]): Variant => ({
          when: `\`${name}\` = ${value === '' ? 'empty' : `\`${String(value)}\``}`,
          entry: dictionary.get(plan, { ...example, [name]: value }),
        }),
      );
      const seen = new Set<string>();
      return [{ when: null, entry: dictionary.get(plan, example) }, ...others].filter(({ entry }) => {
        const text = entry.kind === 'none' ? entry.reason : entry.document.text;
        return !seen.has(text) && seen.add(text);
      });
    },
    getArguments({ runs, ...plan }) {
      if (!isOperation(runs)) return new Map();
      const isHandwritten = handwrittenNames.has(runs.name);
      const { operation } = isHandwritten ? readHandwritten(runs.name) : runs;
      return findPublicParameters(
        { wholeSchema: isHandwritten ? publicSchema : wholeSchema, publicSchema },
        operation,
        collectParameters({ runs, ...plan }),
      );
    },
  };
  return dictionary;
}

/** Returns the values of parameters that select the operation or parts of it. */
function findChoices({
  runs,
  alternatives,
  options: { alternatives: chosenBy },
}: Plan): (readonly [parameter: string, value: string | boolean])[] {
  const formChoices = [...alternatives.keys()].map((value) => [chosenBy?.parameter ?? '', value] as const);
  if (!isOperation(runs)) return formChoices;
  const conditions = new Set<string>();
  visit(runs.operation, {
    Directive: ({ name, arguments: [argument] = [] }) => {
      if ((name.value === 'skip' || name.value === 'include') && argument?.value.kind === Kind.VARIABLE)
        conditions.add(argument.value.name.value);
    },
  });
  return [...formChoices, ...[...conditions].flatMap((name) => [[name, false] as const, [name, true] as const])];
}
