import { type GraphQLSchema, Kind, type OperationDefinitionNode, visit } from 'graphql';
import { readNote } from '../response/directives.ts';
import { type OperationSource, readOperations } from '../engine/operations.ts';
import { isOperation, type OperationPlan, type Plan } from '../engine/plan.ts';
import { chosenForm } from '../engine/sources.ts';
import { isEngineVariable } from '../engine/variables.ts';
import { type PublicDocument, printDocument } from './document.ts';
import { type Sent, parametersOf, exampleRequest, readVariables } from './example.ts';
import { publicParameters } from './parameters.ts';
import { shortenSelection, type SameValue, sameValues, countValues } from './selected.ts';
import { NoReplacement, translate, type Translation } from './translate.ts';

/** The replacement of an old operation at `/graphql`. */
export interface Entry {
  plan: Plan;
  /** `derived` from the route's operation, or `written` by hand. */
  made: 'derived' | 'written';
  shown: PublicDocument;
  /** Values that both responses contain. */
  same: readonly SameValue[];
  /** Number of further values of the old response that the public schema has too. */
  left: number;
  /** Note for the documentation. */
  note: string | null;
}

/** An operation without a replacement, and the reason. */
export interface NoEntry {
  plan: Plan;
  made: 'none';
  why: string;
}

/** The sources of a dictionary. */
export interface DictionaryParts {
  whole: GraphQLSchema;
  shown: GraphQLSchema;
  /** Handwritten documents of the public schema, named like the operations that they replace. */
  sources: readonly OperationSource[];
}

/** The replacement of each route of the map at `/graphql`. */
export interface Dictionary {
  /** Returns the entry of a route for its example request or another one. Throws if no replacement or reason is declared. */
  of(plan: Plan, sent?: Sent): Entry | NoEntry;
  /** Returns the entry for the example request and those for other values of parameters that change the operation. Omits duplicates. */
  all(plan: Plan): readonly Variant[];
  /** Returns the paths of the public root field's arguments, by parameter. */
  argumentsOf(plan: Plan): ReadonlyMap<string, string>;
}

/** An entry with the condition on the old request. */
export interface Variant {
  /** Null = the example request. */
  when: string | null;
  entry: Entry | NoEntry;
}

/** Reasons why responses of the engine itself have no replacement. */
const ofEngine: Readonly<Record<string, string>> = {
  index:
    'An index of routes is of no use to who reads the schema: introspection tells what there is, `site { … }` what the site is called.',
  namespace: 'GraphQL has no namespaces: introspection tells what there is.',
  batch: 'Several fields stand in one document; mutations run one after the other.',
  document: 'The schema documents itself: introspection and GraphiQL show it.',
  parameter: 'It only sends back what it was sent.',
  refusal: 'Nothing: it refuses everybody.',
};

const MAX_UNFILLED = 6;

/** Creates the dictionary from the routes to the public schema. */
export function createDictionary({ whole, shown, sources }: DictionaryParts): Dictionary {
  const byHand = readOperations(shown, sources);
  const handNames = new Set(byHand.names());

  const operationByHand = (name: string) => {
    const document = byHand.get(name);
    return { document, operation: document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode };
  };

  /** Returns the variables that stay without a value: required ones and, if a mutation would otherwise change nothing, the first optional ones. */
  function keptOf(operation: OperationDefinitionNode, values: Readonly<Record<string, unknown>>, plan: Plan): Set<string> {
    const definitions = operation.variableDefinitions ?? [];
    const places = new Set(plan.segments.map(({ name }) => name.replaceAll('-', '_')));
    const needed = definitions.filter(({ type }) => type.kind === Kind.NON_NULL_TYPE);
    const others = definitions.filter(({ type, variable }) => type.kind !== Kind.NON_NULL_TYPE && !isEngineVariable(variable.name.value));
    const isWrite = operation.operation === 'mutation' && !plan.methods.includes('DELETE');
    const isIdle = isWrite && !Object.keys(values).some((name) => !places.has(name));
    const taken = isIdle ? others.filter(({ defaultValue }) => !defaultValue).slice(0, MAX_UNFILLED) : [];
    return new Set([...needed, ...taken].map(({ variable }) => variable.name.value));
  }

  function entryOf(plan: Plan, runs: OperationPlan, sent: Sent): Entry | NoEntry {
    const isByHand = handNames.has(runs.name);
    const { document, operation } = isByHand ? operationByHand(runs.name) : runs;
    const values = readVariables(plan, sent);
    const asked = {
      // handwritten documents use connections for lists
      itemPath: isByHand ? [runs.itemPath[0] ?? '', 'nodes'] : runs.itemPath,
      context: plan.response.context ?? 'view',
      values,
      isByHand,
      kept: isByHand ? new Set(operation.variableDefinitions?.map(({ variable }) => variable.name.value)) : keptOf(operation, values, plan),
    };
    let translation: Translation;
    try {
      translation = translate({ whole: isByHand ? shown : whole, shown }, document, asked);
    } catch (error) {
      if (error instanceof NoReplacement && error.reason !== null) return { plan, made: 'none', why: error.reason };
      throw error;
    }
    const roots = isByHand
      ? translation.roots
      : (shortenSelection(translation.roots, operation.operation === 'mutation' ? 1 : 0) as Translation['roots']);
    return {
      plan,
      made: isByHand ? 'written' : 'derived',
      shown: printDocument(shown, operation.operation, { ...translation, roots }, values),
      same: sameValues(roots),
      left: countValues(translation.roots) - countValues(roots),
      note: readNote(operation),
    };
  }

  const self: Dictionary = {
    of(row, sent = exampleRequest(row)) {
      const plan = chosenForm(row, sent);
      if (isOperation(plan.runs)) return entryOf(plan, plan.runs, sent);
      return { plan, made: 'none', why: ofEngine[plan.runs.engine] ?? '' };
    },
    all(plan) {
      const shows = exampleRequest(plan);
      const others = choices(plan).map(
        ([name, value]): Variant => ({
          when: `\`${name}\` = ${value === '' ? 'empty' : `\`${String(value)}\``}`,
          entry: self.of(plan, { ...shows, [name]: value }),
        }),
      );
      const seenTexts = new Set<string>();
      return [{ when: null, entry: self.of(plan, shows) }, ...others].filter(({ entry }) => {
        const text = entry.made === 'none' ? entry.why : entry.shown.document;
        return !seenTexts.has(text) && seenTexts.add(text);
      });
    },
    argumentsOf({ runs, ...plan }) {
      if (!isOperation(runs)) return new Map();
      const isByHand = handNames.has(runs.name);
      const from = isByHand ? shown : whole;
      const { operation } = isByHand ? operationByHand(runs.name) : runs;
      return publicParameters({ from, shown }, operation, parametersOf({ runs, ...plan }));
    },
  };
  return self;
}

/** Returns the values of parameters that select the operation or parts of it. */
function choices({ runs, forms, options: { chosenBy } }: Plan): (readonly [parameter: string, value: string | boolean])[] {
  const ofForms = [...forms.keys()].map((value) => [chosenBy?.parameter ?? '', value] as const);
  if (!isOperation(runs)) return ofForms;
  const named = new Set<string>();
  visit(runs.operation, {
    Directive: ({ name, arguments: [argument] = [] }) => {
      if ((name.value === 'skip' || name.value === 'include') && argument?.value.kind === Kind.VARIABLE)
        named.add(argument.value.name.value);
    },
  });
  return [...ofForms, ...[...named].flatMap((name) => [[name, false] as const, [name, true] as const])];
}
