import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process that writes rows in sequence and prints the number of each acknowledged row. */
export interface Writer {
  child: ChildProcess;
  /** Acknowledged row numbers so far. */
  acknowledged: number[];
  /** Resolves when a number of rows is acknowledged. */
  waitFor: (count: number) => Promise<void>;
  /** Kills the process and resolves when it has exited and its output is read. */
  kill: () => Promise<void>;
}

/** Starts the writer on a database and resolves at its first acknowledged row. */
export async function startWriter(url: string, from = 1): Promise<Writer> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('writer.ts', import.meta.url)), url, String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: number[] = [];
  const lines = createInterface({ input: child.stdout! });
  const closed = once(lines, 'close');
  lines.on('line', (line) => acknowledged.push(Number(line)));
  const waitFor = async (count: number) => {
    while (acknowledged.length < count) {
      if (child.exitCode !== null) throw new Error(`The writer ended with code ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await waitFor(1);
  return {
    child,
    acknowledged,
    waitFor,
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
