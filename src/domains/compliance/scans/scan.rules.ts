import { isPhpEmpty } from '#app/core/text/php-empty.ts';
import type { SeenCookie } from '../cookies/inventory.service.ts';

/** Kinds of scans: `scan` finds the cookies of pages, `checks` finds legal requirements of the site. */
export type ScanKind = 'scan' | 'checks';

/** A tracker in a scanner's report. */
interface Tracker {
  type?: unknown;
  name?: unknown;
  domain?: unknown;
}

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the cookies and storage entries of a scanner's result, and omits other trackers. Null if the result has no list of trackers. */
export function trackersOf(result: unknown): SeenCookie[] | null {
  const list = isMap(result) ? result['trackers'] : null;
  if (!Array.isArray(list) || list.length === 0) return null;
  return list.filter(isMap).flatMap(({ type, name, domain }: Tracker): SeenCookie[] => {
    if (type === 'cookie') return [{ type, name: text(name), domain: text(domain) || 'self' }];
    return type === 'webStorage' ? [{ type: 'localstorage', name: text(name), domain: 'self' }] : [];
  });
}

export type DetectionName = 'block_01' | 'block_02' | 'block_03' | 'block_04' | 'block_05' | 'block_06' | 'block_07';

/** A possible legal requirement of the site. */
export interface Detection {
  name: DetectionName;
  kind: 'urgent' | 'open';
  priority: number;
  args: Readonly<Record<string, string>>;
}

/** Facts that only the site can supply. */
export interface SiteFacts {
  usesConsentMode: boolean;
  sellsTickets: boolean;
}

const CONSENT_MODE_TAGS = new Set(
  [
    'Google Analytics',
    'Universal Analytics',
    'Google Analytics Universal',
    'Google Analytics 4',
    'Google Tag Manager',
    'Google Ads Remarketing',
    'Google Conversion linker',
    'Google Ad Manager',
    'Google Ad Manager Audience Extension',
    'Google Ads',
    'Google Ads Audience Expansion',
    'Google Ads conversion tracking',
    'Google Ads Customer Match',
    'Google Ads enhanced conversions',
    'Google Ads Optimized Targeting',
    'Google Ads Similar audiences',
    'Google Ads Smart Bidding',
    'Google AdSense',
    'Google Analytics advertising features',
    'Google Analytics demographics and interests reports',
    'Google Analytics granular location and device data',
    'Google Campaign Manager 360',
    'Google Floodlight tag',
    'Google Programmable Search Engine with AdSense',
    'Google Publisher Tag',
    'Google Search Ads 360',
    'Google Signals',
  ].map((name) => name.toLowerCase()),
);

const ADVERTISERS = new Set(
  [
    'Google AdSense',
    'Google Ad Manager',
    'Google Ads',
    'Google Marketing Platform',
    'Google Campaign Manager 360',
    'Google Floodlight',
    'Adobe Advertising Cloud',
    'Adobe Audience Manager',
    'Amazon Advertising',
    'Criteo',
    'The Trade Desk',
    'Index Exchange',
    'Magnite',
    'PubMatic',
    'OpenX',
    'TripleLift',
    'Xandr',
    'Taboola',
    'Outbrain',
    'Quantcast',
    'Teads',
    'LiveRamp',
    'ID5',
    'Lotame',
    'InMobi',
    'Smaato',
    'Adform',
    'AppNexus',
    'Media.net',
    'Ezoic',
    'Nexx360',
    'Mediavine',
    'Raptive',
  ].flatMap((name) => [name.toLowerCase(), name.toLowerCase().replace(/^google /, '')]),
);

const namesOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter(isMap).flatMap(({ name }) => (typeof name === 'string' ? [name] : [])) : [];

const languagesOf = (list: unknown): Set<string> =>
  new Set(
    (Array.isArray(list) ? list : []).flatMap((one) => (typeof one === 'string' && one !== '' ? [one.slice(0, 2).toLowerCase()] : [])),
  );

/** Returns the legal requirements that follow from a scanner's result (cache-compliance-maps-2fa-theme.md 2.8). */
export function detectionsOf(result: unknown, { usesConsentMode, sellsTickets }: SiteFacts): Detection[] {
  const given = isMap(result) ? result : {};
  const meta = isMap(given['meta']) ? given['meta'] : {};
  const found = (key: string, member: string) => isMap(meta[key]) && !isPhpEmpty(meta[key][member]);
  const additional = namesOf(given['additional_technologies']);
  const all = [...additional, ...namesOf(given['perfect_matches'])];
  const tag = all.find((name) => CONSENT_MODE_TAGS.has(name.toLowerCase()));
  const hasStatement = !isPhpEmpty(meta['detected_pp']);
  const wanted: [boolean, Omit<Detection, 'args'>, Detection['args']?][] = [
    [
      !usesConsentMode && !found('googleConsentMode', 'found') && tag !== undefined,
      { name: 'block_01', kind: 'urgent', priority: 10 },
      { technology: tag ?? '' },
    ],
    [
      !found('tcf', 'installed') && additional.some((name) => ADVERTISERS.has(name.toLowerCase())),
      { name: 'block_02', kind: 'urgent', priority: 20 },
    ],
    [languagesOf(meta['languages']).size > 1, { name: 'block_03', kind: 'open', priority: 30 }],
    [hasStatement, { name: 'block_04', kind: 'open', priority: 40 }],
    [!hasStatement, { name: 'block_05', kind: 'open', priority: 50 }],
    [sellsTickets, { name: 'block_06', kind: 'open', priority: 60 }],
    [meta['detected_competitor'] === 'Google', { name: 'block_07', kind: 'open', priority: 70 }],
  ];
  return wanted.flatMap(([holds, detection, args = {}]) => (holds ? [{ ...detection, args }] : []));
}
