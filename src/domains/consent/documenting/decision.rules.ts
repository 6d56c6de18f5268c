import type { RevisionGroup } from '../revision/content.types.ts';

/** Group → the services of it that were accepted. */
export type Decision = Readonly<Record<string, readonly number[]>>;

/** A decision in a word: all services, essential ones alone, or those that need no consent. */
export const decisionWords = ['all', 'essentials', 'legitimateInterest'] as const;
export type DecisionWord = (typeof decisionWords)[number];

/** No decision is longer than this as JSON: it is kept in a cookie as well. */
const MAX_CHARACTERS = 20_000;
const MAX_ID = 2_147_483_647;
const WHOLE = /^-?\d{1,10}$/;
const NUMBER = /^-?\d{1,10}(?:\.\d+)?$/;

/** A number as clients write it, made whole; null for what is not one. */
function idOf(value: unknown): number | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  if (!NUMBER.test(text)) return null;
  // 0 is added for that of -0.5
  const id = Math.trunc(Number(text)) + 0;
  return Math.abs(id) <= MAX_ID ? id : null;
}

/** A map of numbers to lists of numbers, whatever form they came in; null when it is not one. Nobody asks whether the groups exist. */
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

/** What a word means for the groups that visitors are asked about. */
export function expandDecision(word: DecisionWord, groups: readonly RevisionGroup[]): Decision {
  const accepted = groups.map(({ id, isEssential, items }) => {
    const services =
      isEssential || word === 'all' ? items : word === 'essentials' ? [] : items.filter(({ legalBasis }) => legalBasis !== 'consent');
    return { id, isKept: isEssential || services.length > 0, services: services.map((service) => service.id) };
  });
  return Object.fromEntries(accepted.filter(({ isKept }) => isKept).map(({ id, services }) => [String(id), services]));
}

/** The text that is hashed, stored and sent: an empty map is an empty list there. */
export function decisionText(decision: Decision): string {
  return Object.keys(decision).length === 0 ? '[]' : JSON.stringify(decision);
}

/** How much of a group was accepted: 0 nothing, 1 some, 2 all. */
export function acceptedShare({ id, items }: RevisionGroup, decision: Decision): 0 | 1 | 2 {
  const accepted = decision[String(id)] ?? [];
  const count = items.filter((item) => accepted.includes(item.id)).length;
  return count === 0 ? 0 : count === items.length ? 2 : 1;
}

/** A line for each group of which something was accepted: its name, and how much of it where that is not all. */
export function decisionLabels(decision: Decision, groups: readonly RevisionGroup[]): string[] {
  return Object.entries(decision).flatMap(([id, services]) => {
    const group = groups.find((one) => String(one.id) === id);
    if (!group || services.length === 0) return [];
    return [services.length === group.items.length ? group.name : `${group.name} (${services.length} / ${group.items.length})`];
  });
}

/**
 * An implied decision of someone who once decided: `all` leaves out what they had not accepted, `essentials` adds what they had. The essential
 * group is never touched.
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
