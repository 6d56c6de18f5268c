import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { poolerProgram } from './needs.ts';

/** PgBouncer in transaction mode in front of a server. */
export interface Pooler {
  /** Returns the pooler URL of a database of the server. */
  through: (url: string) => string;
  close: () => Promise<void>;
}

/** Starts a pooler in front of a server. All clients of a database share this number of connections to the server. */
export async function startPooler(server: string, connections: number): Promise<Pooler> {
  const { hostname, port: serverPort } = new URL(server);
  const port = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), 'marquee-pooler-'));
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${serverPort || 5432}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `auth_file = ${join(folder, 'users.txt')}`,
    'pool_mode = transaction',
    'max_client_conn = 500',
    `default_pool_size = ${connections}`,
  ];
  // with `any`, PgBouncer ignores the user of the client, so the configuration specifies the user on the server
  const { username } = new URL(server);
  lines[1] += ` user=${username || 'root'}`;
  await writeFile(file, `${lines.join('\n')}\n`);
  await writeFile(join(folder, 'users.txt'), '');
  await chmod(folder, 0o755);
  // PgBouncer refuses to run as root
  const userOption = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(poolerProgram!, [...userOption, file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => output.push(piece.toString()));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${output.join('')}`);
    const socket = connect(port, '127.0.0.1');
    const [event] = await Promise.race([
      once(socket, 'connect').then(() => ['connect']),
      once(socket, 'error').then(() => ['error']),
    ]).catch(() => ['error']);
    socket.destroy();
    if (event === 'connect') break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    through(url) {
      const poolerUrl = new URL(url);
      poolerUrl.host = `127.0.0.1:${port}`;
      return poolerUrl.href;
    },
    async close() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
