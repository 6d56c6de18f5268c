import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Returns the processor time of a process in microseconds: the user and system time of all its threads. Requires Linux. */
export function getCpu(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]);
    } catch {
      // the thread has just ended
    }
  }
  return nanoseconds / 1000;
}

/** Returns the processor time in microseconds of a process and its descendants, such as workers. */
export function getTotalCpu(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
    } catch {
      // the thread has just ended
      return [];
    }
  });
  return children.reduce((sum, child) => sum + getTotalCpu(child), getCpu(pid));
}

/** Returns the processor time in microseconds of the other connections to this database, by process ID. Empty if the database server is remote. */
export async function getDatabaseCpu(client: pg.Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
  );
  return new Map(rows.flatMap(({ pid }) => (isLocalPostgres(pid) ? [[pid, getCpu(pid)] as const] : [])));
}

/** Returns the processor time in microseconds that the database processes have used since `before`. */
export async function getDatabaseCpuSince(client: pg.Client, before: ReadonlyMap<number, number>): Promise<number> {
  let used = 0;
  for (const [pid, total] of await getDatabaseCpu(client)) used += total - (before.get(pid) ?? 0);
  return used;
}

function isLocalPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('postgres');
  } catch {
    return false;
  }
}
