import type { PGlite, Transaction as EmbeddedTransaction } from '@electric-sql/pglite';
import type { IsolationLevel, SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';

/** What the published adapter has inside, as far as the corrections below reach for it. */
interface Inside extends SqlDriverAdapter {
  client: PGlite;
  onError(error: unknown): never;
  startTransactionInner(connection: Pick<PGlite, 'transaction'>, options: { usePhantomQuery: boolean }): Promise<InsideTransaction>;
}
interface InsideTransaction extends Transaction {
  client: EmbeddedTransaction;
  txDeferred: { resolve(): void };
  txResultPromise: Promise<unknown>;
}

/**
 * Prisma's adapter for an embedded database, with what version 0.7.2 of the package gets wrong put right: scripts are awaited (a failed migration
 * was recorded as done), a COMMIT that fails or that the server turns into a rollback is an error (it was reported as success), and a rollback
 * ends before the next transaction begins. `openShadow` opens the empty database that creating a migration needs.
 */
export function embeddedAdapter(client: PGlite, openShadow?: () => Promise<PGlite>): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPGlite(client);
  const connect = async (to: PGlite) => corrected((await new PrismaPGlite(to).connect()) as unknown as Inside);
  factory.connect = (() => connect(client)) as unknown as typeof factory.connect;
  factory.connectToShadowDb = (async () => {
    if (!openShadow) throw new Error('This connection was not made for creating migrations');
    const shadow = await openShadow();
    return Object.assign(await connect(shadow), { dispose: () => shadow.close() });
  }) as unknown as typeof factory.connectToShadowDb;
  return factory as unknown as SqlMigrationAwareDriverAdapterFactory;
}

function corrected(adapter: Inside): SqlDriverAdapter {
  return Object.assign(adapter, {
    async executeScript(script: string): Promise<void> {
      await adapter.client.exec(script).catch((error: unknown) => adapter.onError(error));
    },
    // The isolation level has no meaning on a single connection.
    async startTransaction(_level?: IsolationLevel): Promise<Transaction> {
      let failure: { error: unknown } | undefined;
      const connection = {
        transaction: <T>(work: (tx: EmbeddedTransaction) => Promise<T>) =>
          adapter.client.transaction(work).catch((error: unknown) => {
            failure = { error };
            throw error;
          }),
      };
      const tx = await adapter.startTransactionInner(connection, { usePhantomQuery: true });
      const finish = async () => {
        tx.txDeferred.resolve();
        await tx.txResultPromise;
        if (failure) adapter.onError(failure.error);
      };
      return Object.assign(tx, {
        async commit(): Promise<void> {
          // COMMIT after a failed statement rolls back without a word; any statement shows it.
          const broken = await tx.client.query('SELECT').then(
            () => undefined,
            (error: unknown) => ({ error }),
          );
          if (broken) await tx.client.rollback().catch(() => undefined);
          await finish();
          if (broken) adapter.onError(broken.error);
        },
        async rollback(): Promise<void> {
          // Whatever happens, the transaction has to end, or nothing else would ever run.
          try {
            if (!tx.client.closed) await tx.client.rollback();
          } finally {
            await finish();
          }
        },
      });
    },
  });
}
