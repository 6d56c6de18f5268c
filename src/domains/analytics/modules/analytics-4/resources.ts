import { type Json, recordsAt, textAt } from '../../json.ts';
import { required, segment } from '../parameters.ts';
import type { AskProvider, DatapointCall } from '../datapoint.ts';

/** Returns the last part of a resource name: `properties/12` → `12`. */
const idOf = (resource: unknown): string => textAt(resource, 'name').split('/').at(-1) ?? '';

const parentId = (resource: unknown): string => textAt(resource, 'parent').split('/').at(-1) ?? '';

export const accountForm = (account: Json): Json => ({ ...account, _id: idOf(account) });
export const propertyForm = (property: unknown): Json => ({ ...(property as Json), _id: idOf(property), _accountID: parentId(property) });
export const streamForm = (stream: unknown): Json => ({
  ...(stream as Json),
  _id: idOf(stream),
  _propertyID: textAt(stream, 'name').split('/')[1] ?? '',
});

/** Sends a GET request to the Admin API. */
export async function readAdmin(
  ask: AskProvider,
  path: string,
  query: Record<string, string | number> = {},
  version = 'v1beta',
): Promise<unknown> {
  return await ask({ family: 'admin', method: 'GET', path: `${version}/${path}`, query });
}

/** Sends a POST request to the Admin API. */
export async function writeAdmin(ask: AskProvider, path: string, body: unknown, version = 'v1beta'): Promise<unknown> {
  return await ask({ family: 'admin', method: 'POST', path: `${version}/${path}`, body });
}

/** Returns the path of a property. */
export const propertyPath = (id: string, below = ''): string => `properties/${segment(id)}${below === '' ? '' : `/${below}`}`;

/** Returns the web data streams of a property. */
export async function webDataStreams(ask: AskProvider, property: string): Promise<Json[]> {
  const answer = await readAdmin(ask, propertyPath(property, 'dataStreams'));
  return recordsAt(answer, 'dataStreams')
    .filter((one) => textAt(one, 'type') === 'WEB_DATA_STREAM')
    .map(streamForm);
}

/** Returns the path of a stream's enhanced measurement settings. */
export function enhancedMeasurementPath({ parameters }: Pick<DatapointCall, 'parameters'>): string {
  const stream = segment(required(parameters, 'webDataStreamID'));
  return propertyPath(required(parameters, 'propertyID'), `dataStreams/${stream}/enhancedMeasurementSettings`);
}
