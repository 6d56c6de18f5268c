import { textAt, textsAt } from '../../json.ts';
import { required, segment } from '../parameters.ts';
import type { AskProvider, DatapointCall } from '../datapoint.ts';

/** The container that a destination belongs to. */
export async function containerOf(ask: AskProvider, destinationId: string): Promise<unknown> {
  return await ask({ family: 'tags', method: 'GET', path: 'tagmanager/v2/accounts/containers:lookup', query: { destinationId } });
}

/** Of several tags of a container the one for a stream. */
function tagFor(tagIds: readonly string[], measurementId: string): string {
  const startingWith = (start: string) => tagIds.find((one) => one.startsWith(start));
  if (tagIds.length === 1) return tagIds[0] ?? '';
  return startingWith('GT-') ?? (tagIds.includes(measurementId) ? measurementId : (startingWith('G-') ?? tagIds[0] ?? ''));
}

/** Account, container and tag behind a stream's measurements. */
export async function googleTagSettings({ parameters, ask }: DatapointCall) {
  const measurementId = required(parameters, 'measurementID');
  const container = await containerOf(ask, measurementId);
  return {
    googleTagAccountID: textAt(container, 'accountId'),
    googleTagContainerID: textAt(container, 'containerId'),
    googleTagID: tagFor(textsAt(container, 'tagIds'), measurementId),
  };
}

/** Where a container sends what it counts. */
export async function containerDestinations({ parameters, ask }: DatapointCall) {
  const path = `tagmanager/v2/accounts/${segment(required(parameters, 'accountID'))}/containers/${segment(required(parameters, 'containerID'))}/destinations`;
  const answer = await ask({ family: 'tags', method: 'GET', path });
  const list = (answer as { destination?: unknown } | null)?.destination;
  return Array.isArray(list) ? (list as unknown[]) : [];
}
