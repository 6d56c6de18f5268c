import { type ArgumentNode, type FieldNode, type InlineFragmentNode, Kind, print, type SelectionNode } from 'graphql';

// The selection of a public document as a tree, which is merged and shortened before it is printed.

/** A field of a public document. */
export interface SelectedField {
  name: string;
  args: readonly ArgumentNode[];
  /** Key in the REST response. Null if the value there is different. */
  restKey: string | null;
  /** True if the field contains the returned objects and has no counterpart in the REST response. */
  isContainer: boolean;
  /** Selections of the object. Null for a scalar. */
  selections: SelectionPart[] | null;
}

/** The selection for one of the possible types of an object. */
interface SelectedOnType {
  on: string;
  selections: SelectionPart[];
}

/** A part of a selection. */
export type SelectionPart = SelectedField | SelectedOnType;

const isField = (part: SelectionPart): part is SelectedField => 'name' in part;

const haveSameArguments = (a: SelectedField, b: SelectedField) => a.args.map(print).sort().join() === b.args.map(print).sort().join();

/** Merges equal selections. If fields differ only in their arguments, keeps the first. */
export function mergeSelections(parts: readonly SelectionPart[]): SelectionPart[] {
  const merged: SelectionPart[] = [];
  for (const part of parts) {
    const known = merged.find((other) =>
      isField(other) ? isField(part) && other.name === part.name : !isField(part) && other.on === part.on,
    );
    if (!known) merged.push({ ...part, selections: part.selections && mergeSelections(part.selections) } as SelectionPart);
    else if (!isField(known) || !isField(part) || haveSameArguments(known, part)) {
      if (known.selections && part.selections) known.selections = mergeSelections([...known.selections, ...part.selections]);
      if (isField(known) && isField(part)) known.restKey ??= part.restKey;
    }
  }
  return merged;
}

/** Maximum numbers of values and objects by depth, starting with the returned objects. */
const limits = [
  { values: 14, objects: 6 },
  { values: 6, objects: 2 },
  { values: 4, objects: 1 },
  { values: 3, objects: 0 },
];

/** Fields that identify an object to readers. They are selected first. */
const identifyingFields = new Set([
  'id',
  'databaseId',
  'title',
  'name',
  'slug',
  'status',
  'url',
  'link',
  'totalCount',
  'totalPages',
  'rendered',
]);

/** Shortens a selection to the first values and objects, fewer at each level. */
export function shortenSelection(parts: readonly SelectionPart[], depth = 0): SelectionPart[] {
  const { values, objects } = limits[depth] ?? { values: 2, objects: 0 };
  const leaves = parts.filter((part) => isField(part) && part.selections === null) as SelectedField[];
  const sorted = leaves.toSorted((a, b) => Number(identifyingFields.has(b.name)) - Number(identifyingFields.has(a.name)));
  const chosen = new Set<SelectionPart>(sorted.slice(0, values));
  // other fields next to the container of the returned objects are only counts and values for legacy clients
  let remaining = parts.some((part) => isField(part) && part.isContainer && part.selections) ? 0 : objects;
  const shortened = new Map<SelectionPart, SelectionPart>();
  for (const part of parts) {
    if (part.selections === null) continue;
    const isContainer = isField(part) && part.isContainer;
    const below = shortenSelection(part.selections, isContainer || !isField(part) ? depth : depth + 1);
    if (below.length === 0 || (!isContainer && remaining <= 0)) continue;
    if (!isContainer) remaining -= 1;
    shortened.set(part, { ...part, selections: below });
  }
  return parts.flatMap((part) => (chosen.has(part) ? [part] : (shortened.get(part) ?? [])));
}

/** Counts the selected values. */
export const countValues = (parts: readonly SelectionPart[]): number =>
  parts.reduce((sum, { selections }) => sum + (selections === null ? 1 : countValues(selections)), 0);

/** Converts the tree to the selections of a document. */
export const toSelections = (parts: readonly SelectionPart[]): SelectionNode[] =>
  parts.map((part): FieldNode | InlineFragmentNode =>
    isField(part)
      ? {
          kind: Kind.FIELD,
          name: { kind: Kind.NAME, value: part.name },
          arguments: part.args,
          ...(part.selections && { selectionSet: { kind: Kind.SELECTION_SET, selections: toSelections(part.selections) } }),
        }
      : {
          kind: Kind.INLINE_FRAGMENT,
          typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: part.on } },
          selectionSet: { kind: Kind.SELECTION_SET, selections: toSelections(part.selections) },
        },
  );

/** A step of the path to a value: its keys in both responses. `restKey` is null if the REST response has no such level. */
interface Step {
  graphqlKey: string;
  restKey: string | null;
}

/** Path to a value that both responses contain. */
export type SameValue = readonly Step[];

/** Returns the paths of the values that both responses contain. */
export function findSameValues(parts: readonly SelectionPart[], above: SameValue = []): SameValue[] {
  return parts.flatMap((part) => {
    if (!isField(part) || (!part.isContainer && part.restKey === null)) return [];
    const path = [...above, { graphqlKey: part.name, restKey: part.isContainer ? null : part.restKey }];
    return part.selections === null ? [path] : findSameValues(part.selections, path);
  });
}
