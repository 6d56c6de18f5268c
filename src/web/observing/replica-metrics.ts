import { Counter, Gauge } from 'prom-client';
import type { ReadCounts } from '../../core/db/replicas/replicas.ts';
import type { Site } from '../../site.ts';

/** Registers metrics of the servers that serve reads and of each replica's state. With several processes, they show the worst state. */
export function registerReplicaMetrics({ db, metrics: register }: Site, reads: ReadCounts): void {
  const reported: ReadCounts = { replica: 0, primary: 0 };
  new Counter({
    name: 'marquee_database_reads_total',
    help: 'Statements of read-only requests, by the server that ran them.',
    labelNames: ['target'],
    registers: [register],
    collect() {
      for (const target of ['replica', 'primary'] as const) {
        this.inc({ target }, reads[target] - reported[target]);
        reported[target] = reads[target];
      }
    },
  });
  const perReplica = { labelNames: ['replica'] as const, registers: [register], aggregator: 'max' as const };
  new Gauge({
    name: 'marquee_replica_left_out',
    help: '1 if a replica is excluded from reads, because it is lost, behind, or not a replica of this database; otherwise 0.',
    ...perReplica,
    async collect() {
      for (const { number, state } of await db.replicas()) this.set({ replica: number }, state === 'serving' ? 0 : 1);
    },
  });
  new Gauge({
    name: 'marquee_replica_lag_bytes',
    help: "Bytes of the primary's log that a replica has not replayed yet.",
    ...perReplica,
    async collect() {
      for (const { number, behind } of await db.replicas()) this.set({ replica: number }, behind);
    },
  });
}
