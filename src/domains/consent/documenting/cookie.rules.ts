import { createHash } from 'node:crypto';
import { cookiePrefix } from '../configuration/own-service.ts';
import { type Decision, readDecision } from './decision.rules.ts';

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

/** Returns the name of the consent cookie (section 2.2). Only its newest version distinguishes sites on one host. */
export function consentCookieName(site: { siteUrl: string; cookieVersion: number; context: string }): string {
  const suffix = site.context === '' ? '' : `-${site.context}`;
  if (site.cookieVersion === 1) return `${cookiePrefix}-blog:1${suffix}`;
  const path = createHash('md5').update(`${site.siteUrl}/`).digest('hex').slice(0, 7);
  return `${cookiePrefix}-v:${site.cookieVersion}_blog:1_path:${path}${suffix}`;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const VALUE = new RegExp(`^(?:(\\d{1,10}):)?:?(${UUID}(?:,${UUID})*):([a-f0-9]{32}):(.+)$`, 's');
/** Maximum length of the value. Browsers limit cookies to 4096 bytes including name and attributes. */
const MAX_BYTES = 3600;

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}

/** Parses the consent cookie. Returns null if this site cannot have written the value. */
export function readConsentCookie(value: string | undefined): RememberedConsent | null {
  const match = value === undefined ? null : VALUE.exec(value);
  if (!match) return null;
  const [, created, uuids = '', hash = '', json = ''] = match;
  const content = parse(json);
  if (typeof content !== 'object' || content === null) return null;
  // older cookies contain only the decision
  const { d, bc } = 'bc' in content ? (content as { d?: unknown; bc: unknown }) : { d: content, bc: 'none' };
  const decision = readDecision(d);
  if (!decision || typeof bc !== 'string') return null;
  return { created: created === undefined ? null : Number(created), uuids: uuids.split(','), hash, decision, button: bc };
}

/** Returns the value of the consent cookie, not yet encoded. Includes as many former consents as fit. */
export function consentCookieValue({ created, uuids, hash, decision, button }: RememberedConsent & { created: number }): string {
  const d = Object.keys(decision).length === 0 ? [] : decision;
  const rest = `:${hash}:${JSON.stringify({ d, bc: button })}`;
  const room = MAX_BYTES - encodeURIComponent(`${created}:${rest}`).length;
  // 36 characters and an encoded comma
  const kept = uuids.slice(0, Math.max(1, Math.floor(room / 39)));
  return `${created}:${kept.join()}${rest}`;
}
