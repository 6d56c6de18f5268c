import type { Site } from '#app/site.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Measure } from '#app/core/domain/measure.ts';

const selectSealingDelay = statement(
  'audit_sealing_delay',
  `SELECT COALESCE(extract(epoch FROM clock_timestamp() -
    (SELECT e.at FROM audit_unsealed u JOIN audit_entry e ON e.id = u.entry_id ORDER BY u.entry_id LIMIT 1)), 0)::float8 AS seconds`,
  rowShape({ seconds: 'float' }),
);

/** Metric of how long entries of the audit log wait for their seal. */
export const auditMeasures: readonly Measure<Site>[] = [
  {
    name: 'marquee_audit_unsealed_seconds',
    help: 'Seconds that the oldest unsealed entry of the audit log has waited for its seal; usually at most two.',
    read: async ({ db }) => Math.max(0, (await db.rows(selectSealingDelay))[0]?.seconds ?? 0),
  },
];
