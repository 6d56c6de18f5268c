import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { runContentTransaction } from '#app/domains/content/content.service.ts';
import { createContentIn } from '#app/domains/content/content.writer.ts';
import { page } from '#app/domains/content/kinds.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { acquireAdvisoryLock } from '#app/core/db/lock.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import type { Setting } from '#app/core/settings/setting.ts';
import type { Site } from '#app/site.ts';
import { checkoutPage, successPage } from './onboarding.settings.ts';

/** A page of the shop. */
interface ShopPage {
  setting: Setting<number>;
  title: string;
  content: string;
}

const shopPages: readonly ShopPage[] = [
  { setting: checkoutPage, title: 'Tickets checkout', content: 'Here you pay for the tickets in your cart.' },
  { setting: successPage, title: 'Tickets order completed', content: 'Thank you. Your tickets are on their way to your mailbox.' },
];

const existingPage = statement(
  'shop_page',
  `SELECT c.id FROM setting s JOIN content c ON to_jsonb(c.id) = s.value WHERE s.key = $1 AND c.kind = 'page' AND c.status <> 'trash'`,
  rowShape({ id: 'int' }),
);
const storePageId = statement(
  'store_shop_page',
  'INSERT INTO setting (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
);

/** Creates and publishes the missing pages of the shop. Concurrent calls create each page only once. Returns the number of created pages. */
export async function ensureShopPages(site: Site, viewer: Viewer): Promise<number> {
  let created: (readonly [Setting<number>, number])[] = [];
  await runContentTransaction(site, async (tx) => {
    created = [];
    await acquireAdvisoryLock(tx, 'shop pages');
    for (const { setting, title, content } of shopPages) {
      const [existing] = await queryIn(tx, existingPage, setting.key);
      if (existing) continue;
      const { id } = await createContentIn(site, tx, viewer, page, { title, content, status: 'publish' });
      await executeIn(tx, storePageId, setting.key, JSON.stringify(id));
      created.push([setting, id]);
    }
  });
  // the IDs are already stored, but this also notifies all processes
  for (const [setting, id] of created) await site.settings.set(setting, id);
  return created.length;
}
