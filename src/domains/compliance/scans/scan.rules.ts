import { isPhpEmpty } from '#app/core/text/php-empty.ts';
import type { DetectedCookie } from '../cookies/inventory.service.ts';

/** Kinds of scans: `scan` finds the cookies of pages, `checks` finds what the site may need by law. */
export type ScanKind = 'scan' | 'checks';

/** A cookie, storage entry or other tracker in a scanner's report. */
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

/**
 * Published names of detections. They mean: tags of Google run without its consent mode (`block_01`), advertisers are used without the Transparency
 * and Consent Framework (`block_02`), the site has several languages (`block_03`), pages link to a privacy statement (`block_04`) or to none
 * (`block_05`), the site sells tickets (`block_06`), pages use Google's consent tool for advertisers (`block_07`).
 */
export type DetectionName = 'block_01' | 'block_02' | 'block_03' | 'block_04' | 'block_05' | 'block_06' | 'block_07';

/** Something that the checks have found, and for which the site may need to do something by law. */
export interface Detection {
  name: DetectionName;
  kind: 'urgent' | 'open';
  /** Mails mention the detections with the highest numbers first. */
  priority: number;
  /** Values for the text of the detection, such as `technology`. */
  args: Readonly<Record<string, string>>;
}

/** Facts about the site that a scanner's result does not contain. */
export interface SiteFacts {
  usesConsentMode: boolean;
  sellsTickets: boolean;
}

/** Technologies that support Google's consent mode. */
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

/** Technologies that show advertisements, with and without the prefix “Google”. */
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

/** Returns the detections for a scanner's result and the facts about the site (docs/behaviour/cache-compliance-maps-2fa-theme.md 2.8). */
export function computeDetections(result: unknown, { usesConsentMode, sellsTickets }: SiteFacts): Detection[] {
  const report = isObject(result) ? result : {};
  const meta = isObject(report['meta']) ? report['meta'] : {};
  const hasValue = (key: string, member: string) => isObject(meta[key]) && !isPhpEmpty(meta[key][member]);
  const additionalTechnologies = listNames(report['additional_technologies']);
  const technologies = [...additionalTechnologies, ...listNames(report['perfect_matches'])];
  const googleTag = technologies.find((name) => CONSENT_MODE_TAGS.has(name.toLowerCase()));
  const hasPrivacyStatement = !isPhpEmpty(meta['detected_pp']);
  const rules: [isDetected: boolean, detection: Omit<Detection, 'args'>, args?: Detection['args']][] = [
    [
      !usesConsentMode && !hasValue('googleConsentMode', 'found') && googleTag !== undefined,
      { name: 'block_01', kind: 'urgent', priority: 10 },
      { technology: googleTag ?? '' },
    ],
    [
      !hasValue('tcf', 'installed') && additionalTechnologies.some((name) => ADVERTISERS.has(name.toLowerCase())),
      { name: 'block_02', kind: 'urgent', priority: 20 },
    ],
    [listLanguages(meta['languages']).size > 1, { name: 'block_03', kind: 'open', priority: 30 }],
    [hasPrivacyStatement, { name: 'block_04', kind: 'open', priority: 40 }],
    [!hasPrivacyStatement, { name: 'block_05', kind: 'open', priority: 50 }],
    [sellsTickets, { name: 'block_06', kind: 'open', priority: 60 }],
    [meta['detected_competitor'] === 'Google', { name: 'block_07', kind: 'open', priority: 70 }],
  ];
  return rules.flatMap(([isDetected, detection, args = {}]) => (isDetected ? [{ ...detection, args }] : []));
}
