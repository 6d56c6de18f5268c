import type { Site } from '#app/site.ts';
import { html } from '#app/core/text/html.ts';
import type { ShortcodeExpander } from '#app/core/shortcodes/expand-shortcodes.ts';
import { buildMapUrl } from './map.columns.ts';

/**
 * Expands `[map id="N"]` to a link to the map's page, or to an empty string if the map does not exist or is in the trash. Runs one statement for all
 * shortcodes.
 */
export const renderMapShortcode: ShortcodeExpander<Site> = async (site, shortcodes) => {
  const ids = shortcodes.map(({ id }) => Number(id)).filter((id) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31);
  const maps = await site.db.prisma.map.findMany({ where: { id: { in: ids }, isTrashed: false }, select: { id: true, title: true } });
  const titles = new Map(maps.map(({ id, title }) => [id, title]));
  return shortcodes.map(({ id }) => {
    const title = titles.get(Number(id));
    return title === undefined ? '' : html`<a class="map-link" href="${buildMapUrl(site, Number(id))}">${title}</a>`.toString();
  });
};
