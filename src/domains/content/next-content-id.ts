import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';

/** Statement for the next ID of the sequence that content, tickets, orders and attendees share. */
export const nextContentId = statement('next_content_id', 'SELECT next_content_id() AS id', rowShape({ id: 'int' }));

/** Statement for several IDs of the sequence of `nextContentId`, in ascending order. */
export const nextContentIds = statement(
  'next_content_ids',
  'SELECT next_content_id() AS id FROM generate_series(1, $1::int) ORDER BY 1',
  rowShape({ id: 'int' }),
);
