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
import { complexityOfSchema, costOf, pay, type CostBudget, budgetOf, rootFields, tellCost } from './graphql-cost.ts';

/** Objects that the documents of a request may ask for together, page sizes multiplied in; visitors have as many as thirty lists of ten take. */
const MAX_COST = 100_000;
const MAX_COST_OF_VISITORS = 15_000;
/** Selected fields, fragments counted wherever they are spread. */
const MAX_BREADTH = 800;

/** A document beyond a limit is a plain 400, whatever media type the client accepts. */
function refuse(_context: unknown, error: GraphQLError): void {
  Object.assign(error.extensions, { code: 'graphql_limit_exceeded', http: { status: 400 } });
}
const limit = { onReject: [refuse] };

/** Limits on the form of a GraphQL document, checked before anything runs. */
export const graphqlLimits: GraphQLArmorConfig = {
  maxTokens: { n: 4000, ...limit },
  maxDepth: { n: 12, ignoreIntrospection: true, ...limit },
  // an operation of the REST map renames all it selects: anyone who reads the map may send it here
  maxAliases: { n: 150, ...limit },
  maxDirectives: { n: 50, ...limit },
  costLimit: { enabled: false },
  blockFieldSuggestion: { enabled: false },
};

const SUGGESTION = / Did you mean .*\?$/s;

/** Removes proposals of names from errors: they spell the schema out to anyone who guesses. For sites whose schema visitors may not read. */
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

/** Items of a list in variables or in a document. */
export const MAX_ITEMS = 1000;
/** Most wrong variables that are reported; the rest is not checked. */
const MAX_ERRORS = 10;

/** The refusal of a longer list. */
export const tooManyItems = (): GraphQLError => {
  const error = new GraphQLError(`A list has at most ${MAX_ITEMS} items.`);
  refuse(null, error);
  return error;
};

/** Lists that are written into the document are held to the same number as those in variables. */
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

/** What is wrong with the variables, before anything is made of them. */
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

/** What a document asks for. */
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

/** Puts what a document asks for to what the request asked for before; returns why that is too much, or null. */
function excessOf({ complexity, breadth }: Asked, { request }: CostBudget, viewer: Viewer): GraphQLError | null {
  const most = viewer.signedIn ? MAX_COST : MAX_COST_OF_VISITORS;
  request.complexity += complexity;
  if (request.complexity <= most && breadth <= MAX_BREADTH) return null;
  const error = new GraphQLError(`The request is too costly: ${request.complexity} of ${most}, ${breadth} of ${MAX_BREADTH} fields.`);
  refuse(null, error);
  return error;
}

/** Costs of a document that are remembered, for as many sizes of its lists. */
const MAX_COSTS = 100;

/**
 * The variables that a field is given as an argument: what a field counts is found out from numbers and lengths of lists among its arguments,
 * such as `perPage` and `ids`, and from nothing within them. In the order of the document.
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

/** What documents ask for, remembered by the document and by those of its variables that say how many. */
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
 * The limit on what a document costs: every field says what it counts, lists multiply by the asked part. Checked before anything runs, and
 * not while validating, whose results are remembered for all variables; these are judged first, and only as far as a response tells. What passes
 * is paid for out of the caller's budget, and says so.
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
    const refused = cost > 1 ? await pay(budget, cost) : null;
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
      return { onExecuteDone: ({ result }) => tellCost(result, admitted.cost, budget) };
    },
    async onSubscribe({ args, setResultAndStopExecution }) {
      const admitted = await admit(args as unknown as Execution);
      noteCost(budgetOf(args.contextValue).request.complexity);
      if (admitted.errors.length > 0) setResultAndStopExecution({ errors: admitted.errors });
    },
  };
}
