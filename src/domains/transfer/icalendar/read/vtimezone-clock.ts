import type { Zone } from '#app/core/time/zone.ts';
import { expandRule } from './expand-rule.ts';
import { type Component, listProperties, findProperty, getText } from './parse-file.ts';
import { parseRule } from './rule.ts';
import { parseWall, parseUntil } from './wall-time.ts';
import { InvalidValueError } from './value-fault.ts';

/** Range of time for which zone rules are expanded. */
const [FIRST_MOMENT, LAST_MOMENT] = [Date.UTC(1970, 0, 1), Date.UTC(2100, 0, 1)];
const MAX_STEPS = 100_000;

interface OffsetChange {
  at: number;
  from: number;
  to: number;
}

function parseOffset(component: Component, name: string): number {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d{2}):?(\d{2}):?(\d{2})?$/.exec(getText(component, name)) ?? [];
  if (sign === undefined) throw new InvalidValueError(`the ${name} of its time zone cannot be read`);
  return (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

/** Returns the moments at which a STANDARD or DAYLIGHT component takes effect, with the offsets before and after. */
function listChanges(observance: Component): OffsetChange[] {
  const [from, to] = [parseOffset(observance, 'TZOFFSETFROM'), parseOffset(observance, 'TZOFFSETTO')];
  const start = parseWall(findProperty(observance, 'DTSTART')?.value ?? '').local;
  const dates = listProperties(observance, 'RDATE').flatMap(({ value }) => value.split(',').map((date) => parseWall(date).local));
  const rules = listProperties(observance, 'RRULE').flatMap(({ value }) => {
    const rule = parseRule(value);
    const steps = { remaining: MAX_STEPS };
    const repetitions = expandRule(rule, start, steps);
    const until =
      rule.until === null
        ? LAST_MOMENT
        : Math.min(
            LAST_MOMENT,
            parseUntil(rule.until, (instant) => instant + from),
          );
    const first = rule.count === null ? repetitions.findPeriod(FIRST_MOMENT) : 0;
    const moments = [...repetitions.within(first, repetitions.findPeriod(until) + 1)].filter((local) => local <= until);
    return rule.count === null ? moments : moments.slice(0, rule.count);
  });
  return [...new Set([start, ...dates, ...rules])].map((local) => ({ at: local - from, from, to }));
}

/** Returns the zone that a VTIMEZONE describes. Throws `InvalidValueError` if it is invalid. */
export function toZone(vtimezone: Component, name: string): Zone {
  const changes = vtimezone.children
    .filter((child) => child.name === 'STANDARD' || child.name === 'DAYLIGHT')
    .flatMap(listChanges)
    .sort((a, b) => a.at - b.at);
  const [earliest] = changes;
  if (!earliest) throw new InvalidValueError(`its time zone "${name}" is defined without rules`);
  return {
    name,
    isFixed: false,
    getOffset(moment) {
      let [low, high] = [0, changes.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((changes[middle] as OffsetChange).at <= moment) low = middle + 1;
        else high = middle;
      }
      return low === 0 ? earliest.from : (changes[low - 1] as OffsetChange).to;
    },
  };
}
