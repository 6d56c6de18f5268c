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
import { recordCost } from '../core/logging/request-facts.ts';
import {
  computeIntrospectionComplexity,
  computeRequestCost,
  chargeBudget,
  type CostBudget,
  getBudget,
  getRootFields,
  reportCost,
} from './graphql-cost.ts';

/** Maximum complexity of a request's documents in objects, with page sizes multiplied. The limit of visitors is the cost of thirty lists of ten. */
const MAX_COMPLEXITY = 100_000;
const MAX_COMPLEXITY_OF_VISITORS = 15_000;
/** Maximum number of selected fields. The fields of a fragment count at each place where it is spread. */
const MAX_BREADTH = 800;

/** Sets the status 400 for documents that exceed a limit, regardless of the media type that the client accepts. */
function markAsRefusal(_context: unknown, error: GraphQLError): void {
  Object.assign(error.extensions, { code: 'graphql_limit_exceeded', http: { status: 400 } });
}
const rejection = { onReject: [markAsRefusal] };

/** Limits on the form of documents, checked before the execution. */
export const graphqlLimits: GraphQLArmorConfig = {
  maxTokens: { n: 4000, ...rejection },
  maxDepth: { n: 12, ignoreIntrospection: true, ...rejection },
  // operations of the REST map, which clients may send here too, rename all their fields
  maxAliases: { n: 150, ...rejection },
  maxDirectives: { n: 50, ...rejection },
  costLimit: { enabled: false },
  blockFieldSuggestion: { enabled: false },
};

const SUGGESTION = / Did you mean .*\?$/s;

/** Plugin that removes suggested names from errors, because they reveal the schema to clients that guess names. For sites without introspection. */
export function useNoSuggestions(): Plugin {
  return {
    onExecutionResult({ result }) {
      for (const part of [result].flat()) {
        if (!part || !('errors' in part)) continue;
        for (const error of part.errors ?? []) if (SUGGESTION.test(error.message)) error.message = error.message.replace(SUGGESTION, '');
      }
    },
  };
}

type Execution = Pick<ExecutionArgs, 'schema' | 'document' | 'variableValues' | 'contextValue' | 'operationName'>;

/** Maximum number of items of a list in variables or in a document. */
export const MAX_ITEMS = 1000;
/** Maximum number of reported errors of variables. Further variables are not checked. */
const MAX_ERRORS = 10;

/** Creates the refusal of a list that exceeds the maximum. */
export const createTooManyItems = (): GraphQLError => {
  const error = new GraphQLError(`A list may have at most ${MAX_ITEMS} items.`);
  markAsRefusal(null, error);
  return error;
};

/** Validation rule that limits the items of lists in the document. */
function ShortListsRule(context: ValidationContext): ASTVisitor {
  return {
    ListValue({ values }) {
      if (values.length > MAX_ITEMS) context.reportError(createTooManyItems());
    },
  };
}

function hasLongList(value: unknown): boolean {
  const open = [value];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    if (typeof current !== 'object' || current === null) continue;
    if (Array.isArray(current) && current.length > MAX_ITEMS) return true;
    for (const inner of Object.values(current)) if (typeof inner === 'object' && inner !== null) open.push(inner);
  }
  return false;
}

/** Returns the errors of the variables before they are used. */
function findVariableErrors({ schema, document, variableValues, operationName }: Execution): readonly GraphQLError[] {
  if (hasLongList(variableValues)) return [createTooManyItems()];
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  if (definitions.length === 0) return [];
  const { errors = [] } = getVariableValues(schema, definitions, (variableValues ?? {}) as Record<string, unknown>, {
    maxErrors: MAX_ERRORS,
  });
  // graphql-js does not set a code
  for (const { extensions } of errors) extensions['code'] ??= 'BAD_USER_INPUT';
  return errors;
}

/** Size of a document: its complexity in objects, and its number of selected fields. */
type DocumentSize = Record<'complexity' | 'breadth', number>;

function computeSize({ schema, document, variableValues, contextValue }: Execution): DocumentSize {
  const size: DocumentSize = { complexity: 0, breadth: 0 };
  const rule = createComplexityRule({
    context: contextValue as object,
    variableValues: (variableValues ?? {}) as Record<string, unknown>,
    validate: ({ complexity, breadth }) => {
      size.complexity = Math.max(size.complexity, complexity);
      size.breadth = Math.max(size.breadth, breadth);
    },
  });
  validate(schema, document, [rule]);
  return size;
}

/** Adds the complexity of a document to that of the request. Returns the refusal if a limit is exceeded, otherwise null. */
function addSize({ complexity, breadth }: DocumentSize, { request }: CostBudget, viewer: Viewer): GraphQLError | null {
  const maxComplexity = viewer.signedIn ? MAX_COMPLEXITY : MAX_COMPLEXITY_OF_VISITORS;
  request.complexity += complexity;
  if (request.complexity <= maxComplexity && breadth <= MAX_BREADTH) return null;
  const error = new GraphQLError(
    `The request is too expensive: complexity ${request.complexity} of at most ${maxComplexity}, ${breadth} of at most ${MAX_BREADTH} fields.`,
  );
  markAsRefusal(null, error);
  return error;
}

/** Maximum number of cached sizes per document, one for each combination of page sizes and list lengths. */
const MAX_SIZES = 100;

/**
 * Returns the variables that may affect the complexity, in document order: arguments of fields with a computed complexity. It depends only on numbers
 * and the lengths of lists, such as `perPage` and `ids`, and not on nested values.
 */
function findSizeVariables({ schema, document }: Execution): string[] {
  const names = new Set<string>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ arguments: args }) {
        if (typeof types.getFieldDef()?.extensions['complexity'] !== 'function') return;
        for (const { value } of args ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
      },
    }),
  );
  return [...names];
}

function describeLength(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  return typeof value === 'number' || value === null || value === undefined ? String(value) : '';
}

/** Returns a function that computes the size of documents. It caches sizes by document and by the variables that affect them. */
function createSizeCache(): (execution: Execution) => DocumentSize {
  const cache = new WeakMap<DocumentNode, { variables: string[]; sizes: Map<string, DocumentSize> }>();
  return (execution) => {
    const { document, operationName, variableValues } = execution;
    const entry = cache.get(document) ?? { variables: findSizeVariables(execution), sizes: new Map<string, DocumentSize>() };
    cache.set(document, entry);
    const key = [operationName ?? '', ...entry.variables.map((name) => describeLength(variableValues?.[name]))].join();
    const cached = entry.sizes.get(key);
    if (cached) return cached;
    if (entry.sizes.size >= MAX_SIZES) entry.sizes.clear();
    const size = computeSize(execution);
    entry.sizes.set(key, size);
    return size;
  };
}

/**
 * Plugin that limits the cost of documents: every field has a cost, and lists multiply it by their page size. It runs before the execution and not
 * during the validation, because the results of the validation are cached for all variables. Variables are checked first. The cost of accepted
 * documents is deducted from the caller's budget and reported.
 */
export function useCostLimit(): Plugin {
  const getSize = createSizeCache();
  const checkCost = async (execution: Execution): Promise<{ errors: readonly GraphQLError[]; cost: number }> => {
    const variableErrors = findVariableErrors(execution);
    if (variableErrors.length > 0) return { errors: variableErrors, cost: 1 };
    const { document, operationName, contextValue } = execution;
    const size = getSize(execution);
    const { budget, viewer } = contextValue as Context & { budget: CostBudget };
    const roots = getRootFields(document, operationName);
    const complexity = Math.max(size.complexity, computeIntrospectionComplexity(roots));
    const excess = addSize({ ...size, complexity }, budget, viewer);
    if (excess) return { errors: [excess], cost: 1 };
    const cost = computeRequestCost(roots, complexity);
    const refused = cost > 1 ? await chargeBudget(budget, cost) : null;
    return { errors: refused ? [refused] : [], cost };
  };
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(ShortListsRule);
    },
    async onExecute({ args, setResultAndStopExecution }) {
      const budget = getBudget(args.contextValue);
      const checked = await checkCost(args as Execution);
      recordCost(budget.request.complexity);
      if (checked.errors.length > 0) setResultAndStopExecution({ errors: checked.errors });
      return { onExecuteDone: ({ result }) => reportCost(result, checked.cost, budget) };
    },
    async onSubscribe({ args, setResultAndStopExecution }) {
      const checked = await checkCost(args as unknown as Execution);
      recordCost(getBudget(args.contextValue).request.complexity);
      if (checked.errors.length > 0) setResultAndStopExecution({ errors: checked.errors });
    },
  };
}
