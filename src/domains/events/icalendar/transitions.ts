import { localToInstant, type Zone } from '#app/core/time/zone.ts';
import { wallToMs, type WallTime } from '#app/core/time/wall-time.ts';

/** A change of a zone's offset. */
export interface Transition {
  /** First millisecond of the new offset. */
  at: number;
  /** Old and new offset, in milliseconds ahead of UTC. */
  from: number;
  to: number;
}

/** Step of the search. No zone changes its offset twice within it. */
const STEP_MS = 86_400_000;

/** Returns the first millisecond of the new offset between two moments with different offsets. */
function findChange(zone: Zone, before: number, after: number): number {
  const from = zone.getOffset(before);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zone.getOffset(middle) === from) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns the changes of a zone's offset between two moments, in order. */
export function listTransitions(zone: Zone, fromMs: number, untilMs: number): Transition[] {
  if (zone.isFixed) return [];
  const transitions: Transition[] = [];
  for (let at = fromMs; at < untilMs; at += STEP_MS) {
    const [from, to] = [zone.getOffset(at), zone.getOffset(at + STEP_MS)];
    if (from !== to) transitions.push({ at: findChange(zone, at, at + STEP_MS), from, to });
  }
  return transitions;
}

/** True if the wall time occurs exactly once in the zone, at this instant: it is neither skipped nor repeated. */
export function occursExactlyOnce(wall: WallTime, instant: number, zone: Zone): boolean {
  const local = wallToMs(wall);
  if (localToInstant(local, zone) !== instant) return false;
  const offsets = new Set([zone.getOffset(local - STEP_MS), zone.getOffset(local + STEP_MS)]);
  return [...offsets].filter((offset) => zone.getOffset(local - offset) === offset).length === 1;
}
