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
  validate,
  type ValidationContext,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { costOf, pay, purseOf, rootFields, tellCost } from './graphql-cost.ts';

/** Objects that a document may ask for, page sizes multiplied in. */
const MAX_COST = 100_000;
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
  // an operation of the REST map renames all it selects: whoever reads the map may send it here
  maxAliases: { n: 150, ...limit },
  maxDirectives: { n: 50, ...limit },
  costLimit: { enabled: false },
  blockFieldSuggestion: { enabled: false },
};

const SUGGESTION = / Did you mean .*\?$/s;

/** No error proposes names: suggestions spell the schema out to whoever guesses. */
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
const MOST_ITEMS = 1000;
/** Wrong variables that are told; the rest is not looked at. */
const MOST_ERRORS = 10;

const tooManyItems = () => {
  const error = new GraphQLError(`A list has at most ${MOST_ITEMS} items.`);
  refuse(null, error);
  return error;
};

/** Lists that are written into the document are held to the same number as those in variables. */
function ShortListsRule(context: ValidationContext): ASTVisitor {
  return {
    ListValue({ values }) {
      if (values.length > MOST_ITEMS) context.reportError(tooManyItems());
    },
  };
}

function hasLongList(value: unknown): boolean {
  const open = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    if (Array.isArray(one) && one.length > MOST_ITEMS) return true;
    for (const inner of Object.values(one)) if (typeof inner === 'object' && inner !== null) open.push(inner);
  }
  return false;
}

/** What is wrong with the variables, before anything is made of them. */
function wrongVariables({ schema, document, variableValues, operationName }: Execution): readonly GraphQLError[] {
  if (hasLongList(variableValues)) return [tooManyItems()];
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  if (definitions.length === 0) return [];
  const read = getVariableValues(schema, definitions, (variableValues ?? {}) as Record<string, unknown>, { maxErrors: MOST_ERRORS });
  return read.errors ?? [];
}

/** What a document asks for, and why that is too much. */
interface Judged {
  errors: readonly GraphQLError[];
  complexity: number;
}

function judge({ schema, document, variableValues, contextValue }: Execution): Judged {
  let most = 0;
  const rule = createComplexityRule({
    context: contextValue as object,
    variableValues: (variableValues ?? {}) as Record<string, unknown>,
    validate: ({ complexity, breadth }, report) => {
      most = Math.max(most, complexity);
      if (complexity <= MAX_COST && breadth <= MAX_BREADTH) return;
      const error = new GraphQLError(`The document is too costly: ${complexity} of ${MAX_COST}, ${breadth} of ${MAX_BREADTH} fields.`);
      refuse(null, error);
      report(error);
    },
  });
  return { errors: validate(schema, document, [rule]), complexity: most };
}

const takesVariables = (document: DocumentNode) =>
  document.definitions.some((one) => one.kind === Kind.OPERATION_DEFINITION && (one.variableDefinitions?.length ?? 0) > 0);

/**
 * The limit on what a document costs: every field says what it counts, lists multiply by the asked part. Checked before anything runs, and
 * not while validating, whose results are remembered for all variables; these are judged first, and only as far as an answer tells. What passes
 * is paid for out of the caller's budget, and says so.
 */
export function useCostLimit(): Plugin {
  const known = new WeakMap<DocumentNode, Judged>();
  const judged = (execution: Execution): Judged => {
    const wrong = wrongVariables(execution);
    if (wrong.length > 0) return { errors: wrong, complexity: 0 };
    const one = known.get(execution.document) ?? judge(execution);
    if (!takesVariables(execution.document)) known.set(execution.document, one);
    return one;
  };
  const admit = async (execution: Execution): Promise<{ errors: readonly GraphQLError[]; cost: number }> => {
    const { errors, complexity } = judged(execution);
    const cost = errors.length > 0 ? 1 : costOf(rootFields(execution.document, execution.operationName), complexity);
    if (errors.length > 0 || cost === 1) return { errors, cost };
    const refused = await pay(purseOf(execution.contextValue), cost);
    return { errors: refused ? [refused] : [], cost };
  };
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(ShortListsRule);
    },
    async onExecute({ args, setResultAndStopExecution }) {
      const purse = purseOf(args.contextValue);
      const admitted = await admit(args as Execution);
      if (admitted.errors.length > 0) setResultAndStopExecution({ errors: admitted.errors });
      return { onExecuteDone: ({ result }) => tellCost(result, admitted.cost, purse) };
    },
    async onSubscribe({ args, setResultAndStopExecution }) {
      const admitted = await admit(args as unknown as Execution);
      if (admitted.errors.length > 0) setResultAndStopExecution({ errors: admitted.errors });
    },
  };
}
