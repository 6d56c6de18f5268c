import { answer } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

const end = statement('consent_log_place', 'SELECT position, link FROM consent_log_head', answer({ position: 'int', link: 'text' }));

/** Where the log of consents ends: the place of the last one, and its link; 0 before the first. */
export async function logEnd(site: Site): Promise<{ position: number; link: string }> {
  const [head] = await site.db.rows(end);
  return head ?? { position: 0, link: '' };
}
