import type { GraphQLArmorConfig } from '@escape.tech/graphql-armor-types';
import { createComplexityRule } from '@pothos/plugin-complexity';
import { GraphQLError, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Objects that a document may ask for, page sizes multiplied in. */
const MAX_COST = 20_000;
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
  maxAliases: { n: 60, ...limit },
  maxDirectives: { n: 50, ...limit },
  costLimit: { enabled: false },
  blockFieldSuggestion: { enabled: true },
};

interface Asked {
  params?: { variables?: Record<string, unknown> | null; operationName?: string | null };
}

/** The limit on what a document costs: every field says what it counts, lists multiply by the asked page. Checked before anything runs. */
export function useCostLimit(): Plugin {
  return {
    onValidate({ params: { schema, documentAST }, context }) {
      return ({ valid, setResult }) => {
        if (!valid) return;
        const { params } = context as Asked;
        const rule = createComplexityRule({
          context: context as object,
          variableValues: params?.variables ?? {},
          validate: ({ complexity, breadth }, report) => {
            if (complexity <= MAX_COST && breadth <= MAX_BREADTH) return;
            const error = new GraphQLError(`The document is too costly: ${complexity} of ${MAX_COST}, ${breadth} of ${MAX_BREADTH} fields.`);
            refuse(null, error);
            report(error);
          },
        });
        const errors = validate(schema, documentAST, [rule]);
        if (errors.length > 0) setResult([...errors]);
      };
    },
  };
}
