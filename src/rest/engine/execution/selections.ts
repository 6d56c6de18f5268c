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
import { completeWith } from './complete.ts';
import {
  argumentsOf,
  infoOf,
  isPromise,
  locateError,
  type Path,
  type Run,
  type Selected,
  type SelectedFields,
  type Selecting,
  throwAfter,
} from './run.ts';

type Runs = Selected['runs'];
type Data = Record<string, unknown>;
type Found = { nodes: FieldNode[]; runs: Runs[] };

/** The selections of an operation. Each is prepared when the first object of its type is read. */
export class Selections implements Selecting {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  #count = 0;

  constructor(schema: GraphQLSchema, fragments: Readonly<Record<string, FragmentDefinitionNode>>) {
    this.#schema = schema;
    this.#fragments = fragments;
  }

  /** Returns the fields that the selections read of an object of a type, in order. */
  fieldsOf(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): SelectedFields {
    const found = new Map<string, Found>();
    for (const set of sets) this.#collect(type, set.selections, null, found);
    const fields = [...found].map(([key, { nodes, runs }]) => this.#selected(type, key, nodes as [FieldNode, ...FieldNode[]], runs));
    return { fields, blank: Object.fromEntries(fields.flatMap(({ key, runs }) => (runs === null ? [[key, undefined]] : []))) };
  }

  #collect(type: GraphQLObjectType, selections: readonly SelectionNode[], above: Runs, into: Map<string, Found>): void {
    for (const selection of selections) {
      const runs = both(above, runsOf(selection));
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const known = into.get(key);
        if (known) {
          known.nodes.push(selection);
          known.runs.push(runs);
        } else into.set(key, { nodes: [selection], runs: [runs] });
        continue;
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments[selection.name.value] : selection;
      if (fragment && this.#applies(fragment.typeCondition?.name.value, type)) {
        this.#collect(type, fragment.selectionSet.selections, runs, into);
      }
    }
  }

  #applies(condition: string | undefined, type: GraphQLObjectType): boolean {
    if (condition === undefined || condition === type.name) return true;
    const on: GraphQLNamedType | undefined = this.#schema.getType(condition);
    return isAbstractType(on) && this.#schema.isSubType(on, type);
  }

  #selected(parent: GraphQLObjectType, key: string, nodes: readonly [FieldNode, ...FieldNode[]], runs: readonly Runs[]): Selected {
    // fields that are selected twice under different conditions would have to be merged in each run
    if (runs.length > 1 && runs.some((one) => one !== null)) throw new Error(`${parent.name}.${key} is selected twice, under conditions`);
    const name = nodes[0].name.value;
    const field = name === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : parent.getFields()[name];
    if (!field) throw new Error(`${parent.name} has no field ${name}`);
    const takesInfo = field.resolve !== undefined && field.resolve.length > 3;
    const selected: Selected = {
      number: this.#count++,
      key,
      nodes,
      field,
      parent,
      runs: runs[0] ?? null,
      takesInfo,
      isPlain: !takesInfo && isLeafType(getNullableType(field.type)),
      complete: () => undefined,
    };
    selected.complete = completeWith(this, selected, field.type as GraphQLOutputType);
    return selected;
  }

  /** Reads the fields of an object; returns a promise if one of them is one. Throws the first error. */
  read({ fields, blank }: SelectedFields, source: unknown, run: Run, above: Path | undefined): Data | Promise<Data> {
    // at a place that handles objects of all types, a spread would copy key by key
    const data: Data = Object.assign({}, blank);
    let begun: Promise<unknown>[] | undefined;
    for (const field of fields) {
      if (field.runs !== null && !field.runs(run.variables)) continue;
      let value: unknown;
      try {
        value = valueOf(field, source, run, above);
      } catch (thrown) {
        const error = locateError(thrown, field, placeOf(field, above));
        if (begun) return throwAfter(error, begun);
        throw error;
      }
      // the promise reserves the position of its key
      data[field.key] = value;
      if (isPromise(value)) (begun ??= []).push(settledIn(data, field.key, value));
    }
    return begun ? Promise.all(begun).then(() => data) : data;
  }
}

/** Declared outside of the loop over fields, because a closure there would allocate memory for each field. */
async function settledIn(data: Data, key: string, value: Promise<unknown>): Promise<void> {
  data[key] = await value;
}

const placeOf = ({ key, parent }: Selected, above: Path | undefined): Path => ({ prev: above, key, typename: parent.name });

/** Resolves and completes a field of an object; may return a promise. */
function valueOf(selected: Selected, source: unknown, run: Run, above: Path | undefined): unknown {
  const { field, isPlain, complete } = selected;
  // most fields do not use their path
  const path = isPlain ? (above as Path) : placeOf(selected, above);
  const resolved = field.resolve
    ? field.resolve(
        source,
        argumentsOf(selected, run),
        run.context,
        selected.takesInfo ? infoOf(selected, run, path) : (undefined as never),
      )
    : ownValue(selected, source, run, above);
  if (isPromise(resolved)) return completedLater(resolved, selected, run, path, above);
  const completed = complete(resolved, run, path);
  return isPromise(completed) ? locatedLater(completed, selected, above) : completed;
}

async function completedLater(
  resolved: Promise<unknown>,
  selected: Selected,
  run: Run,
  path: Path,
  above: Path | undefined,
): Promise<unknown> {
  try {
    return await selected.complete(await resolved, run, path);
  } catch (thrown) {
    throw locateError(thrown, selected, placeOf(selected, above));
  }
}

async function locatedLater(completed: Promise<unknown>, selected: Selected, above: Path | undefined): Promise<unknown> {
  try {
    return await completed;
  } catch (thrown) {
    throw locateError(thrown, selected, placeOf(selected, above));
  }
}

/** Returns the property with the name of the field. */
function ownValue(selected: Selected, source: unknown, run: Run, above: Path | undefined): unknown {
  const value = (source as Data | null | undefined)?.[selected.field.name];
  if (typeof value !== 'function') return value;
  return value.call(source, argumentsOf(selected, run), run.context, infoOf(selected, run, placeOf(selected, above)));
}

/** Compiles the conditions of @skip and @include; null without any. */
function runsOf(selection: SelectionNode): Runs {
  const given = selection.directives ?? [];
  if (!given.some(({ name: { value } }) => value === 'skip' || value === 'include')) return null;
  return (variables) =>
    getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false;
}

function both(one: Runs, other: Runs): Runs {
  if (one === null) return other;
  return other === null ? one : (variables) => one(variables) && other(variables);
}
