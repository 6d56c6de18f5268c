import { makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLFieldResolver, GraphQLScalarType, type GraphQLSchema } from 'graphql';
import type { Method } from '../parameters/request.ts';
import type { Plan } from './plan.ts';
import type { Call } from './request.ts';
import type { Variable } from './variables.ts';

/** What a root field of the façade resolves with. */
export interface FacadeContext {
  call: Call;
}

/** Runs a route with the variables of its operation and returns the body. */
export type ResolveRoute = (call: Call, variables: Record<string, unknown>) => unknown;

/** A root field of the façade: one method of one route. */
export interface FacadeField {
  /** `Query.<name>` or `Mutation.<name>`. */
  coordinate: string;
  method: Method;
  plan: Plan;
}

/** The schema that sofa serves, with the routes behind its fields. */
export interface Facade {
  schema: GraphQLSchema;
  fields: readonly FacadeField[];
}

/** Stands for an explicit null on its way through sofa, which drops null as not given. */
export const explicitNull: unique symbol = Symbol('null');

/** A scalar for the values of one input type, which were decoded and validated before: `convert` makes of them what the operation takes. */
const valueScalar = (name: string, convert: Variable['convert']): GraphQLScalarType =>
  new GraphQLScalarType({
    name,
    // sofa serializes what it finds in a request, graphql-js parses the variables
    serialize: (value) => (value === explicitNull ? null : value),
    parseValue: convert,
  });

const scalarName = ({ type }: Variable): string => `${type.replaceAll('[', 'ListOf').replace(/[\]!]/g, '')}_Value`;

type RootResolver = GraphQLFieldResolver<unknown, FacadeContext, Record<string, unknown>>;

/**
 * Returns the façade of some routes: a root field per method and route, its arguments the variables of the route's operation, its resolver `resolve`.
 * Bodies are JSON: sofa expands object types recursively and does not stop at cycles.
 */
export function facadeOf(plans: readonly Plan[], resolve: ResolveRoute): Facade {
  const scalars: Record<string, GraphQLScalarType> = {};
  const roots: Record<'Query' | 'Mutation', string[]> = { Query: ['_marquee: Boolean'], Mutation: [] };
  const resolvers: Record<'Query' | 'Mutation', Record<string, RootResolver>> = { Query: {}, Mutation: {} };
  const fields: FacadeField[] = [];
  plans.forEach((plan, number) => {
    for (const variable of plan.variables) scalars[scalarName(variable)] ??= valueScalar(scalarName(variable), variable.convert);
    const declared = plan.variables.map((variable) => `${variable.name}: ${scalarName(variable)}`).join(', ');
    const parent = plan.methods.includes('GET') ? 'Query' : 'Mutation';
    for (const method of plan.methods) {
      const name = `${method.toLowerCase()}${plan.path.replace(/[^A-Za-z0-9]+/g, '_')}_${number}`;
      roots[parent].push(`${name}${declared && `(${declared})`}: JSON`);
      resolvers[parent][name] = (_root, variables, { call }) => resolve(call, variables);
      fields.push({ coordinate: `${parent}.${name}`, method, plan });
    }
  });
  const types = Object.entries(roots).filter(([, own]) => own.length > 0);
  const schema = makeExecutableSchema<FacadeContext>({
    typeDefs: [
      'scalar JSON',
      ...Object.keys(scalars).map((name) => `scalar ${name}`),
      ...types.map(([name, own]) => `type ${name} {\n${own.join('\n')}\n}`),
    ].join('\n'),
    resolvers: { ...scalars, ...Object.fromEntries(Object.entries(resolvers).filter(([, own]) => Object.keys(own).length > 0)) },
    // nobody else has the schema: a copy of each type for its resolvers would take four times as long
    updateResolversInPlace: true,
    assumeValid: true,
    noLocation: true,
  });
  return { schema, fields };
}
