import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { MenuLink } from '#app/core/domain/domain.ts';
import { pageOnFront } from '#app/core/settings/site.settings.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { page } from '../kinds.ts';
import { toPlainText } from './parts.ts';

/** Maximum number of pages in the menu. */
const MAX_LINKS = 6;

const menuPages = statement(
  'menu_pages',
  `SELECT id, title, slug FROM content
   WHERE kind = 'page' AND status = 'publish' AND parent_id IS NULL AND slug <> '' ORDER BY menu_order, id LIMIT ${MAX_LINKS + 1}`,
  rowShape({ id: 'int', title: 'text', slug: 'text' }),
);

/** Returns menu links to published top-level pages in their manual order. Omits the front page, which has its own link. */
export async function listMenuLinks(site: Site, _can: unknown, translate: Translate): Promise<MenuLink[]> {
  const pages = await site.db.rows(menuPages);
  return [
    ...pages
      .filter(({ id }) => id !== site.settings.get(pageOnFront))
      .slice(0, MAX_LINKS)
      .map(({ id, title, slug }) => ({
        label: toPlainText(title) || translate('content.untitled'),
        path: page.path({ id, dateLocal: '', pathAbove: null }, slug),
        rank: 1,
      })),
    { label: translate('menu.search'), path: '/search/', rank: 3 },
  ];
}
