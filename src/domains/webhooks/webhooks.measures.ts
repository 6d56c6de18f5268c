import type { Site } from '#app/site.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Measure } from '#app/core/domain/measure.ts';

const countUndelivered = statement(
  'webhook_messages_undelivered',
  `SELECT count(*) FILTER (WHERE m.state = 'waiting')::int AS waiting, count(*) FILTER (WHERE m.state = 'failed')::int AS failed
  FROM webhook_endpoint e JOIN webhook_message m ON m.endpoint_id = e.id AND m.state IN ('waiting', 'failed')`,
  rowShape({ waiting: 'int', failed: 'int' }),
);
const countFailing = statement(
  'webhook_endpoints_failing',
  `SELECT count(*) FILTER (WHERE is_on AND failing_since IS NOT NULL)::int AS failing, count(*) FILTER (WHERE NOT is_on AND off_reason <> '')::int AS off
  FROM webhook_endpoint`,
  rowShape({ failing: 'int', off: 'int' }),
);

/** Metrics about undelivered messages. */
export const webhookMeasures: readonly Measure<Site>[] = [
  {
    name: 'marquee_webhook_messages',
    help: 'Undelivered messages: waiting for the next attempt, or failed after the last attempt.',
    label: 'state',
    read: async ({ db }) => ({ ...(await db.rows(countUndelivered))[0] }),
  },
  {
    name: 'marquee_webhook_endpoints',
    help: 'Endpoints that accept no messages at present (failing), and endpoints that were disabled automatically (off).',
    label: 'state',
    read: async ({ db }) => ({ ...(await db.rows(countFailing))[0] }),
  },
];
