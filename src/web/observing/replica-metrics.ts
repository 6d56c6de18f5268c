import { Counter, Gauge } from 'prom-client';
import type { ReadCounts } from '../../core/db/replicas/replicas.ts';
import type { Site } from '../../site.ts';

/** Registers metrics of the servers that serve reads and of each replica's state. Of several processes, the worst state is shown. */
export function measureReplicas({ db, metrics: register }: Site, reads: ReadCounts): void {
  const told: ReadCounts = { replica: 0, primary: 0 };
  new Counter({
    name: 'marquee_database_reads_total',
    help: 'Statements of requests that only read, by the server that ran them.',
    labelNames: ['target'],
    registers: [register],
    collect() {
      for (const target of ['replica', 'primary'] as const) {
        this.inc({ target }, reads[target] - told[target]);
        told[target] = reads[target];
      }
    },
  });
  const perReplica = { labelNames: ['replica'] as const, registers: [register], aggregator: 'max' as const };
  new Gauge({
    name: 'marquee_replica_left_out',
    help: 'Whether nothing is read from a replica at the moment: it is lost, behind, or no replica of this database.',
    ...perReplica,
    async collect() {
      for (const { number, state } of await db.replicas()) this.set({ replica: number }, state === 'serving' ? 0 : 1);
    },
  });
  new Gauge({
    name: 'marquee_replica_lag_bytes',
    help: "How much of the primary's log a replica does not have yet.",
    ...perReplica,
    async collect() {
      for (const { number, behind } of await db.replicas()) this.set({ replica: number }, behind);
    },
  });
}
