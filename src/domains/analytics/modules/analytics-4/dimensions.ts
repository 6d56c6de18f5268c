import { invalid } from '#app/core/failures/failure.ts';
import { isDay } from '#app/core/time/days.ts';
import { badParameter, missingParameter } from '../../failures.ts';
import { recordsAt, textAt } from '../../json.ts';
import { marks, setMark } from '../../marks.ts';
import type { DatapointCall } from '../datapoint.ts';
import { required, requiredObject, textOf } from '../parameters.ts';
import { knownAudiences } from './audiences.ts';
import { checkNames, propertyOf } from './checks.ts';
import { propertyPath, readAdmin, writeAdmin } from './resources.ts';

const fields = ['parameterName', 'displayName', 'description', 'scope', 'disallowAdsPersonalization'];
const scopes = ['EVENT', 'USER', 'ITEM'];
/** Custom dimensions that this service fills. */
const own = ['post_date', 'post_author', 'post_categories', 'post_type'];

export async function createCustomDimension({ parameters, ask }: DatapointCall): Promise<unknown> {
  const property = required(parameters, 'propertyID');
  const dimension = requiredObject(parameters, 'customDimension');
  checkNames(dimension, fields);
  const scope = textAt(dimension, 'scope') || 'EVENT';
  if (!scopes.includes(scope)) throw invalid('invalid_scope', `The scope must be one of ${scopes.join(', ')}.`);
  return await writeAdmin(ask, propertyPath(property, 'customDimensions'), { ...dimension, scope });
}

/** Stores and returns the custom dimensions of `own` that the property has. */
export async function syncCustomDimensions(call: DatapointCall): Promise<string[]> {
  const answer = await readAdmin(call.ask, propertyPath(propertyOf(call), 'customDimensions'));
  const start = `${call.site.config.analytics.keyPrefix}_`;
  const names = recordsAt(answer, 'customDimensions')
    .map((one) => textAt(one, 'parameterName'))
    .filter((name) => name.startsWith(start));
  await call.store({ availableCustomDimensions: names });
  return names;
}

export async function customDimensionDataAvailable({ site, parameters }: DatapointCall): Promise<true> {
  const name = required(parameters, 'customDimension');
  if (!own.some((one) => name === `${site.config.analytics.keyPrefix}_${one}`))
    throw invalid('invalid_custom_dimension_slug', 'This is not a dimension that the site fills.');
  await setMark(site.db.prisma, marks.customDimension(name));
  return true;
}

/** True for a day as a number, such as `20261120`. */
const isDate = (value: unknown): value is number =>
  Number.isInteger(value) && isDay(String(value as number).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));

async function isKnown({ site, settings }: DatapointCall, type: string, slug: string): Promise<boolean> {
  switch (type) {
    case 'audience':
      return (await knownAudiences(site)).has(slug);
    case 'customDimension':
      return slug === `${site.config.analytics.keyPrefix}_post_type`;
    default:
      return slug !== '' && slug === String(settings['propertyID']);
  }
}

/** Stores the first day on which a resource has data. */
export async function saveResourceDate(call: DatapointCall): Promise<true> {
  const { site, parameters } = call;
  const type = required(parameters, 'resourceType');
  const slug = required(parameters, 'resourceSlug');
  if (textOf(parameters, 'date') === '') throw missingParameter('date');
  if (!['audience', 'customDimension', 'property'].includes(type)) throw badParameter('Unknown resourceType.');
  if (!(await isKnown(call, type, slug))) throw badParameter('Unknown resourceSlug.');
  const date = parameters['date'];
  if (!isDate(date)) throw badParameter('date must be a day as a number, YYYYMMDD.');
  await setMark(site.db.prisma, marks.resourceDate(type, slug), { value: date });
  return true;
}
