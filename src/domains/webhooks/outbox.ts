import { type ShapedRow, rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';

/** Number of messages that are sent to an endpoint at once. */
const BATCH_SIZE = 8;

/**
 * Endpoints with due messages. A waiting message is due if the time of its next attempt has come and no process has claimed it. `$1` is the current
 * time.
 */
export const dueEndpoints = statement(
  'due_webhook_endpoints',
  `SELECT e.id, e.url, e.secret_sealed AS "secretSealed", CASE WHEN e.previous_until > $1::timestamptz THEN e.previous_secret_sealed END AS "previousSealed"
  FROM webhook_endpoint e WHERE e.is_on AND EXISTS (SELECT FROM webhook_message m WHERE m.endpoint_id = e.id AND m.state = 'waiting'
    AND (m.due_at IS NULL OR m.due_at <= $1::timestamptz) AND (m.claimed_until IS NULL OR m.claimed_until <= $1::timestamptz))`,
  rowShape({ id: 'int', url: 'text', secretSealed: 'bytea', previousSealed: 'bytea?' }),
);

const claimedShape = rowShape({ id: 'bigint', type: 'text', at: 'timestamptz', data: 'json', attempts: 'int' });
export type ClaimedMessage = ShapedRow<typeof claimedShape>;

/**
 * Claims the oldest due messages, for each object only the first waiting message. `$1` is the ID of the endpoint, `$2` the current time, `$3` the end
 * of the claim, and `$4` the ID of a single message, or null.
 */
export const claimMessages = statement(
  'claim_webhook_messages',
  `UPDATE webhook_message SET claimed_until = $3::timestamptz, attempts = attempts + 1 WHERE id IN (
    SELECT m.id FROM webhook_message m WHERE m.endpoint_id = $1 AND m.state = 'waiting' AND ($4::bigint IS NULL OR m.id = $4::bigint)
      AND (m.due_at IS NULL OR m.due_at <= $2::timestamptz) AND (m.claimed_until IS NULL OR m.claimed_until <= $2::timestamptz)
      AND NOT EXISTS (SELECT FROM webhook_message o WHERE o.endpoint_id = m.endpoint_id AND o.object = m.object AND o.state = 'waiting' AND o.id < m.id)
    ORDER BY m.id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
  RETURNING id, type, at, data, attempts`,
  claimedShape,
);

const INSERT_ATTEMPT = `attempt AS (INSERT INTO webhook_attempt (message_id, at, status, ms, error) SELECT id, $2::timestamptz, $3::int, $4::int, $5 FROM changed)`;

/** Marks a message as delivered. `$1` is its ID, `$2` to `$5` are the time, status, duration and error of the attempt. */
export const storeDelivered = statement(
  'webhook_delivered',
  `WITH changed AS (UPDATE webhook_message SET state = 'delivered', delivered_at = $2::timestamptz, claimed_until = NULL, due_at = NULL WHERE id = $1::bigint RETURNING id, endpoint_id), ${INSERT_ATTEMPT}
  UPDATE webhook_endpoint SET failing_since = NULL FROM changed WHERE webhook_endpoint.id = changed.endpoint_id AND failing_since IS NOT NULL`,
);

/**
 * Stores a failed attempt. The parameters are those of `storeDelivered`, and `$6` is the time of the next attempt, or null. Returns the time since
 * which the endpoint has been failing.
 */
export const storeFailed = statement(
  'webhook_refused',
  `WITH changed AS (UPDATE webhook_message SET state = CASE WHEN $6::timestamptz IS NULL THEN 'failed' ELSE 'waiting' END, due_at = $6::timestamptz, claimed_until = NULL
      WHERE id = $1::bigint RETURNING id, endpoint_id), ${INSERT_ATTEMPT}
  UPDATE webhook_endpoint SET failing_since = COALESCE(failing_since, $2::timestamptz) FROM changed WHERE webhook_endpoint.id = changed.endpoint_id
  RETURNING failing_since AS "failingSince"`,
  rowShape({ failingSince: 'timestamptz' }),
);
