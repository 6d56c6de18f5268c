import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

const selectEnd = statement(
  'consent_log_place',
  'SELECT position, link FROM consent_log_head',
  rowShape({ position: 'int', link: 'text' }),
);

/** Returns the position and link of the last consent. For an empty log, the position is 0 and the link is an empty string. */
export async function readLogEnd(site: Site): Promise<{ position: number; link: string }> {
  const [head] = await site.db.rows(selectEnd);
  return head ?? { position: 0, link: '' };
}
