import { type Service, type Stopping, startService } from '../support/service.ts';

/** Ways in which operators start and stop a process. */
export interface WayToStop {
  name: string;
  program: 'src/start.ts' | 'npm start';
  how: Stopping;
}

export const waysToStop: readonly WayToStop[] = [
  { name: 'node, which alone is signalled', program: 'src/start.ts', how: 'process' },
  { name: 'npm, which hands the signal on', program: 'npm start', how: 'process' },
  { name: 'npm and node, both signalled as a group', program: 'npm start', how: 'group' },
  { name: 'npm under systemd with KillMode=mixed', program: 'npm start', how: 'mixed' },
];

/** Starts a process in this way. */
export function startTo({ program }: WayToStop, databaseUrl: string, environment: Record<string, string>): Promise<Service> {
  return startService(databaseUrl, environment, program);
}
