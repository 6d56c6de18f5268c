import { now } from '../../core/time/clock.ts';
import { parseTime } from '../../core/time/spoken-time.ts';
import { toWallTime, type Zone } from '../../core/time/zone.ts';
import type { ArgumentDeclaration } from './declaration.ts';
import { keywords, type ParameterSchema } from './schema.ts';

const QUARTER_MS = 900_000;

/** The beginning of the present quarter of an hour, to which computed defaults refer: descriptions may be kept as long as it lasts. */
export function presentQuarter(): Date {
  return new Date(Math.floor(now({ expiresWith: ['quarter'] }).getTime() / QUARTER_MS) * QUARTER_MS);
}

/** When and where an argument is described, which decides computed defaults. */
export interface DescribedAt {
  moment: Date;
  zone: Zone;
}

/** The moment that words mean, as the clocks of the zone show it: `YYYY-MM-DD HH:MM:SS`. */
function momentOf(words: string, { moment, zone }: DescribedAt): string {
  const parsed = parseTime(words, 'UTC', moment);
  if (!parsed) throw new Error(`"${words}" is no time`);
  return toWallTime(parsed.instant, zone).replace('T', ' ');
}

/** A schema as it is sent: an object without properties lists none (core-rest.md 1.6). */
function sent<Schema extends ParameterSchema>(schema: Schema): Schema {
  const { properties, items } = schema;
  if (!properties && !items) return schema;
  const members = properties && Object.entries(properties).map(([name, member]) => [name, sent(member)] as const);
  return {
    ...schema,
    ...(members && { properties: members.length > 0 ? Object.fromEntries(members) : [] }),
    ...(items && { items: sent(items) }),
  };
}

/**
 * The public description of an argument (core-rest.md 3.1): `required`, then the declared keywords in their published order. How the
 * engine treats the argument (phase, own checks) is left out. The containers are the declaration's own: do not change them. A computed default
 * is there where it is said when and where.
 */
export function describeArgument(
  { schema, required = false, spokenDefault }: ArgumentDeclaration,
  at: DescribedAt | null = null,
): Record<string, unknown> {
  const described = sent(at && spokenDefault !== undefined ? { ...schema, default: momentOf(spokenDefault, at) } : schema);
  const description: Record<string, unknown> = { required };
  for (const keyword of keywords) if (described[keyword] !== undefined) description[keyword] = described[keyword];
  return description;
}
