import type { GroupInRevision } from '../revision/content.types.ts';

/** IDs of accepted services by group ID. */
export type Decision = Readonly<Record<string, readonly number[]>>;

/** Words that stand for a decision: all services, only essential ones, or those that need no consent. */
export const decisionWords = ['all', 'essentials', 'legitimateInterest'] as const;
export type DecisionWord = (typeof decisionWords)[number];

/** Maximum length of a decision as JSON. Limited because a cookie contains it. */
const MAX_CHARACTERS = 20_000;
const MAX_ID = 2_147_483_647;
const INTEGER_TEXT = /^-?\d{1,10}$/;
const NUMBER_TEXT = /^-?\d{1,10}(?:\.\d+)?$/;

/** Parses an ID and truncates it to an integer. Null for invalid values. */
function parseId(value: unknown): number | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  if (!NUMBER_TEXT.test(text)) return null;
  // converts -0 to 0
  const id = Math.trunc(Number(text)) + 0;
  return Math.abs(id) <= MAX_ID ? id : null;
}

/** Parses service IDs by group ID, as numbers or strings. Returns null if they are invalid. Does not check that the groups exist. */
export function parseDecision(input: unknown): Decision | null {
  if (typeof input !== 'object' || input === null) return null;
  const decision: Record<string, number[]> = {};
  for (const [key, services] of Object.entries(input)) {
    const ids = typeof services === 'object' && services !== null ? Object.values(services as object).map(parseId) : null;
    if (!INTEGER_TEXT.test(key) || !ids || ids.includes(null)) return null;
    decision[key] = ids as number[];
  }
  return JSON.stringify(decision).length > MAX_CHARACTERS ? null : decision;
}

/** Returns the decision that a word stands for, as service IDs of the given groups. */
export function expandDecision(word: DecisionWord, groups: readonly GroupInRevision[]): Decision {
  const accepted = groups.map(({ id, isEssential, items }) => {
    const services =
      isEssential || word === 'all' ? items : word === 'essentials' ? [] : items.filter(({ legalBasis }) => legalBasis !== 'consent');
    return { id, isIncluded: isEssential || services.length > 0, services: services.map((service) => service.id) };
  });
  return Object.fromEntries(accepted.filter(({ isIncluded }) => isIncluded).map(({ id, services }) => [String(id), services]));
}

/** Returns the JSON of a decision for hashes, the database and clients. An empty decision becomes `[]`, as in PHP. */
export function serializeDecision(decision: Decision): string {
  return Object.keys(decision).length === 0 ? '[]' : JSON.stringify(decision);
}

/** Returns 0 if no service of the group was accepted, 1 for some, 2 for all. */
export function getAcceptedShare({ id, items }: GroupInRevision, decision: Decision): 0 | 1 | 2 {
  const accepted = decision[String(id)] ?? [];
  const count = items.filter((item) => accepted.includes(item.id)).length;
  return count === 0 ? 0 : count === items.length ? 2 : 1;
}

/** Returns a label for each accepted group: its name, with a count if only some services were accepted. */
export function listDecisionLabels(decision: Decision, groups: readonly GroupInRevision[]): string[] {
  return Object.entries(decision).flatMap(([id, services]) => {
    const group = groups.find((candidate) => String(candidate.id) === id);
    if (!group || services.length === 0) return [];
    return [services.length === group.items.length ? group.name : `${group.name} (${services.length} / ${group.items.length})`];
  });
}

/**
 * Combines an implied decision with the visitor's earlier explicit decision. The type `all` removes services that the visitor had refused. The type
 * `essentials` adds services that the visitor had accepted. Never changes the essential group.
 */
export function mergeExplicitDecision(
  implied: Decision,
  explicit: Decision,
  groups: readonly GroupInRevision[],
  type: 'all' | 'essentials',
): Decision {
  const merged = groups.flatMap(({ id, isEssential, items }) => {
    const key = String(id);
    const impliedIds = implied[key] ?? [];
    if (isEssential) return implied[key] ? [[key, impliedIds] as const] : [];
    const explicitIds = explicit[key] ?? [];
    const isAccepted = (service: number) =>
      type === 'all'
        ? impliedIds.includes(service) && explicitIds.includes(service)
        : impliedIds.includes(service) || explicitIds.includes(service);
    const services = items.map((item) => item.id).filter(isAccepted);
    return services.length > 0 ? [[key, services] as const] : [];
  });
  return Object.fromEntries(merged);
}
