import { now } from '../../core/time/clock.ts';
import { parseTime } from '../../core/time/parse-time.ts';
import { toWallTime, type Zone } from '../../core/time/zone.ts';
import type { ArgumentDeclaration } from './declaration.ts';
import { keywords, type ParameterSchema } from './schema.ts';

const QUARTER_MS = 900_000;

/**
 * Returns the start of the current quarter of an hour. Computed defaults are relative to it. Descriptions, and cached responses that contain them
 * (`expiresWith`), are valid until it ends.
 */
export function getCurrentQuarter(): Date {
  return new Date(Math.floor(now({ expiresWith: ['quarter'] }).getTime() / QUARTER_MS) * QUARTER_MS);
}

/** Time and zone of a description. Computed defaults depend on them. */
export interface DescriptionTime {
  moment: Date;
  zone: Zone;
}

/** Converts a time in words (UTC) to local time in the zone: `YYYY-MM-DD HH:MM:SS`. */
function toLocalTime(words: string, { moment, zone }: DescriptionTime): string {
  const parsed = parseTime(words, 'UTC', moment);
  if (!parsed) throw new Error(`"${words}" is not a time`);
  return toWallTime(parsed.instant, zone).replace('T', ' ');
}

/** Returns the schema as it is published. Empty `properties` are an empty list (docs/behaviour/core-rest.md 1.6). */
function toPublished<Schema extends ParameterSchema>(schema: Schema): Schema {
  const { properties, items } = schema;
  if (!properties && !items) return schema;
  const members = properties && Object.entries(properties).map(([name, member]) => [name, toPublished(member)] as const);
  return {
    ...schema,
    ...(members && { properties: members.length > 0 ? Object.fromEntries(members) : [] }),
    ...(items && { items: toPublished(items) }),
  };
}

/**
 * Returns the public description of an argument (docs/behaviour/core-rest.md 3.1): `required`, then the keywords in the order of the published
 * interface. Includes computed defaults only with `at`. Do not modify returned lists and objects, because they belong to the declaration.
 */
export function describeArgument(
  { schema, required = false, computedDefault }: ArgumentDeclaration,
  at: DescriptionTime | null = null,
): Record<string, unknown> {
  const described = toPublished(at && computedDefault !== undefined ? { ...schema, default: toLocalTime(computedDefault, at) } : schema);
  const description: Record<string, unknown> = { required };
  for (const keyword of keywords) if (described[keyword] !== undefined) description[keyword] = described[keyword];
  return description;
}
