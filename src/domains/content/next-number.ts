import { answer } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';

/** Draws the next number of content, tickets, orders and attendees, which have one sequence. */
export const nextNumber = statement('next_content_id', 'SELECT next_content_id() AS id', answer({ id: 'int' }));

/** Draws a number of them, in ascending order. */
export const nextNumbers = statement(
  'next_content_ids',
  'SELECT next_content_id() AS id FROM generate_series(1, $1::int) ORDER BY 1',
  answer({ id: 'int' }),
);
