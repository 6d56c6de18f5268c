import { type Json, getRecords, getString } from '../../json.ts';
import { requireString, encodeSegment } from '../parameters.ts';
import type { RequestProvider, DatapointCall } from '../datapoint.ts';

/** Returns the ID at the end of a resource name: `properties/12` → `12`. */
const getId = (resource: unknown): string => getString(resource, 'name').split('/').at(-1) ?? '';

const getParentId = (resource: unknown): string => getString(resource, 'parent').split('/').at(-1) ?? '';

export const toAccount = (account: Json): Json => ({ ...account, _id: getId(account) });
export const toProperty = (property: unknown): Json => ({ ...(property as Json), _id: getId(property), _accountID: getParentId(property) });
export const toStream = (stream: unknown): Json => ({
  ...(stream as Json),
  _id: getId(stream),
  _propertyID: getString(stream, 'name').split('/')[1] ?? '',
});

/** Sends a GET request to the Admin API. */
export async function getFromAdmin(
  ask: RequestProvider,
  path: string,
  query: Record<string, string | number> = {},
  version = 'v1beta',
): Promise<unknown> {
  return await ask({ family: 'admin', method: 'GET', path: `${version}/${path}`, query });
}

/** Sends a POST request to the Admin API. */
export async function postToAdmin(ask: RequestProvider, path: string, body: unknown, version = 'v1beta'): Promise<unknown> {
  return await ask({ family: 'admin', method: 'POST', path: `${version}/${path}`, body });
}

/** Returns the path of a property, or of one of its resources. */
export const buildPropertyPath = (id: string, resource = ''): string =>
  `properties/${encodeSegment(id)}${resource === '' ? '' : `/${resource}`}`;

/** Loads the web data streams of a property. */
export async function loadWebDataStreams(ask: RequestProvider, property: string): Promise<Json[]> {
  const response = await getFromAdmin(ask, buildPropertyPath(property, 'dataStreams'));
  return getRecords(response, 'dataStreams')
    .filter((stream) => getString(stream, 'type') === 'WEB_DATA_STREAM')
    .map(toStream);
}

/** Returns the path of a stream's enhanced measurement settings. */
export function buildEnhancedMeasurementPath({ parameters }: Pick<DatapointCall, 'parameters'>): string {
  const stream = encodeSegment(requireString(parameters, 'webDataStreamID'));
  return buildPropertyPath(requireString(parameters, 'propertyID'), `dataStreams/${stream}/enhancedMeasurementSettings`);
}
