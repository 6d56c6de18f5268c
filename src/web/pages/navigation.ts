import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { MenuLink } from '#app/core/domain/domain.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { Site } from '#app/site.ts';
import { nonceField } from './forms.ts';

/** What the domains put into the menu of every page, for this reader. */
async function menuOf(site: Site, viewer: Viewer | null, say: Say): Promise<MenuLink[]> {
  const can = (capability: string) => viewer?.can(capability) ?? false;
  const links = await Promise.all(site.domains.map(async (domain) => (await domain.menuLinks?.(site, can, say)) ?? []));
  const sorted = links.flat().sort((one, other) => one.rank - other.rank);
  // a page that was given a place in the menu is not repeated where pages stand otherwise
  return sorted.filter(({ path }, at) => sorted.findIndex((one) => one.path === path) === at);
}

/** The menu of every page, and who is signed in. `isBare`: only what needs no database, which may be what is missing. */
export async function navigation(site: Site, viewer: Viewer | null, say: Say, isBare: boolean): Promise<Html> {
  const links = isBare ? [] : await menuOf(site, viewer, say);
  const items = links.map(
    ({ label, path }) => html`<li><a href="${sitePath(site, path)}" dir="auto">${label}</a></li>
        `,
  );
  if (!viewer) return html`${items}<li><a href="${sitePath(site, '/sign-in')}">${say('page.signIn')}</a></li>`;
  return html`${items}<li><a href="${sitePath(site, '/account')}" dir="auto">${viewer.user?.displayName}</a></li>
        <li><form method="post" action="${sitePath(site, '/sign-out')}">${nonceField(site, viewer, 'sign_out')}<button class="plain small">${say('page.signOut')}</button></form></li>`;
}

/** What the footer of every page links to; nothing where no domain has anything. */
export function footerLinks(site: Site, say: Say): Html | null {
  const links = site.domains.flatMap((domain) => domain.footerLinks?.(site, say) ?? []);
  if (links.length === 0) return null;
  const items = links.map(({ label, path }) => html`<li><a href="${sitePath(site, path)}">${label}</a></li>`);
  return html`<nav aria-label="${say('page.legal')}"><ul>${items}</ul></nav>`;
}
