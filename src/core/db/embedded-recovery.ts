import { setTimeout as pause } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import type { Log } from '../log.ts';
import { EmbeddedLost } from './errors.ts';

/** The parts of PGlite's WebAssembly module through which every statement passes. */
interface Engine {
  _PostgresMainLoopOnce: () => void;
  _PostgresSendReadyForQueryIfNecessary: () => void;
  _pgl_pq_flush: () => void;
  stackRestore: (pointer: number) => void;
}

/** How PGlite ends a statement that failed in the ordinary way; every other exception means that PostgreSQL has ended. */
const ordinaryFailure = 100;

/**
 * Notices when the PostgreSQL inside ends (a PANIC such as a full disk under its log, a trap, no memory). PGlite itself swallows that and from
 * then on loops for ever inside the next statement, with the whole process; watched, every later statement throws EmbeddedLost instead.
 */
function watch(client: PGlite, onLoss: () => void): void {
  const engine = client.Module as unknown as Engine;
  const { _PostgresMainLoopOnce: runOnce, stackRestore, _PostgresSendReadyForQueryIfNecessary: sendReady, _pgl_pq_flush: flush } = engine;
  let ended = false;
  let calledAgain = false;
  engine._PostgresMainLoopOnce = () => {
    calledAgain = ended;
    if (ended) throw new EmbeddedLost();
    try {
      runOnce();
    } catch (error) {
      if ((error as { status?: unknown } | undefined)?.status !== ordinaryFailure) {
        ended = true;
        queueMicrotask(onLoss);
      }
      throw error;
    }
  };
  // PGlite calls this where it swallows exceptions: the one place from which its loop can be left.
  engine.stackRestore = (pointer) => {
    stackRestore(pointer);
    if (calledAgain) throw new EmbeddedLost();
  };
  engine._PostgresSendReadyForQueryIfNecessary = () => {
    if (!calledAgain) sendReady();
  };
  engine._pgl_pq_flush = () => {
    if (!calledAgain) flush();
  };
}

type Receive = (payload: string) => void;

/** An embedded database that comes back by itself after it was lost, as long as it has a directory. */
export interface SteadyEmbedded {
  /** Stays the same object whatever runs behind it. */
  client: PGlite;
  listen: (channel: string, onPayload: Receive, onGap?: () => void, onLoss?: () => void) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
}

/**
 * Watches an opened PGlite and, when it is lost, opens another one by `reopen` (undefined: in memory, nothing to come back to) behind the same
 * object: queues, parsers and transactions stay those of the first. Meanwhile every operation throws EmbeddedLost.
 */
export function keepSteady(client: PGlite, reopen: (() => Promise<PGlite>) | undefined, log?: Log): SteadyEmbedded {
  const listenings = new Set<{
    channel: string;
    onPayload: Receive;
    onGap: (() => void) | undefined;
    onLoss: (() => void) | undefined;
    stop: () => Promise<void>;
  }>();
  const own = client.execProtocolStream.bind(client);
  let backend: PGlite | undefined = client;
  let closing = false;

  client.execProtocolStream = async (message, options) => {
    if (!backend) throw new EmbeddedLost();
    return backend === client ? own(message, options) : backend.execProtocolStream(message, options);
  };

  const lose = () => {
    backend = undefined;
    log?.error('the embedded database was lost');
    for (const { onLoss } of listenings) onLoss?.();
    if (reopen) void recover(reopen);
    else log?.fatal('it was in memory only: restart the process');
  };

  async function recover(open: () => Promise<PGlite>): Promise<void> {
    for (let wait = 100; !closing; wait = Math.min(wait * 2, 5_000)) {
      await pause(wait, undefined, { ref: false });
      // Whatever transaction was open has to fail to its end first: its later statements must not reach the new PostgreSQL.
      const recovered = await client
        ._runExclusiveTransaction(() => replace(open))
        .catch((error: unknown) => {
          log?.warn({ err: error }, 'the embedded database cannot be opened again yet');
          return false;
        });
      if (recovered) {
        log?.info('the embedded database is back');
        for (const { onGap } of listenings) onGap?.();
        return;
      }
    }
  }

  async function replace(open: () => Promise<PGlite>): Promise<boolean> {
    const next = await open();
    for (const listening of listenings) listening.stop = await next.listen(listening.channel, listening.onPayload);
    watch(next, lose);
    backend = next;
    return true;
  }

  watch(client, lose);
  return {
    client,
    async listen(channel, onPayload, onGap, onLoss) {
      // On the backend itself, which calls the listeners; alone, because its own queue knows nothing of the client's.
      const onBackend = <T>(work: (on: PGlite) => Promise<T>) =>
        backend === client || !backend ? work(client) : client._runExclusiveTransaction(() => work(backend ?? client));
      const listening = { channel, onPayload, onGap, onLoss, stop: await onBackend((on) => on.listen(channel, onPayload)) };
      listenings.add(listening);
      return async () => {
        listenings.delete(listening);
        if (backend) await onBackend(() => listening.stop());
      };
    },
    async close() {
      closing = true;
      await client._runExclusiveTransaction(async () => undefined);
      await backend?.close();
    },
  };
}
