import { makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLFieldResolver, GraphQLScalarType, type GraphQLSchema } from 'graphql';
import type { Method } from '../parameters/request.ts';
import type { Plan } from './plan.ts';
import type { Call } from './request.ts';
import type { Variable } from './variables.ts';

/** Context of the façade's root fields. */
export interface FacadeContext {
  call: Call;
}

/** Runs a route with the variables of its operation and returns the body. */
export type ResolveRoute = (call: Call, variables: Record<string, unknown>) => unknown;

/** A root field of the façade, for one method of a route. */
export interface FacadeField {
  /** `Query.<name>` or `Mutation.<name>`. */
  coordinate: string;
  method: Method;
  plan: Plan;
}

/** The schema that sofa serves, with the routes of its fields. */
export interface Facade {
  schema: GraphQLSchema;
  fields: readonly FacadeField[];
}

/** Represents an explicit null, because sofa drops null values. */
export const explicitNull: unique symbol = Symbol('null');

/** Creates a scalar for the values of an input type. The values are already validated. `convert` converts them for the operation. */
const createValueScalar = (name: string, convert: Variable['convert']): GraphQLScalarType =>
  new GraphQLScalarType({
    name,
    // sofa serializes request values, graphql-js parses variables
    serialize: (value) => (value === explicitNull ? null : value),
    parseValue: convert,
  });

const getScalarName = ({ type }: Variable): string => `${type.replaceAll('[', 'ListOf').replace(/[\]!]/g, '')}_Value`;

type RootResolver = GraphQLFieldResolver<unknown, FacadeContext, Record<string, unknown>>;

/**
 * Returns the façade of routes. Each method of a route becomes a root field whose arguments are the variables of the operation and whose resolver is
 * `resolve`. Bodies are JSON, because sofa expands object types recursively and does not stop at cycles.
 */
export function createFacade(plans: readonly Plan[], resolve: ResolveRoute): Facade {
  const scalars: Record<string, GraphQLScalarType> = {};
  const roots: Record<'Query' | 'Mutation', string[]> = { Query: ['_marquee: Boolean'], Mutation: [] };
  const resolvers: Record<'Query' | 'Mutation', Record<string, RootResolver>> = { Query: {}, Mutation: {} };
  const fields: FacadeField[] = [];
  plans.forEach((plan, number) => {
    for (const variable of plan.variables)
      scalars[getScalarName(variable)] ??= createValueScalar(getScalarName(variable), variable.convert);
    const declared = plan.variables.map((variable) => `${variable.name}: ${getScalarName(variable)}`).join(', ');
    const parent = plan.methods.includes('GET') ? 'Query' : 'Mutation';
    for (const method of plan.methods) {
      const name = `${method.toLowerCase()}${plan.path.replace(/[^A-Za-z0-9]+/g, '_')}_${number}`;
      roots[parent].push(`${name}${declared && `(${declared})`}: JSON`);
      resolvers[parent][name] = (_root, variables, { call }) => resolve(call, variables);
      fields.push({ coordinate: `${parent}.${name}`, method, plan });
    }
  });
  const types = Object.entries(roots).filter(([, lines]) => lines.length > 0);
  const schema = makeExecutableSchema<FacadeContext>({
    typeDefs: [
      'scalar JSON',
      ...Object.keys(scalars).map((name) => `scalar ${name}`),
      ...types.map(([name, lines]) => `type ${name} {\n${lines.join('\n')}\n}`),
    ].join('\n'),
    resolvers: { ...scalars, ...Object.fromEntries(Object.entries(resolvers).filter(([, ofType]) => Object.keys(ofType).length > 0)) },
    // the schema is not shared, and copying its types would take four times as long
    updateResolversInPlace: true,
    assumeValid: true,
    noLocation: true,
  });
  return { schema, fields };
}
