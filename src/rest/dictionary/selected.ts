import { type ArgumentNode, type FieldNode, type InlineFragmentNode, Kind, print, type SelectionNode } from 'graphql';

// The selection of a public document as a tree, which is merged and shortened before it is printed.

/** A field of a public document. */
export interface SelectedField {
  name: string;
  args: readonly ArgumentNode[];
  /** Key in the old response; null if its value there is different. */
  old: string | null;
  /** True if the field leads to the returned objects and has no counterpart in the old response. */
  isContainer: boolean;
  /** Null = a scalar. */
  below: Selected[] | null;
}

/** The selection for one of the possible types of an object. */
export interface SelectedOn {
  on: string;
  below: Selected[];
}

/** A part of a selection. */
export type Selected = SelectedField | SelectedOn;

const isField = (one: Selected): one is SelectedField => 'name' in one;

const sameArguments = (one: SelectedField, other: SelectedField) =>
  one.args.map(print).sort().join() === other.args.map(print).sort().join();

/** Merges equal selections. Of fields that only differ in their arguments, the first one stays. */
export function mergeSelections(parts: readonly Selected[]): Selected[] {
  const kept: Selected[] = [];
  for (const part of parts) {
    const known = kept.find((one) => (isField(one) ? isField(part) && one.name === part.name : !isField(part) && one.on === part.on));
    if (!known) kept.push({ ...part, below: part.below && mergeSelections(part.below) } as Selected);
    else if (!isField(known) || !isField(part) || sameArguments(known, part)) {
      if (known.below && part.below) known.below = mergeSelections([...known.below, ...part.below]);
      if (isField(known) && isField(part)) known.old ??= part.old;
    }
  }
  return kept;
}

/** Maximum numbers of values and objects by depth, starting with the returned objects. */
const most = [
  { values: 14, objects: 6 },
  { values: 6, objects: 2 },
  { values: 4, objects: 1 },
  { values: 3, objects: 0 },
];

/** Fields that identify an object to readers, which are shown first. */
const telling = new Set(['id', 'databaseId', 'title', 'name', 'slug', 'status', 'url', 'link', 'totalCount', 'totalPages', 'rendered']);

/** Shortens a selection to the first values and objects, fewer at each level. */
export function shortenSelection(parts: readonly Selected[], depth = 0): Selected[] {
  const { values, objects } = most[depth] ?? { values: 2, objects: 0 };
  const leaves = parts.filter((one) => isField(one) && one.below === null) as SelectedField[];
  const chosen = new Set<Selected>(leaves.toSorted((a, b) => Number(telling.has(b.name)) - Number(telling.has(a.name))).slice(0, values));
  // the fields beside the container of the returned objects are only counts and values for legacy clients
  let room = parts.some((one) => isField(one) && one.isContainer && one.below) ? 0 : objects;
  const cutParts = new Map<Selected, Selected>();
  for (const one of parts) {
    if (one.below === null) continue;
    const isContainer = isField(one) && one.isContainer;
    const below = shortenSelection(one.below, isContainer || !isField(one) ? depth : depth + 1);
    if (below.length === 0 || (!isContainer && room <= 0)) continue;
    if (!isContainer) room -= 1;
    cutParts.set(one, { ...one, below });
  }
  return parts.flatMap((one) => (chosen.has(one) ? [one] : (cutParts.get(one) ?? [])));
}

/** Counts the selected values. */
export const countValues = (parts: readonly Selected[]): number =>
  parts.reduce((sum, one) => sum + (one.below === null ? 1 : countValues(one.below)), 0);

/** Converts the tree to the selections of a document. */
export const asSelections = (parts: readonly Selected[]): SelectionNode[] =>
  parts.map((one): FieldNode | InlineFragmentNode =>
    isField(one)
      ? {
          kind: Kind.FIELD,
          name: { kind: Kind.NAME, value: one.name },
          arguments: one.args,
          ...(one.below && { selectionSet: { kind: Kind.SELECTION_SET, selections: asSelections(one.below) } }),
        }
      : {
          kind: Kind.INLINE_FRAGMENT,
          typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: one.on } },
          selectionSet: { kind: Kind.SELECTION_SET, selections: asSelections(one.below) },
        },
  );

/** A step of the path to a value: its name below `data` and its key in the old response; null = no such level in the old response. */
export interface Step {
  shown: string;
  old: string | null;
}

/** Path to a value that both responses contain. */
export type SameValue = readonly Step[];

/** Returns the paths of the values that both responses contain. */
export function sameValues(parts: readonly Selected[], above: SameValue = []): SameValue[] {
  return parts.flatMap((one) => {
    if (!isField(one) || (!one.isContainer && one.old === null)) return [];
    const way = [...above, { shown: one.name, old: one.isContainer ? null : one.old }];
    return one.below === null ? [way] : sameValues(one.below, way);
  });
}
