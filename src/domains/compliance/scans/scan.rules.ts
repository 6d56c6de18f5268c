import { isPhpEmpty } from '#app/core/text/php-empty.ts';
import type { DetectedCookie } from '../cookies/inventory.service.ts';

/** Kinds of scans: `scan` finds the cookies of pages, `checks` finds what the site may need by law. */
export type ScanKind = 'scan' | 'checks';

/** A tracker in a scanner's report. */
interface Tracker {
  type?: unknown;
  name?: unknown;
  domain?: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the cookies and storage entries in a scanner's result. Omits other trackers. Null if the list of trackers is missing or empty. */
export function parseTrackers(result: unknown): DetectedCookie[] | null {
  const list = isObject(result) ? result['trackers'] : null;
  if (!Array.isArray(list) || list.length === 0) return null;
  return list.filter(isObject).flatMap(({ type, name, domain }: Tracker): DetectedCookie[] => {
    if (type === 'cookie') return [{ type, name: toText(name), domain: toText(domain) || 'self' }];
    return type === 'webStorage' ? [{ type: 'localstorage', name: toText(name), domain: 'self' }] : [];
  });
}

export type DetectionName = 'block_01' | 'block_02' | 'block_03' | 'block_04' | 'block_05' | 'block_06' | 'block_07';

/** Something that the site may need by law, such as a privacy statement. */
export interface Detection {
  name: DetectionName;
  kind: 'urgent' | 'open';
  priority: number;
  args: Readonly<Record<string, string>>;
}

/** Facts about the site that a scanner's result does not contain. */
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

const listNames = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter(isObject).flatMap(({ name }) => (typeof name === 'string' ? [name] : [])) : [];

const listLanguages = (list: unknown): Set<string> =>
  new Set(
    (Array.isArray(list) ? list : []).flatMap((language) =>
      typeof language === 'string' && language !== '' ? [language.slice(0, 2).toLowerCase()] : [],
    ),
  );

/** Returns what the site may need by law according to a scanner's result (docs/behaviour/cache-compliance-maps-2fa-theme.md 2.8). */
export function computeDetections(result: unknown, { usesConsentMode, sellsTickets }: SiteFacts): Detection[] {
  const report = isObject(result) ? result : {};
  const meta = isObject(report['meta']) ? report['meta'] : {};
  const hasValue = (key: string, member: string) => isObject(meta[key]) && !isPhpEmpty(meta[key][member]);
  const additional = listNames(report['additional_technologies']);
  const names = [...additional, ...listNames(report['perfect_matches'])];
  const tag = names.find((name) => CONSENT_MODE_TAGS.has(name.toLowerCase()));
  const hasStatement = !isPhpEmpty(meta['detected_pp']);
  const rules: [boolean, Omit<Detection, 'args'>, Detection['args']?][] = [
    [
      !usesConsentMode && !hasValue('googleConsentMode', 'found') && tag !== undefined,
      { name: 'block_01', kind: 'urgent', priority: 10 },
      { technology: tag ?? '' },
    ],
    [
      !hasValue('tcf', 'installed') && additional.some((name) => ADVERTISERS.has(name.toLowerCase())),
      { name: 'block_02', kind: 'urgent', priority: 20 },
    ],
    [listLanguages(meta['languages']).size > 1, { name: 'block_03', kind: 'open', priority: 30 }],
    [hasStatement, { name: 'block_04', kind: 'open', priority: 40 }],
    [!hasStatement, { name: 'block_05', kind: 'open', priority: 50 }],
    [sellsTickets, { name: 'block_06', kind: 'open', priority: 60 }],
    [meta['detected_competitor'] === 'Google', { name: 'block_07', kind: 'open', priority: 70 }],
  ];
  return rules.flatMap(([isDetected, detection, args = {}]) => (isDetected ? [{ ...detection, args }] : []));
}
