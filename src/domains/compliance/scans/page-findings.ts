import { Parser } from 'htmlparser2';
import { findForeignResources } from '#app/core/scanner/foreign-resources.ts';
import { FUNDING_CHOICES, markers } from './markers.ts';

/** Findings so far on the pages of a site. */
export interface Findings {
  /** Domains by cookie name. An empty string stands for the site's own domain. */
  cookies: Map<string, string>;
  technologies: Set<string>;
  languages: Set<string>;
  hasConsentMode: boolean;
  hasTcf: boolean;
  /** URL of the privacy statement to which pages link, or an empty string. */
  privacyStatement: string;
  /** Provider of another consent tool on the pages, or an empty string. */
  competitor: string;
}

export const createFindings = (): Findings => ({
  cookies: new Map(),
  technologies: new Set(),
  languages: new Set(),
  hasConsentMode: false,
  hasTcf: false,
  privacyStatement: '',
  competitor: '',
});

/**
 * Parses `Set-Cookie` headers that were joined with commas. Dates also contain commas, so a comma separates cookies only if the name of a
 * cookie follows.
 */
export function parseSetCookie(header: string): { name: string; domain: string }[] {
  return header
    .split(/,\s*(?=[!#$%&'*+.^_`|~\w-]+=)/)
    .map((cookie) => ({
      name: /^\s*([^=;\s]+)=/.exec(cookie)?.[1] ?? '',
      domain: (/;\s*domain=\.?([^;\s]+)/i.exec(cookie)?.[1] ?? '').toLowerCase(),
    }))
    .filter(({ name }) => name !== '');
}

/** Finds the languages of a page and its link to a privacy statement. */
function readMarkup(markup: string, findings: Findings): void {
  let link: string | null = null;
  const parser = new Parser({
    onopentag(name, { lang, hreflang, href, rel }) {
      if (name === 'html' && lang) findings.languages.add(lang);
      if (name === 'link' && rel === 'alternate' && hreflang && hreflang !== 'x-default') findings.languages.add(hreflang);
      if (name === 'a') link = href ?? null;
      if (name === 'a' && href && /privacy[-_]?(?:policy|statement)/i.test(href)) findings.privacyStatement ||= href;
    },
    ontext(text) {
      if (link !== null && /privacy (?:policy|statement)|datenschutz/i.test(text)) findings.privacyStatement ||= link;
    },
    onclosetag(name) {
      if (name === 'a') link = null;
    },
  });
  parser.end(markup);
}

/** Adds the findings of one page: its cookies, external resources and languages. */
export function addPageFindings(findings: Findings, page: { url: string; markup: string; setCookie: string | undefined }): void {
  const { url, markup, setCookie } = page;
  for (const { name, domain } of parseSetCookie(setCookie ?? '')) findings.cookies.set(name, domain);
  const resources = findForeignResources(markup, url);
  for (const { technology, loads, cookies = [] } of markers) {
    const resource = resources.find((candidate) => loads.test(candidate.url));
    if (!resource) continue;
    findings.technologies.add(technology);
    for (const name of cookies) if (!findings.cookies.has(name)) findings.cookies.set(name, new URL(resource.url).hostname);
  }
  if (resources.some((resource) => FUNDING_CHOICES.test(resource.url))) findings.competitor = 'Google';
  findings.hasConsentMode ||= /gtag\(\s*['"]consent['"]/.test(markup);
  findings.hasTcf ||= markup.includes('__tcfapi');
  readMarkup(markup, findings);
}

/** Converts the findings to the format of scanner reports (docs/behaviour/cache-compliance-maps-2fa-theme.md 2.8). */
export function toScanResult(kind: 'scan' | 'checks', findings: Findings): Record<string, unknown> {
  if (kind === 'scan') return { trackers: [...findings.cookies].map(([name, domain]) => ({ type: 'cookie', name, domain })) };
  return {
    meta: {
      googleConsentMode: { found: findings.hasConsentMode },
      tcf: { installed: findings.hasTcf },
      languages: [...findings.languages],
      detected_pp: findings.privacyStatement,
      detected_competitor: findings.competitor,
    },
    additional_technologies: [...findings.technologies].map((name) => ({ name })),
    perfect_matches: [],
  };
}
