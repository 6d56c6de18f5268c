import { textAt, textsAt } from '../../json.ts';
import { required, segment } from '../parameters.ts';
import type { AskProvider, DatapointCall } from '../datapoint.ts';

/** Looks up the container of a destination. */
export async function containerOf(ask: AskProvider, destinationId: string): Promise<unknown> {
  return await ask({ family: 'tags', method: 'GET', path: 'tagmanager/v2/accounts/containers:lookup', query: { destinationId } });
}

/** Chooses the tag of a stream among several tags of a container. */
function tagFor(tagIds: readonly string[], measurementId: string): string {
  const startingWith = (start: string) => tagIds.find((one) => one.startsWith(start));
  if (tagIds.length === 1) return tagIds[0] ?? '';
  return startingWith('GT-') ?? (tagIds.includes(measurementId) ? measurementId : (startingWith('G-') ?? tagIds[0] ?? ''));
}

/** Returns account, container and tag of a measurement ID. */
export async function googleTagSettings({ parameters, ask }: DatapointCall) {
  const measurementId = required(parameters, 'measurementID');
  const container = await containerOf(ask, measurementId);
  return {
    googleTagAccountID: textAt(container, 'accountId'),
    googleTagContainerID: textAt(container, 'containerId'),
    googleTagID: tagFor(textsAt(container, 'tagIds'), measurementId),
  };
}

/** Returns the destinations of a container. */
export async function containerDestinations({ parameters, ask }: DatapointCall) {
  const path = `tagmanager/v2/accounts/${segment(required(parameters, 'accountID'))}/containers/${segment(required(parameters, 'containerID'))}/destinations`;
  const answer = await ask({ family: 'tags', method: 'GET', path });
  const list = (answer as { destination?: unknown } | null)?.destination;
  return Array.isArray(list) ? (list as unknown[]) : [];
}
