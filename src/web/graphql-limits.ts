import type { GraphQLArmorConfig } from '@escape.tech/graphql-armor-types';
import { createComplexityRule } from '@pothos/plugin-complexity';
import {
  type ASTVisitor,
  type DocumentNode,
  type ExecutionArgs,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
  TypeInfo,
  validate,
  type ValidationContext,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '#graphql/context.ts';
import type { Viewer } from '../domains/identity/auth/viewer.ts';
import { noteCost } from '../core/logging/request-facts.ts';
import { complexityOfSchema, costOf, chargeBudget, type CostBudget, budgetOf, rootFields, reportCost } from './graphql-cost.ts';

/** Maximum complexity of a request's documents in objects, page sizes multiplied. Visitors have the cost of thirty lists of ten. */
const MAX_COST = 100_000;
const MAX_COST_OF_VISITORS = 15_000;
/** Maximum number of selected fields. Fragments count wherever they are spread. */
const MAX_BREADTH = 800;

/** Sets the status 400 for documents that exceed a limit, whatever media type the client accepts. */
function refuse(_context: unknown, error: GraphQLError): void {
  Object.assign(error.extensions, { code: 'graphql_limit_exceeded', http: { status: 400 } });
}
const limit = { onReject: [refuse] };

/** Limits on the form of documents, checked before the execution. */
export const graphqlLimits: GraphQLArmorConfig = {
  maxTokens: { n: 4000, ...limit },
  maxDepth: { n: 12, ignoreIntrospection: true, ...limit },
  // operations of the REST map, which clients may send here too, rename all their fields
  maxAliases: { n: 150, ...limit },
  maxDirectives: { n: 50, ...limit },
  costLimit: { enabled: false },
  blockFieldSuggestion: { enabled: false },
};

const SUGGESTION = / Did you mean .*\?$/s;

/** Plugin that removes name suggestions from errors, which reveal the schema to guessing clients. For sites whose schema visitors may not read. */
export function useNoSuggestions(): Plugin {
  return {
    onExecutionResult({ result }) {
      for (const one of [result].flat()) {
        if (!one || !('errors' in one)) continue;
        for (const error of one.errors ?? []) if (SUGGESTION.test(error.message)) error.message = error.message.replace(SUGGESTION, '');
      }
    },
  };
}

type Execution = Pick<ExecutionArgs, 'schema' | 'document' | 'variableValues' | 'contextValue' | 'operationName'>;

/** Maximum number of items of a list in variables or in a document. */
export const MAX_ITEMS = 1000;
/** Maximum number of reported faulty variables. Further ones are not checked. */
const MAX_ERRORS = 10;

/** Creates the refusal of longer lists. */
export const tooManyItems = (): GraphQLError => {
  const error = new GraphQLError(`A list has at most ${MAX_ITEMS} items.`);
  refuse(null, error);
  return error;
};

/** Validation rule that applies the same limit to lists in the document. */
function ShortListsRule(context: ValidationContext): ASTVisitor {
  return {
    ListValue({ values }) {
      if (values.length > MAX_ITEMS) context.reportError(tooManyItems());
    },
  };
}

function hasLongList(value: unknown): boolean {
  const open = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    if (Array.isArray(one) && one.length > MAX_ITEMS) return true;
    for (const inner of Object.values(one)) if (typeof inner === 'object' && inner !== null) open.push(inner);
  }
  return false;
}

/** Returns the faults of the variables before they are used. */
function wrongVariables({ schema, document, variableValues, operationName }: Execution): readonly GraphQLError[] {
  if (hasLongList(variableValues)) return [tooManyItems()];
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  if (definitions.length === 0) return [];
  const read = getVariableValues(schema, definitions, (variableValues ?? {}) as Record<string, unknown>, { maxErrors: MAX_ERRORS });
  const errors = read.errors ?? [];
  // graphql-js gives them no code
  for (const { extensions } of errors) extensions['code'] ??= 'BAD_USER_INPUT';
  return errors;
}

/** Cost of a document. */
type Asked = Record<'complexity' | 'breadth', number>;

function askedBy({ schema, document, variableValues, contextValue }: Execution): Asked {
  const most: Asked = { complexity: 0, breadth: 0 };
  const rule = createComplexityRule({
    context: contextValue as object,
    variableValues: (variableValues ?? {}) as Record<string, unknown>,
    validate: ({ complexity, breadth }) => {
      most.complexity = Math.max(most.complexity, complexity);
      most.breadth = Math.max(most.breadth, breadth);
    },
  });
  validate(schema, document, [rule]);
  return most;
}

/** Adds the cost of a document to that of the request. Returns the refusal if the sum exceeds the limit, else null. */
function excessOf({ complexity, breadth }: Asked, { request }: CostBudget, viewer: Viewer): GraphQLError | null {
  const most = viewer.signedIn ? MAX_COST : MAX_COST_OF_VISITORS;
  request.complexity += complexity;
  if (request.complexity <= most && breadth <= MAX_BREADTH) return null;
  const error = new GraphQLError(`The request is too costly: ${request.complexity} of ${most}, ${breadth} of ${MAX_BREADTH} fields.`);
  refuse(null, error);
  return error;
}

/** Maximum number of cached costs per document, one for each combination of list sizes. */
const MAX_COSTS = 100;

/**
 * Returns the variables that are arguments of fields, in document order. The cost only depends on numbers and lengths of lists among a field's arguments, such
 * as `perPage` and `ids`, not on nested values.
 */
function countingVariables({ schema, document }: Execution): string[] {
  const names = new Set<string>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ arguments: given }) {
        if (typeof types.getFieldDef()?.extensions['complexity'] !== 'function') return;
        for (const { value } of given ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
      },
    }),
  );
  return [...names];
}

function countOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  return typeof value === 'number' || value === null || value === undefined ? String(value) : '';
}

/** Computes the cost of documents, cached by document and by the variables that affect it. */
function rememberedCosts(): (execution: Execution) => Asked {
  const known = new WeakMap<DocumentNode, { counting: string[]; costs: Map<string, Asked> }>();
  return (execution) => {
    const { document, operationName, variableValues } = execution;
    const one = known.get(document) ?? { counting: countingVariables(execution), costs: new Map<string, Asked>() };
    known.set(document, one);
    const key = [operationName ?? '', ...one.counting.map((name) => countOf(variableValues?.[name]))].join();
    const found = one.costs.get(key);
    if (found) return found;
    if (one.costs.size >= MAX_COSTS) one.costs.clear();
    const asked = askedBy(execution);
    one.costs.set(key, asked);
    return asked;
  };
}

/**
 * Plugin that limits the cost of documents: every field has a cost, and lists multiply it by their page size. It runs before the execution but not during the
 * validation, whose results are cached for all variables. Variables are checked first, only as far as errors are reported. The cost of accepted documents is
 * deducted from the caller's budget and reported.
 */
export function useCostLimit(): Plugin {
  const costOfDocument = rememberedCosts();
  const admit = async (execution: Execution): Promise<{ errors: readonly GraphQLError[]; cost: number }> => {
    const wrong = wrongVariables(execution);
    if (wrong.length > 0) return { errors: wrong, cost: 1 };
    const { document, operationName, contextValue } = execution;
    const asked = costOfDocument(execution);
    const { budget, viewer } = contextValue as Context & { budget: CostBudget };
    const roots = rootFields(document, operationName);
    const complexity = Math.max(asked.complexity, complexityOfSchema(roots));
    const excess = excessOf({ ...asked, complexity }, budget, viewer);
    if (excess) return { errors: [excess], cost: 1 };
    const cost = costOf(roots, complexity);
    const refused = cost > 1 ? await chargeBudget(budget, cost) : null;
    return { errors: refused ? [refused] : [], cost };
  };
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(ShortListsRule);
    },
    async onExecute({ args, setResultAndStopExecution }) {
      const budget = budgetOf(args.contextValue);
      const admitted = await admit(args as Execution);
      noteCost(budget.request.complexity);
      if (admitted.errors.length > 0) setResultAndStopExecution({ errors: admitted.errors });
      return { onExecuteDone: ({ result }) => reportCost(result, admitted.cost, budget) };
    },
    async onSubscribe({ args, setResultAndStopExecution }) {
      const admitted = await admit(args as unknown as Execution);
      noteCost(budgetOf(args.contextValue).request.complexity);
      if (admitted.errors.length > 0) setResultAndStopExecution({ errors: admitted.errors });
    },
  };
}
