import type { RevisionGroup } from '../revision/content.types.ts';

/** IDs of accepted services by group ID. */
export type Decision = Readonly<Record<string, readonly number[]>>;

/** Decisions as a word: all services, only essential ones, or those that need no consent. */
export const decisionWords = ['all', 'essentials', 'legitimateInterest'] as const;
export type DecisionWord = (typeof decisionWords)[number];

/** Maximum length as JSON, because a cookie contains the decision. */
const MAX_CHARACTERS = 20_000;
const MAX_ID = 2_147_483_647;
const WHOLE = /^-?\d{1,10}$/;
const NUMBER = /^-?\d{1,10}(?:\.\d+)?$/;

/** Parses an ID and truncates it to an integer. Null for invalid values. */
function idOf(value: unknown): number | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  if (!NUMBER.test(text)) return null;
  // converts -0 to 0
  const id = Math.trunc(Number(text)) + 0;
  return Math.abs(id) <= MAX_ID ? id : null;
}

/** Parses lists of service IDs by group ID in all published forms. Null if invalid. Does not check that the groups exist. */
export function readDecision(given: unknown): Decision | null {
  if (typeof given !== 'object' || given === null) return null;
  const decision: Record<string, number[]> = {};
  for (const [key, services] of Object.entries(given)) {
    const list = typeof services === 'object' && services !== null ? Object.values(services as object).map(idOf) : null;
    if (!WHOLE.test(key) || !list || list.includes(null)) return null;
    decision[key] = list as number[];
  }
  return JSON.stringify(decision).length > MAX_CHARACTERS ? null : decision;
}

/** Returns the decision that a word means for the listed groups. */
export function expandDecision(word: DecisionWord, groups: readonly RevisionGroup[]): Decision {
  const accepted = groups.map(({ id, isEssential, items }) => {
    const services =
      isEssential || word === 'all' ? items : word === 'essentials' ? [] : items.filter(({ legalBasis }) => legalBasis !== 'consent');
    return { id, isKept: isEssential || services.length > 0, services: services.map((service) => service.id) };
  });
  return Object.fromEntries(accepted.filter(({ isKept }) => isKept).map(({ id, services }) => [String(id), services]));
}

/** Returns the JSON that is hashed, stored and sent. An empty object becomes an empty list. */
export function decisionText(decision: Decision): string {
  return Object.keys(decision).length === 0 ? '[]' : JSON.stringify(decision);
}

/** Returns how much of a group was accepted: 0 nothing, 1 some, 2 all. */
export function acceptedShare({ id, items }: RevisionGroup, decision: Decision): 0 | 1 | 2 {
  const accepted = decision[String(id)] ?? [];
  const count = items.filter((item) => accepted.includes(item.id)).length;
  return count === 0 ? 0 : count === items.length ? 2 : 1;
}

/** Returns a line for each accepted group: its name, with a count if only a part was accepted. */
export function decisionLabels(decision: Decision, groups: readonly RevisionGroup[]): string[] {
  return Object.entries(decision).flatMap(([id, services]) => {
    const group = groups.find((one) => String(one.id) === id);
    if (!group || services.length === 0) return [];
    return [services.length === group.items.length ? group.name : `${group.name} (${services.length} / ${group.items.length})`];
  });
}

/**
 * Combines an implied decision with the visitor's earlier explicit one. `all` removes services that they had refused, `essentials` adds those that
 * they had accepted. Never changes the essential group.
 */
export function keepExplicit(
  implied: Decision,
  explicit: Decision,
  groups: readonly RevisionGroup[],
  type: 'all' | 'essentials',
): Decision {
  const kept = groups.flatMap(({ id, isEssential, items }) => {
    const key = String(id);
    const given = implied[key] ?? [];
    if (isEssential) return implied[key] ? [[key, given] as const] : [];
    const before = explicit[key] ?? [];
    const holds = (service: number) =>
      type === 'all' ? given.includes(service) && before.includes(service) : given.includes(service) || before.includes(service);
    const services = items.map((item) => item.id).filter(holds);
    return services.length > 0 ? [[key, services] as const] : [];
  });
  return Object.fromEntries(kept);
}
