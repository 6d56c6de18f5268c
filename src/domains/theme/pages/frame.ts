import type { MenuLink, PagePart, SiteFrame } from '#app/core/domain/domain.ts';
import { html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { siteDescription } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { loadContentItems } from '../../content/content.reader.ts';
import { post } from '../../content/kinds.ts';
import { loadContentPage } from '../../content/content.list.ts';
import { toPlainText, renderTitle } from '../../content/pages/parts.ts';
import { buildPermalink } from '../../content/permalinks.ts';
import type { ContentRecord } from '../../content/record.ts';
import { toSitePath } from '../../identity/auth/redirect.ts';
import { appearance, choiceNames } from '../appearance.settings.ts';
import { APPEARANCE_PATH } from '../path.ts';

const MAX_POSTS = 5;

/** Returns the frame that all pages share, as the settings specify. */
export function createSiteFrame(site: Site): SiteFrame {
  const chosenAppearance = site.settings.get(appearance);
  return {
    classes: choiceNames.map((name) => `${name}-${chosenAppearance[name]}`),
    tagline: site.settings.get(siteDescription),
    footerText: chosenAppearance.footerText,
  };
}

const getPath = (site: Site, content: ContentRecord): string => buildPermalink(site, content).slice(site.config.siteUrl.length);

/** Returns links to the pages of the menu and, for users who may edit the appearance, a link to its settings. */
export async function listThemeLinks(site: Site, can: (capability: string) => boolean, translate: Translate): Promise<MenuLink[]> {
  const { menuPages } = site.settings.get(appearance);
  const pages = menuPages.length === 0 ? [] : await loadContentItems(site, menuPages);
  const menu = menuPages.flatMap(
    (id) => pages.find((content) => content.id === id && content.kind === 'page' && content.status === 'publish') ?? [],
  );
  return [
    ...menu.map((page, i) => ({ label: toPlainText(renderTitle(page, translate).toString()), path: getPath(site, page), rank: i / 100 })),
    ...(can('edit_theme_options')
      ? [{ label: translate('appearance.title'), path: APPEARANCE_PATH, rank: 9, forStaff: 'settings' as const }]
      : []),
  ];
}

/** Renders the sidebar of a post or page with the newest other posts. Returns null without a sidebar or without other posts. */
export async function renderLatestPosts(site: Site, contentId: number, translate: Translate): Promise<PagePart | null> {
  if (site.settings.get(appearance).sidebar === 'none') return null;
  const { nodes } = await loadContentPage(site, {
    kind: post.name,
    statuses: ['publish'],
    page: 1,
    perPage: MAX_POSTS + 1,
    orderBy: 'date',
    order: 'desc',
  });
  const others = nodes.filter(({ id }) => id !== contentId).slice(0, MAX_POSTS);
  if (others.length === 0) return null;
  const items = others.map(
    (other) =>
      html`<li><a href="${toSitePath(site, getPath(site, other))}">${toPlainText(renderTitle(other, translate).toString())}</a></li>`,
  );
  const body = html`<aside class="sidebar" aria-label="${translate('appearance.latest')}"><h2>${translate('appearance.latest')}</h2><ul>${items}</ul></aside>`;
  return { body, head: html``, usesScripts: false, imageSources: [] };
}
