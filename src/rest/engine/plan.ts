import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { once } from '../../core/async/once.ts';
import { type ArgumentReader, compileArguments } from '../parameters/read.ts';
import type { ArgumentDeclaration } from '../parameters/declaration.ts';
import { declare } from '../parameters/field-types.ts';
import { optimizeDocument } from './optimize-document.ts';
import { type Execution, prepareExecution } from './execution/execution.ts';
import type { RequestedFields } from '../response/fields-filter.ts';
import { compileLinks, type LinkBuilder, type LinkScope } from '../response/links.ts';
import { withInputMembers } from './input-members.ts';
import type { Operations } from './operations.ts';
import { compileTemplate, compileReader } from '../response/templates.ts';
import { findNeededKeys } from './needed-keys.ts';
import { compilePath, getFullPath, readSegments, type Segment } from './paths.ts';
import {
  arePublic,
  type ArgumentChecks,
  compileArgumentChecks,
  compilePermissionCheck,
  type PermissionCheck,
  type RootField,
  getRootFields,
} from './permissions.ts';
import { compileShaper, type Shape, findShape, type Shaper, createOperationShape } from '../response/shape.ts';
import { expandMethods } from '../routes/route.ts';
import type { ResponseFormat, EngineRun, NamespaceTable, PublishedFailures, RouteDefinition, RouteOptions } from '../routes/route.ts';
import type { Method } from '../parameters/request.ts';
import { selectContext, selectDocumentFields, hasContexts } from './variants.ts';
import {
  compileVariables,
  indexParametersByArgument,
  indexParametersByVariable,
  type Variable,
  type Variables,
  mergeVariables,
} from './variables.ts';

/** A route's operation for one context and one set of fields, ready to run, and the conversion of its result to a body. */
export interface Variant {
  document: DocumentNode;
  run: Execution;
  /** Shapers by response key of the executed root field. An operation may select one of several root fields. */
  shapers: ReadonlyMap<string, Shaper | null>;
  /** Conversions of root fields with scalar values, by response key. */
  changes: ReadonlyMap<string, Shaper>;
  /** Shapes the `effective` parameter values that the URLs of a page contain. Null if they need no conversion. */
  effective: Shaper | null;
}

/** The GraphQL part of a route, prepared once. */
export interface OperationPlan {
  name: string;
  /** The operation and its fragments. */
  document: DocumentNode;
  operation: OperationDefinitionNode;
  /** Everything that the operation selects, in all contexts. */
  shape: Shape;
  itemShape: Shape | null;
  itemPath: readonly string[];
  variables: Variables;
  /** Parameters by path of the root fields' arguments. */
  parameterByArgument: ReadonlyMap<string, string>;
  /** Parameters by name of the operation's variables. */
  parameterByVariable: ReadonlyMap<string, string>;
  roots: readonly RootField[];
  isPermitted: PermissionCheck;
  checkArguments: ArgumentChecks | null;
  getVariant(contextName: string, fields: RequestedFields | null): Variant;
}

/** A prepared route: everything that does not change between requests. `read`, `runs` and `variables` are prepared on first access. */
export interface Plan {
  namespace: string;
  /** True if the route belongs to the site itself and to no namespace. */
  isOfSite: boolean;
  methods: readonly Method[];
  /** Path below the REST root, with `{name}` for each segment. */
  path: string;
  segments: readonly Segment[];
  /** Returns the path with these segment values. */
  fillPath(segments: Record<string, string>): string;
  /** True if responses for visitors may be cached and sent to other visitors. */
  cachesResponses: boolean;
  declared: readonly ArgumentDeclaration[];
  /** Names of undocumented parameters. */
  undocumented: readonly string[];
  readonly read: ArgumentReader;
  readonly runs: EngineRun | OperationPlan;
  response: ResponseFormat;
  options: RouteOptions;
  signedInHeaders: readonly (readonly [name: string, value: string])[];
  /** Published failures by code. Failures of the route override failures of its namespace. */
  failures: PublishedFailures;
  links: LinkBuilder | null;
  /** Returns the status if a value of the response decides it. */
  status: ((source: Record<string, unknown>) => number) | null;
  headers: readonly (readonly [name: string, build: (values: Record<string, unknown>) => string])[];
  /** The variables of the operation and of the alternatives that a parameter may select. */
  readonly variables: readonly Variable[];
  /** Alternatives of the route with another operation, by value of the parameter that selects them. */
  alternatives: ReadonlyMap<string, Plan>;
  /** Response keys that links and headers need. `_fields` never excludes them. */
  neededKeys: ReadonlySet<string>;
}

/** True if the route runs a GraphQL operation. False if the engine itself serves it. */
export function isOperation(runs: Plan['runs']): runs is OperationPlan {
  return 'operation' in runs;
}

/** True if the route writes, even if its published method is GET. */
export function isWrite({ runs }: Plan): boolean {
  return isOperation(runs) && runs.operation.operation === 'mutation';
}

/** True if the route runs a batch of requests. */
export function isBatch({ runs }: Plan): boolean {
  return !isOperation(runs) && runs.engine === 'batch';
}

/** True if the permissions of a route depend on neither arguments nor caller. */
export function isPublic({ runs }: Plan): boolean {
  return !isOperation(runs) || arePublic(runs.roots);
}

/** Returns the parameters by argument path, or undefined if there is no route or it runs no operation. */
export function getParameterByArgument(plan: Plan | undefined): ReadonlyMap<string, string> | undefined {
  return plan && isOperation(plan.runs) ? plan.runs.parameterByArgument : undefined;
}

/** Returns the kind of a route's response, for cache policies. */
export function getResponseKind({ runs, response }: Plan): 'list' | 'item' | 'value' | 'index' | 'document' {
  if (!isOperation(runs)) return runs.engine === 'index' ? 'index' : 'document';
  return response.kind === 'page' || response.kind === 'list' ? 'list' : response.kind;
}

/** Maximum number of cached variants of a route. */
const MAX_VARIANTS = 500;

interface OperationRoute {
  name: string;
  parameters: readonly string[];
  response: ResponseFormat;
  options: RouteOptions;
  segments: readonly Segment[];
  members: NamespaceTable['options']['inputMembers'];
  /** Method and path of the route, for error messages. */
  where: string;
}

function planOperation(
  schema: GraphQLSchema,
  operations: Operations,
  { name, parameters, response, options, segments, members, where }: OperationRoute,
  restUrl: string,
): OperationPlan {
  const document = withInputMembers(schema, operations.get(name), parameters, members);
  const { operation, shape } = createOperationShape(schema, document);
  const roots = getRootFields(schema, operation, where);
  const root = roots[0]?.node;
  if (!root) throw new Error(`${where}: operation ${name} selects nothing`);
  const pathInRoot = [...(response.at ?? []), ...(response.kind === 'list' || response.kind === 'page' ? ['nodes'] : [])];
  const itemPath = [root.alias?.value ?? root.name.value, ...pathInRoot];
  const parameterByArgument = indexParametersByArgument(
    roots.map(({ node }) => node),
    parameters,
  );
  const pathArguments = new Set(
    [...parameterByArgument].flatMap(([argument, name]) => (segments.some((segment) => segment.name === name) ? [argument] : [])),
  );
  const { always, links } = findNeededKeys(response, options);
  const dependsOnContext = hasContexts(document);
  // created on the first request: the cache allocates all its memory at once, and most routes are not called soon after a start
  let cache: LRUCache<string, Variant> | undefined;

  const buildVariant = (contextName: string, fields: RequestedFields | null): Variant => {
    let selected = dependsOnContext ? selectContext(document, contextName) : document;
    if (fields) {
      const keep = new Set([...fields.keys(), ...always]);
      if (fields.has('_links') || fields.has('_embedded')) for (const key of links) keep.add(key);
      selected = selectDocumentFields(selected, itemPath, keep);
    }
    const { shape: variantShape } = createOperationShape(schema, selected);
    const compileShaperAt = (path: readonly string[]) => {
      const partShape = findShape(variantShape, path);
      return partShape ? compileShaper(partShape, restUrl) : null;
    };
    const shapers = new Map(
      variantShape.fields.map((field) => [field.responseKey, compileShaperAt([field.responseKey, ...pathInRoot])] as const),
    );
    const changes = new Map(
      variantShape.fields.flatMap(({ responseKey, child, directives: { convert } }) =>
        child === null && convert ? [[responseKey, (value: unknown) => convert(value, restUrl)] as const] : [],
      ),
    );
    const optimized = optimizeDocument(schema, selected);
    return {
      document: optimized,
      run: prepareExecution(schema, optimized),
      shapers,
      changes,
      effective: compileShaperAt([...itemPath.slice(0, -1), 'effective']),
    };
  };
  return {
    name,
    document,
    operation,
    shape,
    itemPath,
    itemShape: findShape(shape, itemPath),
    variables: compileVariables(schema, operation, parameters, where),
    parameterByArgument,
    parameterByVariable: indexParametersByVariable(operation, parameters),
    roots,
    isPermitted: compilePermissionCheck(schema, operation, roots, pathArguments),
    checkArguments: compileArgumentChecks(schema, operation, roots),
    getVariant(contextName, fields) {
      const key = `${dependsOnContext ? contextName : ''} ${fields ? [...fields.keys()].sort().join() : '*'}`;
      cache ??= new LRUCache({ max: MAX_VARIANTS });
      let variant = cache.get(key);
      if (!variant) cache.set(key, (variant = buildVariant(contextName, fields)));
      return variant;
    },
  };
}

function compileStatus(status: RouteOptions['status']): Plan['status'] {
  if (typeof status !== 'object') return null;
  const { by, statuses, fallback } = status;
  const read = compileReader(by);
  return (source) => statuses[String(read(source))] ?? fallback;
}

/** Prepares the lazy parts of a route at once. Throws if they are invalid. */
export function prepareEagerly(plan: Plan): void {
  void plan.read;
  void plan.variables;
  void plan.runs;
}

/** Prepares a route. Its operation and parameters are prepared on first access, which throws if they are invalid. */
export function planRoute(
  schema: GraphQLSchema,
  operations: Operations,
  table: NamespaceTable,
  route: RouteDefinition,
  scope: LinkScope,
): Plan {
  const [methods, pathInNamespace, fields, runs, response, options = {}] = route;
  const path = getFullPath(table, pathInNamespace);
  const where = `${expandMethods(methods)[0]} ${path}`;
  const declared = declare(fields);
  const segments = readSegments(path, table.options);
  const readable = [...declared, ...declare(options.undocumentedParams ?? {})];
  const parameters = [...new Set([...readable, ...segments].map(({ name }) => name))];
  const members = table.options.inputMembers;
  const operation = once(() =>
    typeof runs === 'string'
      ? planOperation(schema, operations, { name: runs, parameters, response, options, segments, members, where }, scope.restUrl)
      : null,
  );
  const { always, links } = findNeededKeys(response, options);
  const { alternatives, ...formOptions } = options;
  const forms = Object.entries(alternatives?.forms ?? {}).map(([value, [name, format]]) => {
    return [value, planRoute(schema, operations, table, [methods, pathInNamespace, fields, name, format, formOptions], scope)] as const;
  });
  const read = once(() => compileArguments(readable));
  const variables = once(() => mergeVariables([operation()?.variables.declared ?? [], ...forms.map(([, form]) => form.variables)], where));
  return {
    namespace: table.name,
    isOfSite: table.options.isOfSite === true,
    methods: expandMethods(methods),
    path,
    segments,
    fillPath: compilePath(path),
    cachesResponses: options.cachesResponses ?? table.options.cachesResponses ?? true,
    declared,
    undocumented: Object.keys(options.undocumentedParams ?? {}),
    get read() {
      return read();
    },
    get runs() {
      return operation() ?? (runs as EngineRun);
    },
    response,
    options,
    signedInHeaders: Object.entries(table.options.signedInHeaders ?? {}),
    failures: { ...table.options.failures, ...options.failures },
    links: response.links ? compileLinks(response.links, scope) : null,
    status: compileStatus(options.status),
    headers: Object.entries(options.headers ?? {}).map(([name, template]) => [name, compileTemplate(template)] as const),
    get variables() {
      return variables();
    },
    alternatives: new Map(forms),
    neededKeys: new Set([...always, ...links]),
  };
}
