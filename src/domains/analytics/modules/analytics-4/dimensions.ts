import { invalid } from '#app/core/failures/failure.ts';
import { isDay } from '#app/core/time/days.ts';
import { invalidParameter, missingParameter } from '../../failures.ts';
import { getRecords, getString } from '../../json.ts';
import { marks, setMark } from '../../marks.ts';
import type { DatapointCall } from '../datapoint.ts';
import { requireString, requireObject, getStringParameter } from '../parameters.ts';
import { findAudienceNames } from './audiences.ts';
import { checkMemberNames, requirePropertyId } from './checks.ts';
import { buildPropertyPath, getFromAdmin, postToAdmin } from './resources.ts';

const DIMENSION_FIELDS = ['parameterName', 'displayName', 'description', 'scope', 'disallowAdsPersonalization'];
const SCOPES = ['EVENT', 'USER', 'ITEM'];
/** Names of custom dimensions that this service fills, without the prefix. */
const OWN_DIMENSIONS = ['post_date', 'post_author', 'post_categories', 'post_type'];

export async function createCustomDimension({ parameters, ask }: DatapointCall): Promise<unknown> {
  const property = requireString(parameters, 'propertyID');
  const dimension = requireObject(parameters, 'customDimension');
  checkMemberNames(dimension, DIMENSION_FIELDS);
  const scope = getString(dimension, 'scope') || 'EVENT';
  if (!SCOPES.includes(scope)) throw invalid('invalid_scope', `The scope must be one of ${SCOPES.join(', ')}.`);
  return await postToAdmin(ask, buildPropertyPath(property, 'customDimensions'), { ...dimension, scope });
}

/** Stores and returns the custom dimensions of the property whose name has the prefix of this service. */
export async function syncCustomDimensions(call: DatapointCall): Promise<string[]> {
  const response = await getFromAdmin(call.ask, buildPropertyPath(requirePropertyId(call), 'customDimensions'));
  const prefix = `${call.site.config.analytics.keyPrefix}_`;
  const names = getRecords(response, 'customDimensions')
    .map((dimension) => getString(dimension, 'parameterName'))
    .filter((name) => name.startsWith(prefix));
  await call.store({ availableCustomDimensions: names });
  return names;
}

/** Records that a custom dimension that this site fills has data. Always returns true. */
export async function markCustomDimensionData({ site, parameters }: DatapointCall): Promise<true> {
  const name = requireString(parameters, 'customDimension');
  if (!OWN_DIMENSIONS.some((dimension) => name === `${site.config.analytics.keyPrefix}_${dimension}`))
    throw invalid('invalid_custom_dimension_slug', 'This site does not fill the dimension.');
  await setMark(site.db.prisma, marks.customDimension(name));
  return true;
}

/** True for a number that represents a day, such as `20261120`. */
const isDateNumber = (value: unknown): value is number =>
  Number.isInteger(value) && isDay(String(value as number).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));

async function isKnownResource({ site, settings }: DatapointCall, type: string, slug: string): Promise<boolean> {
  switch (type) {
    case 'audience':
      return (await findAudienceNames(site)).has(slug);
    case 'customDimension':
      return slug === `${site.config.analytics.keyPrefix}_post_type`;
    default:
      return slug !== '' && slug === String(settings['propertyID']);
  }
}

/** Stores the first day on which a resource has data. */
export async function saveResourceDate(call: DatapointCall): Promise<true> {
  const { site, parameters } = call;
  const type = requireString(parameters, 'resourceType');
  const slug = requireString(parameters, 'resourceSlug');
  if (getStringParameter(parameters, 'date') === '') throw missingParameter('date');
  if (!['audience', 'customDimension', 'property'].includes(type)) throw invalidParameter('Unknown resourceType.');
  if (!(await isKnownResource(call, type, slug))) throw invalidParameter('Unknown resourceSlug.');
  const date = parameters['date'];
  if (!isDateNumber(date)) throw invalidParameter('date must be a number in the form YYYYMMDD.');
  await setMark(site.db.prisma, marks.resourceDate(type, slug), { value: date });
  return true;
}
