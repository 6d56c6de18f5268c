import { createHash } from 'node:crypto';
import { cookiePrefix } from '../configuration/own-service.ts';
import { type Decision, parseDecision } from './decision.rules.ts';

/** Content of the consent cookie. */
export interface RememberedConsent {
  /** Unix seconds. Null in cookies without a time. */
  created: number | null;
  /** IDs of the visitor's consents, newest first. */
  uuids: readonly string[];
  /** Hash of the published revision at the time of the consent. */
  hash: string;
  decision: Decision;
  button: string;
}

/**
 * Returns the name of the consent cookie (docs/behaviour/consent-queue-product.md 2.2). From version 2, the name differs between sites on the same
 * host. It also differs between the contexts of a site, such as its languages.
 */
export function getConsentCookieName(site: { siteUrl: string; cookieVersion: number; context: string }): string {
  const suffix = site.context === '' ? '' : `-${site.context}`;
  if (site.cookieVersion === 1) return `${cookiePrefix}-blog:1${suffix}`;
  const pathHash = createHash('md5').update(`${site.siteUrl}/`).digest('hex').slice(0, 7);
  return `${cookiePrefix}-v:${site.cookieVersion}_blog:1_path:${pathHash}${suffix}`;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const COOKIE_VALUE = new RegExp(`^(?:(\\d{1,10}):)?:?(${UUID}(?:,${UUID})*):([a-f0-9]{32}):(.+)$`, 's');
/** Maximum length of the value. Browsers limit cookies to 4096 bytes including name and attributes. */
const MAX_VALUE_BYTES = 3600;

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}

/** Parses the value of the consent cookie. Returns null for an unknown format. */
export function parseConsentCookie(value: string | undefined): RememberedConsent | null {
  const match = value === undefined ? null : COOKIE_VALUE.exec(value);
  if (!match) return null;
  const [, created, uuids = '', hash = '', json = ''] = match;
  const content = parseJson(json);
  if (typeof content !== 'object' || content === null) return null;
  // older cookies contain only the decision
  const { d, bc } = 'bc' in content ? (content as { d?: unknown; bc: unknown }) : { d: content, bc: 'none' };
  const decision = parseDecision(d);
  if (!decision || typeof bc !== 'string') return null;
  return { created: created === undefined ? null : Number(created), uuids: uuids.split(','), hash, decision, button: bc };
}

/** Returns the value of the consent cookie, not URL-encoded. Includes the IDs of as many consents as fit, but at least the newest. */
export function formatConsentCookie({ created, uuids, hash, decision, button }: RememberedConsent & { created: number }): string {
  const d = Object.keys(decision).length === 0 ? [] : decision;
  const suffix = `:${hash}:${JSON.stringify({ d, bc: button })}`;
  const availableBytes = MAX_VALUE_BYTES - encodeURIComponent(`${created}:${suffix}`).length;
  // a UUID takes 39 bytes: 36 characters and an encoded comma
  const storedUuids = uuids.slice(0, Math.max(1, Math.floor(availableBytes / 39)));
  return `${created}:${storedUuids.join()}${suffix}`;
}
