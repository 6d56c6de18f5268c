import { type Service, type StopTarget, startService } from '../support/service.ts';

/** How an operator starts and stops a process. */
export interface StopMethod {
  name: string;
  program: 'src/start.ts' | 'npm start';
  target: StopTarget;
}

export const stopMethods: readonly StopMethod[] = [
  { name: 'node, when only node is signaled', program: 'src/start.ts', target: 'process' },
  { name: 'npm, which forwards the signal', program: 'npm start', target: 'process' },
  { name: 'npm and node, signaled as a group', program: 'npm start', target: 'group' },
  { name: 'npm under systemd with KillMode=mixed', program: 'npm start', target: 'mixed' },
];

/** Starts the service with the program of this method. */
export function startWith({ program }: StopMethod, databaseUrl: string, environment: Record<string, string>): Promise<Service> {
  return startService(databaseUrl, environment, program);
}
