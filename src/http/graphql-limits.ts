import type { GraphQLArmorConfig } from '@escape.tech/graphql-armor-types';
import { createComplexityRule } from '@pothos/plugin-complexity';
import { type DocumentNode, type ExecutionArgs, GraphQLError, Kind, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';

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

type Execution = Pick<ExecutionArgs, 'schema' | 'document' | 'variableValues' | 'contextValue'>;

function tooCostly({ schema, document, variableValues, contextValue }: Execution): readonly GraphQLError[] {
  const rule = createComplexityRule({
    context: contextValue as object,
    variableValues: (variableValues ?? {}) as Record<string, unknown>,
    validate: ({ complexity, breadth }, report) => {
      if (complexity <= MAX_COST && breadth <= MAX_BREADTH) return;
      const error = new GraphQLError(`The document is too costly: ${complexity} of ${MAX_COST}, ${breadth} of ${MAX_BREADTH} fields.`);
      refuse(null, error);
      report(error);
    },
  });
  return validate(schema, document, [rule]);
}

const takesVariables = (document: DocumentNode) =>
  document.definitions.some((one) => one.kind === Kind.OPERATION_DEFINITION && (one.variableDefinitions?.length ?? 0) > 0);

/**
 * The limit on what a document costs: every field says what it counts, lists multiply by the asked part. Checked before anything runs, and
 * not while validating, whose results are remembered for all variables.
 */
export function useCostLimit(): Plugin {
  const known = new WeakMap<DocumentNode, readonly GraphQLError[]>();
  const errorsOf = (execution: Execution) => {
    const errors = known.get(execution.document) ?? tooCostly(execution);
    if (!takesVariables(execution.document)) known.set(execution.document, errors);
    return errors;
  };
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const errors = errorsOf(args as Execution);
      if (errors.length > 0) setResultAndStopExecution({ errors });
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const errors = errorsOf(args as unknown as Execution);
      if (errors.length > 0) setResultAndStopExecution({ errors });
    },
  };
}
