import { getString, getStrings } from '../../json.ts';
import { requireString, encodeSegment } from '../parameters.ts';
import type { RequestProvider, DatapointCall } from '../datapoint.ts';

/** Loads the container of a destination. */
export async function findContainer(ask: RequestProvider, destinationId: string): Promise<unknown> {
  return await ask({ family: 'tags', method: 'GET', path: 'tagmanager/v2/accounts/containers:lookup', query: { destinationId } });
}

/** Chooses the tag of a stream from the tags of a container: preferably `GT-…`, then the measurement ID, then `G-…`. */
function chooseTag(tagIds: readonly string[], measurementId: string): string {
  const findByPrefix = (prefix: string) => tagIds.find((id) => id.startsWith(prefix));
  if (tagIds.length === 1) return tagIds[0] ?? '';
  return findByPrefix('GT-') ?? (tagIds.includes(measurementId) ? measurementId : (findByPrefix('G-') ?? tagIds[0] ?? ''));
}

/** Returns the IDs of the account, container and tag of a measurement ID. */
export async function loadGoogleTagSettings({ parameters, ask }: DatapointCall) {
  const measurementId = requireString(parameters, 'measurementID');
  const container = await findContainer(ask, measurementId);
  return {
    googleTagAccountID: getString(container, 'accountId'),
    googleTagContainerID: getString(container, 'containerId'),
    googleTagID: chooseTag(getStrings(container, 'tagIds'), measurementId),
  };
}

/** Returns the destinations of a container. */
export async function listContainerDestinations({ parameters, ask }: DatapointCall) {
  const path = `tagmanager/v2/accounts/${encodeSegment(requireString(parameters, 'accountID'))}/containers/${encodeSegment(requireString(parameters, 'containerID'))}/destinations`;
  const response = await ask({ family: 'tags', method: 'GET', path });
  const list = (response as { destination?: unknown } | null)?.destination;
  return Array.isArray(list) ? (list as unknown[]) : [];
}
