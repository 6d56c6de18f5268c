import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { ContentRecord } from '../../content/record.ts';
import { renderContentTitle } from '../../content/rendering.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { formatSiteDay } from '#app/core/language/site-day.ts';
import { type Translate, getTexts } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { buildTermLink } from '../terms/term.record.ts';
import { buildAuthorLink, type UserRecord } from '#app/domains/identity/users/user.record.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';

/** Returns the title as markup. Blank titles get a default text, so that their links are visible. */
export function renderTitle(content: ContentRecord, translate: Translate = getTexts('en')): Html {
  const title = renderContentTitle(content);
  const titleOrDefault = stripTags(title) === '' ? translate('content.untitled') : title;
  return trustHtml(content.password === '' ? titleOrDefault : translate('content.protectedTitle', { title: titleOrDefault }));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…' };

/** Converts markup to plain text and decodes common entities. The caller must escape the result. */
export function toPlainText(markup: string): string {
  return stripTags(markup).replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi,
    (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? entity;
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : entity;
    },
  );
}

/** Renders the day of a wall time in the site's zone. */
export function renderDay(site: Site, wall: WallTime, translate: Translate): Html {
  return html`<time datetime="${wall}">${formatSiteDay(site, translate, wall)}</time>`;
}

/** Renders the day and the author below a title. */
export function renderByline(site: Site, content: ContentRecord, author: UserRecord | null, translate: Translate): Html {
  return html`<p class="quiet">${renderDay(site, content.dateLocal, translate)}${author && html` ${translate('content.by')} <a rel="author" href="${buildAuthorLink(site, author)}">${author.displayName}</a>`}</p>`;
}

/** Renders the terms of one taxonomy as links; null if none exist. */
export function renderTermList(site: Site, content: ContentRecord, taxonomy: string, label: string): Html | null {
  const terms = content.terms.filter((term) => term.taxonomy === taxonomy);
  if (terms.length === 0) return null;
  return html`<p class="quiet">${label}: ${terms.map((term, i) => html`${i > 0 && ', '}<a href="${buildTermLink(site, term)}">${toPlainText(term.name)}</a>`)}</p>`;
}

/** Renders links to the previous and next page of a list; null for a list of one page. `base` is the path of the first page, with a trailing `/`. */
export function renderPageLinks(site: Site, translate: Translate, base: string, page: number, totalPages: number): Html | null {
  if (totalPages < 2) return null;
  const buildUrl = (target: number) => toSitePath(site, target === 1 ? base : `${base}page/${target}/`);
  return html`<nav class="actions" aria-label="${translate('list.pages')}">
  ${page > 1 && html`<a rel="prev" href="${buildUrl(page - 1)}">${translate('list.newer')}</a>`}
  <span class="quiet">${translate('list.page', { page, pages: totalPages })}</span>
  ${page < totalPages && html`<a rel="next" href="${buildUrl(page + 1)}">${translate('list.older')}</a>`}
</nav>`;
}
