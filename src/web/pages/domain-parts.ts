import { createHash } from 'node:crypto';
import type { PageHead, PagePart, PagePlace } from '#app/core/domain/domain.ts';
import type { Html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { Site } from '#app/site.ts';

/** Elements that domains add to the head of every page, and the directives that these need. */
export interface DomainHeads {
  markup: readonly Html[];
  /** Elements at the end of the page. */
  foot: readonly Html[];
  /** Directives for the site's scripts, each with its semicolon; empty if no script is used. */
  policy: string;
}

/** Directives of pages that only have scripts of the site. */
export const SCRIPTS_OF_THE_SITE = "script-src 'self'; connect-src 'self'; ";

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Returns the directives for the heads. External code loads more of itself from unknown hosts, so it is allowed wherever the reader consented to it. */
function policyOf(heads: readonly PageHead[]): string {
  const hashes = heads.flatMap(({ inline = [] }) => inline.map(hashOf));
  const elsewhere = heads.some(({ runsOthers }) => runsOthers) ? ['https:'] : [];
  if (hashes.length === 0 && elsewhere.length === 0 && !heads.some(({ usesScripts }) => usesScripts)) return '';
  return `script-src ${["'self'", ...hashes, ...elsewhere].join(' ')}; connect-src ${["'self'", ...elsewhere].join(' ')}; `;
}

/** Collects the heads of all domains for a public page and its reader's cookies, or for any other page. */
export async function domainHeads(site: Site, cookies: Readonly<Record<string, string | undefined>> | null = null): Promise<DomainHeads> {
  return together(await Promise.all(site.domains.map(async (domain) => (await domain.pageHead?.(site, cookies)) ?? null)));
}

/** Collects the heads of all domains for the page that other sites embed in a frame. */
export async function framedHeads(site: Site): Promise<DomainHeads> {
  return together(await Promise.all(site.domains.map(async (domain) => (await domain.framedHead?.(site)) ?? null)));
}

function together(heads: readonly (PageHead | null)[]): DomainHeads {
  const given = heads.filter((head): head is PageHead => head !== null);
  return { markup: given.map(({ markup }) => markup), foot: given.flatMap(({ foot }) => foot ?? []), policy: policyOf(given) };
}

/** Returns the body of a public page after all domains adapted it for the reader. */
export async function domainBody(site: Site, body: Html, cookies: Readonly<Record<string, string | undefined>>): Promise<Html> {
  let shown = body;
  for (const domain of site.domains) if (domain.pageBody) shown = await domain.pageBody(site, shown, cookies);
  return shown;
}

/** Collects the parts that domains add to a page with places. */
export function placesParts(site: Site, say: Say, places: readonly PagePlace[]): PagePart[] {
  if (places.length === 0) return [];
  return site.domains.map((domain) => domain.placesPart?.(site, say, places) ?? null).filter((part) => part !== null);
}

/** Collects the parts that a public page needs for its body. */
export function bodyParts(site: Site, body: Html): PagePart[] {
  return site.domains.map((domain) => domain.bodyPart?.(site, body) ?? null).filter((part) => part !== null);
}
