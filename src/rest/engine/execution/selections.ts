import {
  type FieldNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  getNullableType,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  isAbstractType,
  isLeafType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import { prepareCompletion } from './completion.ts';
import {
  getArguments,
  createInfo,
  isPromise,
  locateError,
  type Path,
  type Run,
  type PreparedField,
  type PreparedFields,
  type SelectionReader,
  throwAfter,
} from './run.ts';

type Condition = PreparedField['isIncluded'];
type Data = Record<string, unknown>;
type CollectedField = { nodes: FieldNode[]; conditions: Condition[] };

/** The selections of an operation. Each is prepared when the first object of its type is read. */
export class Selections implements SelectionReader {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  #count = 0;

  constructor(schema: GraphQLSchema, fragments: Readonly<Record<string, FragmentDefinitionNode>>) {
    this.#schema = schema;
    this.#fragments = fragments;
  }

  /** Returns the fields that the selections read from an object of a type, in order. */
  prepareFields(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): PreparedFields {
    const collected = new Map<string, CollectedField>();
    for (const set of sets) this.#collect(type, set.selections, null, collected);
    const fields = [...collected].map(([key, { nodes, conditions }]) =>
      this.#prepare(type, key, nodes as [FieldNode, ...FieldNode[]], conditions),
    );
    return { fields, blank: Object.fromEntries(fields.flatMap(({ key, isIncluded }) => (isIncluded === null ? [[key, undefined]] : []))) };
  }

  #collect(type: GraphQLObjectType, selections: readonly SelectionNode[], outer: Condition, into: Map<string, CollectedField>): void {
    for (const selection of selections) {
      const condition = combineConditions(outer, compileCondition(selection));
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const known = into.get(key);
        if (known) {
          known.nodes.push(selection);
          known.conditions.push(condition);
        } else into.set(key, { nodes: [selection], conditions: [condition] });
        continue;
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments[selection.name.value] : selection;
      if (fragment && this.#applies(fragment.typeCondition?.name.value, type)) {
        this.#collect(type, fragment.selectionSet.selections, condition, into);
      }
    }
  }

  #applies(typeCondition: string | undefined, type: GraphQLObjectType): boolean {
    if (typeCondition === undefined || typeCondition === type.name) return true;
    const on: GraphQLNamedType | undefined = this.#schema.getType(typeCondition);
    return isAbstractType(on) && this.#schema.isSubType(on, type);
  }

  #prepare(
    parent: GraphQLObjectType,
    key: string,
    nodes: readonly [FieldNode, ...FieldNode[]],
    conditions: readonly Condition[],
  ): PreparedField {
    // fields that are selected twice under different conditions would have to be merged in each run
    if (conditions.length > 1 && conditions.some((condition) => condition !== null))
      throw new Error(`${parent.name}.${key} is selected several times, at least once with @skip or @include.`);
    const name = nodes[0].name.value;
    const field = name === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : parent.getFields()[name];
    if (!field) throw new Error(`${parent.name} has no field ${name}`);
    const takesInfo = field.resolve !== undefined && field.resolve.length > 3;
    const selected: PreparedField = {
      number: this.#count++,
      key,
      nodes,
      field,
      parent,
      isIncluded: conditions[0] ?? null,
      takesInfo,
      isPlain: !takesInfo && isLeafType(getNullableType(field.type)),
      complete: () => undefined,
    };
    selected.complete = prepareCompletion(this, selected, field.type as GraphQLOutputType);
    return selected;
  }

  /** Reads the fields of an object. Returns a promise if the value of a field is a promise. Throws the first error. */
  read({ fields, blank }: PreparedFields, source: unknown, run: Run, parentPath: Path | undefined): Data | Promise<Data> {
    // not a spread: in code that handles objects of many shapes, V8 copies a spread key by key
    const data: Data = Object.assign({}, blank);
    let pending: Promise<unknown>[] | undefined;
    for (const field of fields) {
      if (field.isIncluded !== null && !field.isIncluded(run.variables)) continue;
      let value: unknown;
      try {
        value = resolveField(field, source, run, parentPath);
      } catch (thrown) {
        const error = locateError(thrown, field, createPath(field, parentPath));
        if (pending) return throwAfter(error, pending);
        throw error;
      }
      // the promise reserves the position of its key
      data[field.key] = value;
      if (isPromise(value)) (pending ??= []).push(storeLater(data, field.key, value));
    }
    return pending ? Promise.all(pending).then(() => data) : data;
  }
}

/** Stores a value when its promise resolves. Not a closure in the loop over fields, because that would allocate memory for each field. */
async function storeLater(data: Data, key: string, value: Promise<unknown>): Promise<void> {
  data[key] = await value;
}

const createPath = ({ key, parent }: PreparedField, parentPath: Path | undefined): Path => ({
  prev: parentPath,
  key,
  typename: parent.name,
});

/** Resolves and completes a field of an object. May return a promise. */
function resolveField(selected: PreparedField, source: unknown, run: Run, parentPath: Path | undefined): unknown {
  const { field, isPlain, complete } = selected;
  // plain fields do not use their path
  const path = isPlain ? (parentPath as Path) : createPath(selected, parentPath);
  const resolved = field.resolve
    ? field.resolve(
        source,
        getArguments(selected, run),
        run.context,
        selected.takesInfo ? createInfo(selected, run, path) : (undefined as never),
      )
    : readOwnValue(selected, source, run, parentPath);
  if (isPromise(resolved)) return completeLater(resolved, selected, run, path, parentPath);
  const completed = complete(resolved, run, path);
  return isPromise(completed) ? locateLater(completed, selected, parentPath) : completed;
}

async function completeLater(
  resolved: Promise<unknown>,
  selected: PreparedField,
  run: Run,
  path: Path,
  parentPath: Path | undefined,
): Promise<unknown> {
  try {
    return await selected.complete(await resolved, run, path);
  } catch (thrown) {
    throw locateError(thrown, selected, createPath(selected, parentPath));
  }
}

async function locateLater(completed: Promise<unknown>, selected: PreparedField, parentPath: Path | undefined): Promise<unknown> {
  try {
    return await completed;
  } catch (thrown) {
    throw locateError(thrown, selected, createPath(selected, parentPath));
  }
}

/** Returns the property with the name of the field. */
function readOwnValue(selected: PreparedField, source: unknown, run: Run, parentPath: Path | undefined): unknown {
  const value = (source as Data | null | undefined)?.[selected.field.name];
  if (typeof value !== 'function') return value;
  return value.call(source, getArguments(selected, run), run.context, createInfo(selected, run, createPath(selected, parentPath)));
}

/** Compiles the conditions of @skip and @include. Returns null if the selection has neither. */
function compileCondition(selection: SelectionNode): Condition {
  const directives = selection.directives ?? [];
  if (!directives.some(({ name: { value } }) => value === 'skip' || value === 'include')) return null;
  return (variables) =>
    getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false;
}

function combineConditions(first: Condition, second: Condition): Condition {
  if (first === null) return second;
  return second === null ? first : (variables) => first(variables) && second(variables);
}
