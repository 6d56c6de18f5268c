import { type ArgumentNode, type FieldNode, type InlineFragmentNode, Kind, print, type SelectionNode } from 'graphql';

// What a public document selects, as a tree: it is merged and cut before it is written down.

/** A field of a public document. */
export interface SelectedField {
  name: string;
  args: readonly ArgumentNode[];
  /** Its key in the old response; null where the old value is another one. */
  old: string | null;
  /** It leads to the returned objects: the old response has nothing in its place. */
  isContainer: boolean;
  /** Null = a plain value. */
  below: Selected[] | null;
}

/** What is selected of some of the types that an object may be of. */
export interface SelectedOn {
  on: string;
  below: Selected[];
}

/** A part of a selection. */
export type Selected = SelectedField | SelectedOn;

const isField = (one: Selected): one is SelectedField => 'name' in one;

const sameArguments = (one: SelectedField, other: SelectedField) =>
  one.args.map(print).sort().join() === other.args.map(print).sort().join();

/** Puts together what selects the same; of fields that only differ in their arguments the first one stays. */
export function merged(parts: readonly Selected[]): Selected[] {
  const kept: Selected[] = [];
  for (const part of parts) {
    const known = kept.find((one) => (isField(one) ? isField(part) && one.name === part.name : !isField(part) && one.on === part.on));
    if (!known) kept.push({ ...part, below: part.below && merged(part.below) } as Selected);
    else if (!isField(known) || !isField(part) || sameArguments(known, part)) {
      if (known.below && part.below) known.below = merged([...known.below, ...part.below]);
      if (isField(known) && isField(part)) known.old ??= part.old;
    }
  }
  return kept;
}

/** How much is shown of the returned objects, and of objects within them. */
const most = [
  { values: 14, objects: 6 },
  { values: 6, objects: 2 },
  { values: 4, objects: 1 },
  { values: 3, objects: 0 },
];

/** Values by which people know a thing. */
const telling = new Set(['id', 'databaseId', 'title', 'name', 'slug', 'status', 'url', 'link', 'totalCount', 'totalPages', 'rendered']);

/** The selection cut to what one reads with ease: of the returned objects the first values and objects, of what is within them fewer. */
export function cut(parts: readonly Selected[], depth = 0): Selected[] {
  const { values, objects } = most[depth] ?? { values: 2, objects: 0 };
  const leaves = parts.filter((one) => isField(one) && one.below === null) as SelectedField[];
  const chosen = new Set<Selected>(leaves.toSorted((a, b) => Number(telling.has(b.name)) - Number(telling.has(a.name))).slice(0, values));
  // beside what leads to the returned objects stand counts, and what only old clients want to hear again
  let room = parts.some((one) => isField(one) && one.isContainer && one.below) ? 0 : objects;
  const cutParts = new Map<Selected, Selected>();
  for (const one of parts) {
    if (one.below === null) continue;
    const isContainer = isField(one) && one.isContainer;
    const below = cut(one.below, isContainer || !isField(one) ? depth : depth + 1);
    if (below.length === 0 || (!isContainer && room <= 0)) continue;
    if (!isContainer) room -= 1;
    cutParts.set(one, { ...one, below });
  }
  return parts.flatMap((one) => (chosen.has(one) ? [one] : (cutParts.get(one) ?? [])));
}

/** How many values are selected. */
export const size = (parts: readonly Selected[]): number => parts.reduce((sum, one) => sum + (one.below === null ? 1 : size(one.below)), 0);

/** The selection as a document has it. */
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

/** A step on the way to a value: its name below `data`, and its key in the old response; null = a step that the old response does not have. */
export interface Step {
  shown: string;
  old: string | null;
}

/** A value that both responses have: the way to it. */
export type SameValue = readonly Step[];

/** The values that both responses have. */
export function sameValues(parts: readonly Selected[], above: SameValue = []): SameValue[] {
  return parts.flatMap((one) => {
    if (!isField(one) || (!one.isContainer && one.old === null)) return [];
    const way = [...above, { shown: one.name, old: one.isContainer ? null : one.old }];
    return one.below === null ? [way] : sameValues(one.below, way);
  });
}
