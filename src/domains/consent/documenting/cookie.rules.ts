import { createHash } from 'node:crypto';
import { cookiePrefix } from '../configuration/own-service.ts';
import { type Decision, readDecision } from './decision.rules.ts';

/** What a visitor's browser remembers of their consents. */
export interface RememberedConsent {
  /** Unix seconds; null in cookies that do not say it. */
  created: number | null;
  /** Newest first. */
  uuids: readonly string[];
  /** Published revision that it was given for. */
  hash: string;
  decision: Decision;
  button: string;
}

/** Name of the consent cookie (section 2.2). Only the newest form of it tells sites on one host apart. */
export function consentCookieName(site: { siteUrl: string; cookieVersion: number; context: string }): string {
  const suffix = site.context === '' ? '' : `-${site.context}`;
  if (site.cookieVersion === 1) return `${cookiePrefix}-blog:1${suffix}`;
  const path = createHash('md5').update(`${site.siteUrl}/`).digest('hex').slice(0, 7);
  return `${cookiePrefix}-v:${site.cookieVersion}_blog:1_path:${path}${suffix}`;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const VALUE = new RegExp(`^(?:(\\d{1,10}):)?:?(${UUID}(?:,${UUID})*):([a-f0-9]{32}):(.+)$`, 's');
/** Browsers keep no cookie of more than 4096 bytes; name and attributes need some of them. */
const MAX_BYTES = 3600;

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}

/** The consent that a cookie remembers; null when its value is not one that this site would have written. */
export function readConsentCookie(value: string | undefined): RememberedConsent | null {
  const match = value === undefined ? null : VALUE.exec(value);
  if (!match) return null;
  const [, created, uuids = '', hash = '', json = ''] = match;
  const content = parse(json);
  if (typeof content !== 'object' || content === null) return null;
  // former values were the decision itself
  const { d, bc } = 'bc' in content ? (content as { d?: unknown; bc: unknown }) : { d: content, bc: 'none' };
  const decision = readDecision(d);
  if (!decision || typeof bc !== 'string') return null;
  return { created: created === undefined ? null : Number(created), uuids: uuids.split(','), hash, decision, button: bc };
}

/** Value of the consent cookie, not yet encoded. As many former consents are named as fit into a cookie. */
export function consentCookieValue({ created, uuids, hash, decision, button }: RememberedConsent & { created: number }): string {
  const d = Object.keys(decision).length === 0 ? [] : decision;
  const rest = `:${hash}:${JSON.stringify({ d, bc: button })}`;
  const room = MAX_BYTES - encodeURIComponent(`${created}:${rest}`).length;
  // 36 characters and an encoded comma
  const kept = uuids.slice(0, Math.max(1, Math.floor(room / 39)));
  return `${created}:${kept.join()}${rest}`;
}
