import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  getNamedType,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  GraphQLScalarType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { isOperation, type Plan } from './plan.ts';
import type { Call } from './request.ts';
import type { Shape } from '../answers/shape.ts';
import type { Method } from '../parameters/request.ts';
import type { Variable } from './variables.ts';

/** Runs a row with the variables that sofa made of the request, and answers the body. */
export type RunRow = (call: Call, variables: Record<string, unknown>) => Promise<unknown>;

/** What a root field of the façade resolves with. */
export interface FacadeContext {
  call: Call;
}

/** A root field of the façade: one method of one row. */
export interface FacadeField {
  /** `Query.<name>` or `Mutation.<name>`. */
  coordinate: string;
  method: Method;
  plan: Plan;
}

/** The schema that sofa looks at, with the rows behind its fields. */
export interface Facade {
  schema: GraphQLSchema;
  fields: readonly FacadeField[];
}

/** What stands for an explicit null on its way through sofa, which drops null as not given. */
export const explicitNull: unique symbol = Symbol('null');

/** Result types of the façade: trees, one type per place, so that sofa's expansion of them ends. */
class ResultTypes {
  readonly sdl: string[] = [];

  output(type: GraphQLOutputType, shape: Shape | null, name: string): string {
    if (isNonNullType(type)) return `${this.output(type.ofType, shape, name)}!`;
    if (isListType(type)) return `[${this.output(type.ofType, shape, name)}]`;
    const named = getNamedType(type);
    if (shape && shape.fields.length > 0) return this.object(shape, name);
    if (isEnumType(named)) return 'String';
    return isScalarType(named) && ['Int', 'Float', 'String', 'Boolean', 'ID'].includes(named.name) ? named.name : 'JSON';
  }

  object(shape: Shape, name: string): string {
    const fields = shape.fields.map((field) => `  ${field.from}: ${this.output(field.type, field.child, `${name}_${field.from}`)}`);
    this.sdl.push(`type ${name} {\n${fields.join('\n')}\n}`);
    return name;
  }
}

/** Types of the façade's arguments: a scalar for each input type of the schema, which makes of a decoded value what the operation takes. */
class ArgumentTypes {
  readonly #byName = new Map<string, Variable['convert']>();

  name({ type, convert }: Variable): string {
    const name = `${type.replaceAll('[', 'ListOf').replace(/[\]!]/g, '')}_Value`;
    this.#byName.set(name, convert);
    return name;
  }

  get sdl(): string[] {
    return [...this.#byName.keys()].map((name) => `scalar ${name}`);
  }

  /** sofa has the scalar of an argument serialise what was sent. */
  get resolvers(): Record<string, GraphQLScalarType> {
    return Object.fromEntries(
      [...this.#byName].map(([name, convert]) => [
        name,
        new GraphQLScalarType({ name, serialize: (value) => (value === explicitNull ? null : convert(value)) }),
      ]),
    );
  }
}

type RootResolver = GraphQLFieldResolver<unknown, FacadeContext, Record<string, unknown>>;

/**
 * The façade of some rows: a root field per method and row, its arguments the variables of the row's operation, its type computed from what the
 * operation selects, its resolver `run` with the row. Rows that the engine answers itself have a JSON field.
 */
export function facadeOf(plans: readonly Plan[], run: RunRow): Facade {
  const results = new ResultTypes();
  const given = new ArgumentTypes();
  const roots: Record<'Query' | 'Mutation', string[]> = { Query: ['_marquee: Boolean'], Mutation: [] };
  const resolvers: Record<'Query' | 'Mutation', Record<string, RootResolver>> = { Query: {}, Mutation: {} };
  const fields: FacadeField[] = [];
  plans.forEach((plan, number) => {
    const [root] = isOperation(plan.runs) ? plan.runs.shape.fields : [];
    const result = root ? results.output(root.type, root.child, `T${number}`).replace(/!$/, '') : 'JSON';
    const declared = plan.variables.map((variable) => `${variable.name}: ${given.name(variable)}`);
    const parent = plan.methods.includes('GET') ? 'Query' : 'Mutation';
    for (const method of plan.methods) {
      const name = `${method.toLowerCase()}${plan.path.replace(/[^A-Za-z0-9]+/g, '_')}_${number}`;
      roots[parent].push(`${name}${declared.length > 0 ? `(${declared.join(', ')})` : ''}: ${result}`);
      resolvers[parent][name] = (_root, variables, { call }) => run(call, variables);
      fields.push({ coordinate: `${parent}.${name}`, method, plan });
    }
  });
  const types = Object.entries(roots).flatMap(([name, own]) => (own.length > 0 ? [`type ${name} {\n${own.join('\n')}\n}`] : []));
  const schema = makeExecutableSchema<FacadeContext>({
    typeDefs: ['scalar JSON', ...given.sdl, ...results.sdl, ...types].join('\n'),
    resolvers: { ...given.resolvers, ...Object.fromEntries(Object.entries(resolvers).filter(([, own]) => Object.keys(own).length > 0)) },
    // nobody else has the schema: a copy of each type for its resolvers would take four times as long
    updateResolversInPlace: true,
    assumeValid: true,
    noLocation: true,
  });
  return { schema, fields };
}
