import { createHash } from 'node:crypto';
import type { PageHead, PagePart, PagePlace } from '#app/core/domain/domain.ts';
import type { Html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { Site } from '#app/site.ts';

/** What the domains put into the head of every page, and what the content security policy says for it. */
export interface DomainHeads {
  markup: readonly Html[];
  /** What they put at its end. */
  foot: readonly Html[];
  /** Directives for scripts of the site, each with its end; empty where no script is used. */
  policy: string;
}

/** What a policy says of pages whose scripts are all the site's own. */
export const SCRIPTS_OF_THE_SITE = "script-src 'self'; connect-src 'self'; ";

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Code of others fetches more of itself from hosts that nobody knows beforehand: it is let, where its reader has allowed it. */
function policyOf(heads: readonly PageHead[]): string {
  const hashes = heads.flatMap(({ inline = [] }) => inline.map(hashOf));
  const elsewhere = heads.some(({ runsOthers }) => runsOthers) ? ['https:'] : [];
  if (hashes.length === 0 && elsewhere.length === 0 && !heads.some(({ usesScripts }) => usesScripts)) return '';
  return `script-src ${["'self'", ...hashes, ...elsewhere].join(' ')}; connect-src ${["'self'", ...elsewhere].join(' ')}; `;
}

/** The heads of all domains, for the reader of a public page with these cookies, or of any other page. */
export async function domainHeads(site: Site, cookies: Readonly<Record<string, string | undefined>> | null = null): Promise<DomainHeads> {
  return together(await Promise.all(site.domains.map(async (domain) => (await domain.pageHead?.(site, cookies)) ?? null)));
}

/** The heads of all domains for the small page that other sites frame. */
export async function framedHeads(site: Site): Promise<DomainHeads> {
  return together(await Promise.all(site.domains.map(async (domain) => (await domain.framedHead?.(site)) ?? null)));
}

function together(heads: readonly (PageHead | null)[]): DomainHeads {
  const given = heads.filter((head): head is PageHead => head !== null);
  return { markup: given.map(({ markup }) => markup), foot: given.flatMap(({ foot }) => foot ?? []), policy: policyOf(given) };
}

/** The body of a public page, as the domains want this reader to have it. */
export async function domainBody(site: Site, body: Html, cookies: Readonly<Record<string, string | undefined>>): Promise<Html> {
  let shown = body;
  for (const domain of site.domains) if (domain.pageBody) shown = await domain.pageBody(site, shown, cookies);
  return shown;
}

/** What the domains add to a page that tells of places. */
export function placesParts(site: Site, say: Say, places: readonly PagePlace[]): PagePart[] {
  if (places.length === 0) return [];
  return site.domains.map((domain) => domain.placesPart?.(site, say, places) ?? null).filter((part) => part !== null);
}

/** What a public page needs for what domains have put into its body. */
export function bodyParts(site: Site, body: Html): PagePart[] {
  return site.domains.map((domain) => domain.bodyPart?.(site, body) ?? null).filter((part) => part !== null);
}
