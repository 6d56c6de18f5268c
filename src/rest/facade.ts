import { makeExecutableSchema } from '@graphql-tools/schema';
import { getNamedType, type GraphQLOutputType, type GraphQLSchema, isEnumType, isListType, isNonNullType, isScalarType } from 'graphql';
import { useSofa } from 'sofa-api';
import { isOperation, type Plan } from './plan.ts';
import type { Shape } from './shape.ts';

/** Runs one prepared row and answers the body. */
export type RunRow = (contextValue: unknown, plan: Plan) => Promise<unknown>;

/** A row as sofa-api mounts it. */
export interface RestHandler {
  (serverContext: object): Promise<Response>;
}

/** Result types of the façade: trees, one type per place, so that sofa's expansion of them ends. */
class FacadeTypes {
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

/**
 * The façade schema: one root field per row, its arguments the operation's variables, its type computed from what the operation selects.
 * Rows that the engine answers itself have a JSON field.
 */
export function facadeSchema(plans: readonly Plan[]): GraphQLSchema {
  const types = new FacadeTypes();
  const roots: Record<'Query' | 'Mutation', string[]> = { Query: [], Mutation: [] };
  for (const plan of plans) {
    let result = 'JSON';
    let variables = '';
    if (isOperation(plan.runs)) {
      const [root] = plan.runs.shape.fields;
      if (root) result = types.output(root.type, root.child, `T_${plan.id}`).replace(/!$/, '');
      const declared = (plan.runs.operation.variableDefinitions ?? []).map((d) => `${d.variable.name.value}: JSON`);
      if (declared.length > 0) variables = `(${declared.join(', ')})`;
    }
    roots[plan.methods.includes('GET') ? 'Query' : 'Mutation'].push(`  ${plan.id}${variables}: ${result}`);
  }
  const sdl = ['scalar JSON', ...types.sdl, `type Query {\n${['  _marquee: Boolean', ...roots.Query].join('\n')}\n}`];
  if (roots.Mutation.length > 0) sdl.push(`type Mutation {\n${roots.Mutation.join('\n')}\n}`);
  return makeExecutableSchema({ typeDefs: sdl, assumeValid: true });
}

/** sofa's handlers take a request; ours carry everything in the server context, decoded and validated before. */
const emptyRequest = { url: '/', params: {}, body: null };

/**
 * Has sofa-api turn the rows into request handlers. Each runs `run` for its row: the values of the request are decoded and validated before
 * and travel in the context, because sofa's own argument step knows neither the published types nor their errors.
 */
export function mountRows(plans: readonly Plan[], run: RunRow, onErrors: (errors: readonly Error[]) => Response): Map<string, RestHandler> {
  const byField = new Map(plans.map((plan) => [plan.id, plan]));
  const routes = Object.fromEntries(
    plans.map((plan) => [
      `${plan.methods.includes('GET') ? 'Query' : 'Mutation'}.${plan.id}`,
      { method: plan.methods[0] as 'GET', path: `/${plan.id}`, responseStatus: (plan.options.status ?? 200) as 200 },
    ]),
  );
  const sofa = useSofa({
    basePath: '/',
    schema: facadeSchema(plans),
    routes,
    context: (serverContext: unknown) => serverContext,
    errorHandler: (errors: readonly Error[]) => onErrors(errors),
    execute: async (args: { document: import('graphql').DocumentNode; contextValue?: unknown }) => {
      const [definition] = args.document.definitions;
      const selection = definition?.kind === 'OperationDefinition' ? definition.selectionSet.selections[0] : undefined;
      const field = selection?.kind === 'Field' ? selection.name.value : '';
      const plan = byField.get(field);
      if (!plan) throw new Error(`No row behind ${field}`);
      return { data: { [field]: await run(args.contextValue, plan) } };
    },
  } as never) as unknown as {
    __routes: { method: string; path: string; handler: (request: object, context: object) => Promise<Response> }[];
  };

  const handlers = new Map<string, RestHandler>();
  for (const { path, handler } of sofa.__routes) {
    const id = path.replace(/^\//, '');
    // `/webhook` routes would let a caller make the server send requests anywhere: they are not mounted
    if (byField.has(id)) handlers.set(id, (serverContext) => handler(emptyRequest, serverContext));
  }
  return handlers;
}
