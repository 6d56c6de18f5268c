import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { MenuLink } from '#app/core/domain/domain.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { renderNonceField } from './forms.ts';

/** Collects the menu links of all domains for a viewer with these capabilities. */
async function collectMenu(site: Site, can: (capability: string) => boolean, translate: Translate): Promise<MenuLink[]> {
  const links = await Promise.all(site.domains.map(async (domain) => (await domain.getMenuLinks?.(site, can, translate)) ?? []));
  const sorted = links.flat().sort((a, b) => a.rank - b.rank);
  // a page that the menu lists explicitly is not repeated at its default position
  return sorted.filter(({ path }, index) => sorted.findIndex((link) => link.path === path) === index);
}

/** Returns the path of the first staff page that a user may open, or null if none exists. */
export async function findFirstStaffPath(site: Site, viewer: Viewer, translate: Translate): Promise<string | null> {
  const links = await collectMenu(site, (capability) => viewer.can(capability), translate);
  return links.find(({ forStaff }) => forStaff === 'work')?.path ?? null;
}

/** Returns the links to the settings that a user may change. */
export async function getSettingsLinks(site: Site, viewer: Viewer, translate: Translate): Promise<MenuLink[]> {
  return (await collectMenu(site, (capability) => viewer.can(capability), translate)).filter(({ forStaff }) => forStaff === 'settings');
}

/** Links of a menu: `site` for all links, `staff` for staff links only, `bare` for none, on pages that work without the database. */
type MenuKind = 'site' | 'staff' | 'bare';

/** Renders the menu of a page: links of domains, and the account of the signed-in user or a link to sign in. */
export async function renderNavigation(site: Site, viewer: Viewer | null, translate: Translate, kind: MenuKind): Promise<Html> {
  const menuLinks = kind === 'bare' ? [] : await collectMenu(site, (capability) => viewer?.can(capability) ?? false, translate);
  const work = menuLinks.filter(({ forStaff }) => forStaff === 'work');
  const links = kind === 'staff' ? work : menuLinks.filter((link) => link.forStaff === undefined || link === work[0]);
  const items = links.map(
    ({ label, path }) => html`<li><a href="${toSitePath(site, path)}" dir="auto">${label}</a></li>
        `,
  );
  if (!viewer) return html`${items}<li><a href="${toSitePath(site, '/sign-in')}">${translate('page.signIn')}</a></li>`;
  return html`${items}<li><a href="${toSitePath(site, '/account')}" dir="auto">${viewer.user?.displayName}</a></li>
        <li><form method="post" action="${toSitePath(site, '/sign-out')}">${renderNonceField(site, viewer, 'sign_out')}<button class="plain small">${translate('page.signOut')}</button></form></li>`;
}

/** Renders the links of the footer. Returns null if none exist. */
export function renderFooterLinks(site: Site, translate: Translate): Html | null {
  const links = site.domains.flatMap((domain) => domain.getFooterLinks?.(site, translate) ?? []);
  if (links.length === 0) return null;
  const items = links.map(({ label, path }) => html`<li><a href="${toSitePath(site, path)}">${label}</a></li>`);
  return html`<nav aria-label="${translate('page.legal')}"><ul>${items}</ul></nav>`;
}
