import type { Site } from '#app/site.ts';
import { changeDesign, resetTexts } from '../banner/design.service.ts';
import { queueScanStarter } from '../scanner/queue.service.ts';

/** Result of an action for the client. */
export interface ActionResult {
  /** URL that the client opens next. */
  redirect?: string;
  /** Changes to the displayed action. */
  overrideAction?: { performed: true; linkDisabled: true };
  /** Names of the texts that an action for single texts has reset to their defaults. */
  deletedTexts?: string[];
  /** Names of the texts that the action for all texts has reset to their defaults. */
  reset?: string[];
}

/** Something that administrators can do after an upgrade. */
export interface MigrationAction {
  id: string;
  title: string;
  description: string;
  linkText: string;
  needsPro: boolean;
  /** Executes the action. If absent, clients show the action without a button. */
  act?: (site: Site) => Promise<ActionResult>;
}

/** Actions for administrators after an upgrade to a new major version. */
export interface Migration {
  id: string;
  /** Major version. Installations that were upgraded from an earlier major version see the migration. */
  major: number;
  headline: string;
  description: string;
  actions: readonly MigrationAction[];
}

const DONE = { performed: true, linkDisabled: true } as const;

type ActionDraft = Omit<MigrationAction, 'act' | 'needsPro'> & { needsPro?: boolean };

const declareAction = ({ needsPro = false, ...texts }: ActionDraft, act?: MigrationAction['act']): MigrationAction => ({
  ...texts,
  needsPro,
  ...(act && { act }),
});

const buildSettingsPageUrl = (site: Site): string => `${site.config.siteUrl}/graphql`;

async function enableStickyLinks(site: Site): Promise<ActionResult> {
  await changeDesign(site, { sticky: { enabled: true } });
  return { overrideAction: DONE, redirect: buildSettingsPageUrl(site) };
}

async function enableNewLayout(site: Site): Promise<ActionResult> {
  await changeDesign(site, { layout: { maxHeightEnabled: true }, group: { detailsHideLessRelevant: true } });
  return { overrideAction: DONE };
}

async function resetUnsafeCountryText(site: Site): Promise<ActionResult> {
  return { deletedTexts: await resetTexts(site, ['dataProcessingInUnsafeCountries']) };
}

async function resetAllTexts(site: Site): Promise<ActionResult> {
  return { reset: await resetTexts(site) };
}

const openSettings = async (site: Site): Promise<ActionResult> => ({ redirect: buildSettingsPageUrl(site) });

async function startScan(site: Site): Promise<ActionResult> {
  await queueScanStarter(site);
  return { redirect: buildSettingsPageUrl(site) };
}

const resetAction = declareAction(
  {
    id: 'translations',
    title: 'Use the new texts',
    description: 'The default texts of the banner were improved. They replace your own texts.',
    linkText: 'Use them',
  },
  resetAllTexts,
);

/** All migrations, newest first (docs/behaviour/consent-queue-product.md 6.4). */
export const migrations: readonly Migration[] = [
  {
    id: 'v5',
    major: 5,
    headline: 'What is new in version 5',
    description: 'Check these settings.',
    actions: [
      declareAction(
        {
          id: 'sticky-legal-links',
          title: 'Links to change consents',
          description: 'A small button on every page leads to the privacy settings.',
          linkText: 'Show it',
        },
        enableStickyLinks,
      ),
      declareAction(
        {
          id: 'design-options',
          title: 'New looks',
          description: 'The banner has a maximum height and hides details of little interest.',
          linkText: 'Use them',
        },
        enableNewLayout,
      ),
      declareAction(
        { id: 'cdn', title: 'Content delivery networks', description: 'See which services use one.', linkText: 'Open the services' },
        openSettings,
      ),
      declareAction(
        {
          id: 'failed-consent-handling',
          title: 'When consents cannot be saved',
          description: 'Choose whether services are then loaded.',
          linkText: 'Open the settings',
        },
        openSettings,
      ),
      declareAction(
        {
          id: 'data-processing-in-unsafe-countries',
          title: 'Unsafe countries',
          description: 'The text about unsafe countries was rewritten.',
          linkText: 'Use it',
        },
        resetUnsafeCountryText,
      ),
      resetAction,
      declareAction({
        id: 'cookie-policy',
        title: 'Cookie policy',
        description: 'A page that lists what is stored in browsers.',
        linkText: 'Create it',
      }),
      declareAction({
        id: 'bannerless-consent',
        title: 'Pages without a banner',
        description: 'Do not show a banner on pages that need no consent.',
        linkText: 'Read more',
      }),
      declareAction({
        id: 'gcm',
        title: 'Google Consent Mode',
        description: 'Tell Google what visitors have accepted.',
        linkText: 'Read more',
        needsPro: true,
      }),
      declareAction({
        id: 'tcf',
        title: 'Transparency and Consent Framework',
        description: 'Version 2.2.',
        linkText: 'Read more',
        needsPro: true,
      }),
    ],
  },
  {
    id: 'v4',
    major: 4,
    headline: 'What is new in version 4',
    description: 'Check these settings.',
    actions: [
      resetAction,
      declareAction({
        id: 'footer-links',
        title: 'Links of the banner',
        description: 'The banner can show any number of links.',
        linkText: 'Open the links',
      }),
    ],
  },
  {
    id: 'v3',
    major: 3,
    headline: 'What is new in version 3',
    description: 'The website can be scanned.',
    actions: [
      declareAction(
        { id: 'scanner', title: 'Scanner', description: 'Finds what your pages load from other sites.', linkText: 'Scan' },
        startScan,
      ),
    ],
  },
];
