import { createHash } from 'node:crypto';
import type { PageHead, PagePart, PagePlace } from '#app/core/domain/domain.ts';
import type { Html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';

/** Elements that domains add to every page, and the content security directives that they need. */
export interface DomainHeads {
  markup: readonly Html[];
  /** Elements at the end of the page. */
  bodyEnd: readonly Html[];
  /** Directives for the site's scripts, each with its semicolon. An empty string if no script is used. */
  policy: string;
}

/** Directives of pages that have only scripts of the site. */
export const SITE_SCRIPTS_POLICY = "script-src 'self'; connect-src 'self'; ";

const hashScript = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * Returns the directives that the heads need. Third-party code loads further code from unknown hosts, so all https hosts are allowed if the viewer
 * accepted third-party code.
 */
function createPolicy(heads: readonly PageHead[]): string {
  const hashes = heads.flatMap(({ inlineScripts = [] }) => inlineScripts.map(hashScript));
  const thirdPartySources = heads.some(({ allowsThirdPartyCode }) => allowsThirdPartyCode) ? ['https:'] : [];
  if (hashes.length === 0 && thirdPartySources.length === 0 && !heads.some(({ usesScripts }) => usesScripts)) return '';
  return `script-src ${["'self'", ...hashes, ...thirdPartySources].join(' ')}; connect-src ${["'self'", ...thirdPartySources].join(' ')}; `;
}

/** Collects the heads of all domains. `cookies` are those of the viewer of a public page; null for other pages. */
export async function collectHeads(site: Site, cookies: Readonly<Record<string, string | undefined>> | null = null): Promise<DomainHeads> {
  return combineHeads(await Promise.all(site.domains.map(async (domain) => (await domain.getPageHead?.(site, cookies)) ?? null)));
}

/** Collects the heads of all domains for the page that other sites embed in a frame. */
export async function collectEmbedHeads(site: Site): Promise<DomainHeads> {
  return combineHeads(await Promise.all(site.domains.map(async (domain) => (await domain.getEmbedHead?.(site)) ?? null)));
}

function combineHeads(heads: readonly (PageHead | null)[]): DomainHeads {
  const present = heads.filter((head): head is PageHead => head !== null);
  return {
    markup: present.map(({ markup }) => markup),
    bodyEnd: present.flatMap(({ bodyEnd }) => bodyEnd ?? []),
    policy: createPolicy(present),
  };
}

/** Lets all domains adapt the body of a public page for a viewer with these cookies. */
export async function adaptBody(site: Site, body: Html, cookies: Readonly<Record<string, string | undefined>>): Promise<Html> {
  let adaptedBody = body;
  for (const domain of site.domains) if (domain.adaptPageBody) adaptedBody = await domain.adaptPageBody(site, adaptedBody, cookies);
  return adaptedBody;
}

/** Collects the parts that domains add to a page with places. */
export function collectPlacesParts(site: Site, translate: Translate, places: readonly PagePlace[]): PagePart[] {
  if (places.length === 0) return [];
  return site.domains.map((domain) => domain.getPlacesPart?.(site, translate, places) ?? null).filter((part) => part !== null);
}

/** Collects the parts that a public page needs for its body. */
export function collectBodyParts(site: Site, body: Html): PagePart[] {
  return site.domains.map((domain) => domain.getBodyPart?.(site, body) ?? null).filter((part) => part !== null);
}
