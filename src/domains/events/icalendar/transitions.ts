import { localToInstant, type Zone } from '#app/core/time/zone.ts';
import { wallToMs, type WallTime } from '#app/core/time/wall-time.ts';

/** A change of a zone's offset. */
export interface Transition {
  /** First millisecond of the new offset. */
  at: number;
  /** Milliseconds ahead of UTC. */
  from: number;
  to: number;
}

/** No zone changes twice within it. */
const STEP_MS = 86_400_000;

function exactly(zone: Zone, before: number, after: number): number {
  const from = zone.offsetAt(before);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zone.offsetAt(middle) === from) low = middle;
    else high = middle;
  }
  return high;
}

/** The changes of a zone's offset between two moments, in their order. */
export function transitionsOf(zone: Zone, fromMs: number, untilMs: number): Transition[] {
  if (zone.fixed) return [];
  const found: Transition[] = [];
  for (let at = fromMs; at < untilMs; at += STEP_MS) {
    const [from, to] = [zone.offsetAt(at), zone.offsetAt(at + STEP_MS)];
    if (from !== to) found.push({ at: exactly(zone, at, at + STEP_MS), from, to });
  }
  return found;
}

/** Whether the zone's clocks show the wall time exactly once, at the instant: neither in a skipped hour nor in one that comes twice. */
export function isPlainTime(wall: WallTime, instant: number, zone: Zone): boolean {
  const local = wallToMs(wall);
  if (localToInstant(local, zone) !== instant) return false;
  const offsets = new Set([zone.offsetAt(local - STEP_MS), zone.offsetAt(local + STEP_MS)]);
  return [...offsets].filter((offset) => zone.offsetAt(local - offset) === offset).length === 1;
}
