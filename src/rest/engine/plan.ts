import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { once } from '../../core/async/once.ts';
import { type ArgumentReader, compileArguments } from '../parameters/read.ts';
import type { ArgumentDeclaration } from '../parameters/declaration.ts';
import { declare } from '../parameters/words.ts';
import { executable } from './executable.ts';
import { type Execution, prepareExecution } from './execution/execution.ts';
import type { AskedFields } from '../answers/fields-filter.ts';
import { compileLinks, type LinkBuilder, type LinkScope } from '../answers/links.ts';
import type { Operations } from './operations.ts';
import { compileTemplate, reader } from '../answers/templates.ts';
import { neededKeys } from './needed-keys.ts';
import { segmentsOf, type Segment } from './paths.ts';
import {
  areForEverybody,
  type ArgumentChecks,
  compileArgumentChecks,
  compilePermits,
  type Permits,
  type RootField,
  rootFieldsOf,
} from './permissions.ts';
import { compileShaper, type Shape, shapeAt, type Shaper, shapeOfOperation } from '../answers/shape.ts';
import type { Answer, EngineRun, NamespaceTable, PublishedFailures, Row, RouteOptions } from '../rows/row.ts';
import type { Method } from '../parameters/request.ts';
import { documentInContext, documentWithFields, hasContexts } from './variants.ts';
import {
  compileVariables,
  parametersByArgument,
  parametersByVariable,
  type Variable,
  type Variables,
  variablesTogether,
} from './variables.ts';

/** What a route needs of a request to run: its operation in that context with those fields, and how the result becomes a body. */
export interface Variant {
  document: DocumentNode;
  run: Execution;
  /** By response key of the root field that was executed; an operation may choose among several. */
  shapers: ReadonlyMap<string, Shaper | null>;
  /** Of root fields that are plain values: what is still done to them. */
  changes: ReadonlyMap<string, Shaper>;
  /** Shapes the `effective` values that a page's addresses repeat. */
  effective: Shaper | null;
}

/** The part of a route that runs GraphQL, prepared once. */
export interface OperationPlan {
  name: string;
  operation: OperationDefinitionNode;
  /** Everything the operation selects, contexts not applied. */
  shape: Shape;
  itemShape: Shape | null;
  itemPath: readonly string[];
  variables: Variables;
  /** Parameters by path of the root fields' arguments, and by variable. */
  parameterOf: ReadonlyMap<string, string>;
  parameterOfVariable: ReadonlyMap<string, string>;
  roots: readonly RootField[];
  permits: Permits;
  checks: ArgumentChecks | null;
  variant(contextName: string, asked: AskedFields | null): Variant;
}

/** One route, prepared: everything that does not change between requests. Its operation and the reader of its parameters are when they are first looked at. */
export interface Plan {
  namespace: string;
  /** The route is the site's own, of no namespace. */
  isSites: boolean;
  methods: readonly Method[];
  /** Path below the REST root. */
  path: string;
  segments: readonly Segment[];
  /** The path with its places filled, for addresses. */
  address(segments: Record<string, string>): string;
  /** Its responses for visitors may be kept and sent to others. */
  cachesResponses: boolean;
  declared: readonly ArgumentDeclaration[];
  /** Names of parameters that are read though nothing publishes them. */
  undocumented: readonly string[];
  readonly read: ArgumentReader;
  readonly runs: EngineRun | OperationPlan;
  answer: Answer;
  options: RouteOptions;
  /** Headers of responses to those who are signed in. */
  signedInHeaders: readonly (readonly [name: string, value: string])[];
  /** What is published for failures, by their code: the route's words before those of its namespace. */
  failures: PublishedFailures;
  links: LinkBuilder | null;
  /** The status where a value of the response decides it. */
  status: ((answered: Record<string, unknown>) => number) | null;
  headers: readonly (readonly [name: string, build: (values: Record<string, unknown>) => string])[];
  /** The variables of its operation, and of the others that a parameter may choose. */
  readonly variables: readonly Variable[];
  /** The route with another operation, by the value of the parameter that chooses it. */
  forms: ReadonlyMap<string, Plan>;
  /** Response keys that links and headers read: never left out of the selection by `_fields`. */
  needed: ReadonlySet<string>;
}

/** Whether a route runs a GraphQL operation and is not served by the engine itself. */
export function isOperation(runs: Plan['runs']): runs is OperationPlan {
  return 'operation' in runs;
}

/** Whether the route writes, also one whose published method is GET. */
export function isWrite({ runs }: Plan): boolean {
  return isOperation(runs) && runs.operation.operation === 'mutation';
}

/** Whether the route runs other requests. */
export function isBatch({ runs }: Plan): boolean {
  return !isOperation(runs) && runs.engine === 'batch';
}

/** Whether a route asks nobody who they are: its permissions look at neither arguments nor caller. */
export function isForEverybody({ runs }: Plan): boolean {
  return !isOperation(runs) || areForEverybody(runs.roots);
}

/** Names of parameters by argument path, once the route is known. */
export function parameterOf(plan: Plan | undefined): ReadonlyMap<string, string> | undefined {
  return plan && isOperation(plan.runs) ? plan.runs.parameterOf : undefined;
}

/** What a route returns, in one word. */
export function kindOfResponse({ runs, answer }: Plan): 'list' | 'item' | 'value' | 'index' | 'document' {
  if (!isOperation(runs)) return runs.engine === 'index' ? 'index' : 'document';
  return answer.kind === 'page' || answer.kind === 'list' ? 'list' : answer.kind;
}

/** The statuses that a route may return with success. */
export function statusesOf({ runs, options: { status = 200 } }: Plan): number[] {
  if (!isOperation(runs) && runs.engine === 'batch') return [207];
  return typeof status === 'number' ? [status] : [...new Set([...Object.values(status.named), status.otherwise])];
}

const VARIANTS = 500;

interface OperationRow {
  name: string;
  parameters: readonly string[];
  answer: Answer;
  options: RouteOptions;
  segments: readonly Segment[];
  /** The route in words, for errors. */
  where: string;
}

function planOperation(
  schema: GraphQLSchema,
  operations: Operations,
  { name, parameters, answer, options, segments, where }: OperationRow,
  restUrl: string,
): OperationPlan {
  const document = operations.get(name);
  const { operation, shape } = shapeOfOperation(schema, document);
  const roots = rootFieldsOf(schema, operation, where);
  const root = roots[0]?.node;
  if (!root) throw new Error(`${where}: operation ${name} selects nothing`);
  const below = [...(answer.at ?? []), ...(answer.kind === 'list' || answer.kind === 'page' ? ['nodes'] : [])];
  const itemPath = [root.alias?.value ?? root.name.value, ...below];
  const parameterOf = parametersByArgument(
    roots.map((r) => r.node),
    parameters,
  );
  const places = new Set([...parameterOf].flatMap(([argument, name]) => (segments.some((one) => one.name === name) ? [argument] : [])));
  const { always, links } = neededKeys(answer, options);
  const dependsOnContext = hasContexts(document);
  // made for the first request: it takes its room at once, and most routes of a start are not asked for soon
  let cache: LRUCache<string, Variant> | undefined;

  const build = (contextName: string, asked: AskedFields | null): Variant => {
    let chosen = dependsOnContext ? documentInContext(document, contextName) : document;
    if (asked) {
      const keep = new Set([...asked.keys(), ...always]);
      if (asked.has('_links') || asked.has('_embedded')) for (const key of links) keep.add(key);
      chosen = documentWithFields(chosen, itemPath, keep);
    }
    const { shape: whole } = shapeOfOperation(schema, chosen);
    const shaperAt = (path: readonly string[]) => {
      const found = shapeAt(whole, path);
      return found ? compileShaper(found, restUrl) : null;
    };
    const shapers = new Map(whole.fields.map((field) => [field.from, shaperAt([field.from, ...below])] as const));
    const changes = new Map(
      whole.fields.flatMap(({ from, child, words: { change } }) =>
        child === null && change ? [[from, (value: unknown) => change(value, restUrl)] as const] : [],
      ),
    );
    const runs = executable(schema, chosen);
    return {
      document: runs,
      run: prepareExecution(schema, runs),
      shapers,
      changes,
      effective: shaperAt([...itemPath.slice(0, -1), 'effective']),
    };
  };
  return {
    name,
    operation,
    shape,
    itemPath,
    itemShape: shapeAt(shape, itemPath),
    variables: compileVariables(schema, operation, parameters, where),
    parameterOf,
    parameterOfVariable: parametersByVariable(operation, parameters),
    roots,
    permits: compilePermits(schema, operation, roots, places),
    checks: compileArgumentChecks(schema, operation, roots),
    variant(contextName, asked) {
      const key = `${dependsOnContext ? contextName : ''} ${asked ? [...asked.keys()].sort().join() : '*'}`;
      cache ??= new LRUCache({ max: VARIANTS });
      let variant = cache.get(key);
      if (!variant) cache.set(key, (variant = build(contextName, asked)));
      return variant;
    },
  };
}

function addressOf(path: string): Plan['address'] {
  const fill = compileTemplate(path);
  return (segments) => fill(Object.fromEntries(Object.entries(segments).map(([name, value]) => [name, encodeURIComponent(value)])));
}

function statusOf(status: RouteOptions['status']): Plan['status'] {
  if (typeof status !== 'object') return null;
  const { by, named, otherwise } = status;
  const read = reader(by);
  return (answered) => named[String(read(answered))] ?? otherwise;
}

/** The path of a route below the REST root: the namespace's name first, unless the route says it itself. */
export function pathOf(table: NamespaceTable, below: string): string {
  return table.name === '' || below.startsWith(`/${table.name}`) ? below : `/${table.name}${below === '/' ? '' : below}`;
}

/** Prepares now what of a route waits for its first request; throws where that cannot work. */
export function prepareNow(plan: Plan): void {
  void plan.read;
  void plan.variables;
  void plan.runs;
}

/** Prepares one route but for its operation and the reader of its parameters, which throw when they are looked at and cannot work. */
export function planRoute(schema: GraphQLSchema, operations: Operations, table: NamespaceTable, row: Row, scope: LinkScope): Plan {
  const [methods, below, fields, runs, answer, options = {}] = row;
  const path = pathOf(table, below);
  const where = `${methods[0]} ${path}`;
  const declared = declare(fields);
  const segments = segmentsOf(path, table.options);
  const all = [...declared, ...declare(options.undocumentedParams ?? {})];
  const parameters = [...new Set([...all.map((d) => d.name), ...segments.map((s) => s.name)])];
  const operation = once(() =>
    typeof runs === 'string'
      ? planOperation(schema, operations, { name: runs, parameters, answer, options, segments, where }, scope.restUrl)
      : null,
  );
  const { always, links } = neededKeys(answer, options);
  const { chosenBy, fieldsBy: _ofTheList, ...ofForms } = options;
  const forms = Object.entries(chosenBy?.forms ?? {}).map(([value, [name, answered]]) => {
    return [value, planRoute(schema, operations, table, [methods, below, fields, name, answered, ofForms], scope)] as const;
  });
  const read = once(() => compileArguments(all));
  const variables = once(() =>
    variablesTogether([operation()?.variables.declared ?? [], ...forms.map(([, form]) => form.variables)], where),
  );
  return {
    namespace: table.name,
    isSites: table.options.ofTheSite === true,
    methods,
    path,
    segments,
    address: addressOf(path),
    cachesResponses: options.cachesResponses ?? table.options.cachesResponses ?? true,
    declared,
    undocumented: Object.keys(options.undocumentedParams ?? {}),
    get read() {
      return read();
    },
    get runs() {
      return operation() ?? (runs as EngineRun);
    },
    answer,
    options,
    signedInHeaders: Object.entries(table.options.signedInHeaders ?? {}),
    failures: { ...table.options.failures, ...options.failures },
    links: answer.links ? compileLinks(answer.links, scope) : null,
    status: statusOf(options.status),
    headers: Object.entries(options.headers ?? {}).map(([name, template]) => [name, compileTemplate(template)] as const),
    get variables() {
      return variables();
    },
    forms: new Map(forms),
    needed: new Set([...always, ...links]),
  };
}
