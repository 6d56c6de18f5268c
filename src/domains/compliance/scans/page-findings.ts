import { Parser } from 'htmlparser2';
import { foreignResources } from '#app/core/scanner/foreign-resources.ts';
import { FUNDING_CHOICES, markers } from './markers.ts';

/** Findings on the pages of a site so far. */
export interface Findings {
  /** Domains by cookie name. Empty means the site's own domain. */
  cookies: Map<string, string>;
  technologies: Set<string>;
  languages: Set<string>;
  hasConsentMode: boolean;
  hasTcf: boolean;
  /** Address of the privacy statement that pages link. */
  privacyStatement: string;
  competitor: string;
}

export const noFindings = (): Findings => ({
  cookies: new Map(),
  technologies: new Set(),
  languages: new Set(),
  hasConsentMode: false,
  hasTcf: false,
  privacyStatement: '',
  competitor: '',
});

/** Parses `Set-Cookie` headers that were joined with commas. A comma starts a new cookie only if a name follows, in contrast to the comma in a date. */
export function cookiesOf(header: string): { name: string; domain: string }[] {
  return header
    .split(/,\s*(?=[!#$%&'*+.^_`|~\w-]+=)/)
    .map((one) => ({
      name: /^\s*([^=;\s]+)=/.exec(one)?.[1] ?? '',
      domain: (/;\s*domain=\.?([^;\s]+)/i.exec(one)?.[1] ?? '').toLowerCase(),
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
  for (const { name, domain } of cookiesOf(setCookie ?? '')) findings.cookies.set(name, domain);
  const loaded = foreignResources(markup, url);
  for (const { technology, loads, cookies = [] } of markers) {
    const found = loaded.find((one) => loads.test(one.url));
    if (!found) continue;
    findings.technologies.add(technology);
    for (const name of cookies) if (!findings.cookies.has(name)) findings.cookies.set(name, new URL(found.url).hostname);
  }
  if (loaded.some((one) => FUNDING_CHOICES.test(one.url))) findings.competitor = 'Google';
  findings.hasConsentMode ||= /gtag\(\s*['"]consent['"]/.test(markup);
  findings.hasTcf ||= markup.includes('__tcfapi');
  readMarkup(markup, findings);
}

/** Converts the findings to the format of scanner reports (cache-compliance-maps-2fa-theme.md 2.8). */
export function resultOf(kind: 'scan' | 'checks', findings: Findings): Record<string, unknown> {
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
