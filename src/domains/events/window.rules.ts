import { parseTime } from '#app/core/time/parse-time.ts';
import { type WallTime, wallToMs } from '#app/core/time/wall-time.ts';
import { localToInstant, toUtc, toWallTime, type Zone } from '#app/core/time/zone.ts';
import { isGiven } from './inputs.ts';
import type { Moment } from './times.rules.ts';

/** Bounds of a list of events, as given by callers (docs/behaviour/events.md 2.5.1). */
export interface GivenBounds {
  startsFrom?: Moment | null | undefined;
  endsUntil?: Moment | null | undefined;
  startsBefore?: Moment | null | undefined;
  startsAfter?: Moment | null | undefined;
  endsBefore?: Moment | null | undefined;
  endsAfter?: Moment | null | undefined;
}

/** Name of a bound. */
export type BoundName = keyof GivenBounds;

/** A resolved bound: an instant and its wall time in the site's zone. */
export interface Bound {
  instant: Date;
  wall: WallTime;
}

/** Resolved bounds. Omitted bounds do not filter. */
export type Bounds = Partial<Record<BoundName, Bound>>;

/** Input for resolving bounds. */
export interface BoundsInput {
  given: GivenBounds;
  /** True to round `startsFrom` down to the start of its day, and the other bounds up to the end of their days. */
  wholeDays: boolean;
  /** True to list events from yesterday on for two years if no bounds are given. */
  usesDefaults: boolean;
  siteZone: Zone;
  now: Date;
}

export const boundNames: readonly BoundName[] = ['startsFrom', 'endsUntil', 'startsBefore', 'startsAfter', 'endsBefore', 'endsAfter'];

const DAY_MS = 86_400_000;

function widenToDay(name: BoundName, bound: Bound, zone: Zone): Bound {
  const day = `${bound.wall.slice(0, 10)}T00:00:00`;
  if (name === 'startsFrom') return { wall: day, instant: toUtc(day, zone) };
  // derives the end from the next day's start, because the last hour may occur twice
  const next = localToInstant(wallToMs(day) + DAY_MS, zone);
  return { wall: `${bound.wall.slice(0, 10)}T23:59:59`, instant: new Date(next - 1000) };
}

/** Returns the default bounds: yesterday 23:59 UTC, and 24 months from now. */
function getDefaultBounds({ now, siteZone }: BoundsInput): Bounds {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const from = new Date(today - 60_000);
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + 2);
  return {
    startsFrom: { instant: from, wall: toWallTime(from, siteZone) },
    endsUntil: { instant: until, wall: toWallTime(until, siteZone) },
  };
}

/** Returns the bounds, resolved in the site's zone, or the name of the first bound that is not a time. */
export function computeBounds(input: BoundsInput): Bounds | BoundName {
  const { given, siteZone, now, wholeDays } = input;
  const bounds: Bounds = input.usesDefaults && !boundNames.some((name) => isGiven(given[name])) ? getDefaultBounds(input) : {};
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
      if (bound) bounds[name] = widenToDay(name, bound, siteZone);
    }
  return bounds;
}
