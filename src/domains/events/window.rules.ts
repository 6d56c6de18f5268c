import { parseTime } from '#app/core/time/spoken-time.ts';
import { type WallTime, wallToMs } from '#app/core/time/wall-time.ts';
import { localToInstant, toUtc, toWallTime, type Zone } from '#app/core/time/zone.ts';
import type { Moment } from './times.rules.ts';

/** Bounds of a list of events, as callers give them (events.md 2.5.1). */
export interface GivenBounds {
  startsFrom?: Moment | null | undefined;
  endsUntil?: Moment | null | undefined;
  startsBefore?: Moment | null | undefined;
  startsAfter?: Moment | null | undefined;
  endsBefore?: Moment | null | undefined;
  endsAfter?: Moment | null | undefined;
}

/** Name of a bound as callers say it. */
export type BoundName = keyof GivenBounds;

/** A bound in effect: the instant that is compared, and what the site's clocks show then. */
export interface Bound {
  instant: Date;
  wall: WallTime;
}

/** The bounds in effect; what is absent does not limit. */
export type Bounds = Partial<Record<BoundName, Bound>>;

/** What a window is decided from. */
export interface WindowQuestion {
  given: GivenBounds;
  /** Bounds widen to whole days: the first one to the beginning of its day, all others to the end of theirs. */
  wholeDays: boolean;
  /** Without any bound: from yesterday on, for two years. */
  usesDefaults: boolean;
  siteZone: Zone;
  now: Date;
}

export const boundNames: readonly BoundName[] = ['startsFrom', 'endsUntil', 'startsBefore', 'startsAfter', 'endsBefore', 'endsAfter'];

const DAY_MS = 86_400_000;

const isGiven = (value: Moment | null | undefined): value is Moment => value !== undefined && value !== null;

function widened(name: BoundName, bound: Bound, zone: Zone): Bound {
  const day = `${bound.wall.slice(0, 10)}T00:00:00`;
  if (name === 'startsFrom') return { wall: day, instant: toUtc(day, zone) };
  // a day ends where the next one begins: its last hour may come twice
  const next = localToInstant(wallToMs(day) + DAY_MS, zone);
  return { wall: `${bound.wall.slice(0, 10)}T23:59:59`, instant: new Date(next - 1000) };
}

/** Yesterday 23:59 on UTC clocks, and the present moment in 24 months. */
function defaults({ now, siteZone }: WindowQuestion): Bounds {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const from = new Date(today - 60_000);
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + 2);
  return {
    startsFrom: { instant: from, wall: toWallTime(from, siteZone) },
    endsUntil: { instant: until, wall: toWallTime(until, siteZone) },
  };
}

/** The bounds in effect, read on the site's clocks. Returns the name of a bound that is no time. */
export function effectiveBounds(question: WindowQuestion): Bounds | BoundName {
  const { given, siteZone, now, wholeDays } = question;
  const bounds: Bounds = question.usesDefaults && !boundNames.some((name) => isGiven(given[name])) ? defaults(question) : {};
  for (const name of boundNames) {
    const value = given[name];
    if (!isGiven(value)) continue;
    const parsed = parseTime(value, siteZone, now);
    if (!parsed) return name;
    bounds[name] = { instant: parsed.instant, wall: parsed.wall };
  }
  if (wholeDays)
    for (const name of boundNames) {
      const bound = bounds[name];
      if (bound) bounds[name] = widened(name, bound, siteZone);
    }
  return bounds;
}
