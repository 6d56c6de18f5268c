import type { Site } from '#app/site.ts';
import { changeDesign, resetTexts } from '../banner/design.service.ts';
import { queueScanStarter } from '../scanner/queue.service.ts';

/** Result of a migration step for the client. */
export interface ActionResult {
  /** Address that the client opens next. */
  redirect?: string;
  /** Changes of the displayed step. */
  overrideAction?: { performed: true; linkDisabled: true };
  /** Names of texts that were reset to their defaults. */
  deletedTexts?: string[];
  reset?: string[];
}

/** A step of a migration. Without an action it is only a link. */
export interface MigrationAction {
  id: string;
  title: string;
  description: string;
  linkText: string;
  needsPro: boolean;
  act?: (site: Site) => Promise<ActionResult>;
}

/** Steps for administrators after an upgrade to a new major version. */
export interface Migration {
  id: string;
  /** Shown to installations that were upgraded from an earlier major version than this. */
  major: number;
  headline: string;
  description: string;
  actions: readonly MigrationAction[];
}

const done = { performed: true, linkDisabled: true } as const;

type Described = Omit<MigrationAction, 'act' | 'needsPro'> & { needsPro?: boolean };

const action = ({ needsPro = false, ...one }: Described, act?: MigrationAction['act']): MigrationAction => ({
  ...one,
  needsPro,
  ...(act && { act }),
});

const settingsPage = (site: Site): string => `${site.config.siteUrl}/graphql`;

async function stickyLinks(site: Site): Promise<ActionResult> {
  await changeDesign(site, { sticky: { enabled: true } });
  return { overrideAction: done, redirect: settingsPage(site) };
}

async function designOptions(site: Site): Promise<ActionResult> {
  await changeDesign(site, { layout: { maxHeightEnabled: true }, group: { detailsHideLessRelevant: true } });
  return { overrideAction: done };
}

async function unsafeCountryTexts(site: Site): Promise<ActionResult> {
  return { deletedTexts: await resetTexts(site, ['dataProcessingInUnsafeCountries']) };
}

async function translations(site: Site): Promise<ActionResult> {
  return { reset: await resetTexts(site) };
}

const goesTo = async (site: Site): Promise<ActionResult> => ({ redirect: settingsPage(site) });

async function startScan(site: Site): Promise<ActionResult> {
  await queueScanStarter(site);
  return { redirect: settingsPage(site) };
}

const resetAction = action(
  {
    id: 'translations',
    title: 'Take the new texts',
    description: 'Texts that come with the banner were improved; your own are replaced.',
    linkText: 'Take them',
  },
  translations,
);

/** All migrations, newest first (section 6.4). */
export const migrations: readonly Migration[] = [
  {
    id: 'v5',
    major: 5,
    headline: 'What is new in version 5',
    description: 'Some settings are worth a look.',
    actions: [
      action(
        {
          id: 'sticky-legal-links',
          title: 'Links to change consents',
          description: 'A small button on every page leads to the privacy settings.',
          linkText: 'Show it',
        },
        stickyLinks,
      ),
      action(
        {
          id: 'design-options',
          title: 'New looks',
          description: 'The banner keeps to a height and hides details of little interest.',
          linkText: 'Use them',
        },
        designOptions,
      ),
      action(
        { id: 'cdn', title: 'Content delivery networks', description: 'See which services use one.', linkText: 'To the services' },
        goesTo,
      ),
      action(
        {
          id: 'failed-consent-handling',
          title: 'When consents cannot be saved',
          description: 'Choose what holds then.',
          linkText: 'To the settings',
        },
        goesTo,
      ),
      action(
        {
          id: 'data-processing-in-unsafe-countries',
          title: 'Unsafe countries',
          description: 'The text about unsafe countries was written again.',
          linkText: 'Take it',
        },
        unsafeCountryTexts,
      ),
      resetAction,
      action({ id: 'cookie-policy', title: 'Cookie policy', description: 'A page that says what is stored.', linkText: 'Make it' }),
      action({
        id: 'bannerless-consent',
        title: 'Pages without a banner',
        description: 'Ask for nothing where nothing is asked for.',
        linkText: 'Read on',
      }),
      action({
        id: 'gcm',
        title: 'Google Consent Mode',
        description: 'Tell Google what was accepted.',
        linkText: 'Read on',
        needsPro: true,
      }),
      action({ id: 'tcf', title: 'Transparency and Consent Framework', description: 'Version 2.2.', linkText: 'Read on', needsPro: true }),
    ],
  },
  {
    id: 'v4',
    major: 4,
    headline: 'What is new in version 4',
    description: 'Some settings are worth a look.',
    actions: [
      resetAction,
      action({ id: 'footer-links', title: 'Links of the banner', description: 'As many as you like.', linkText: 'To the links' }),
    ],
  },
  {
    id: 'v3',
    major: 3,
    headline: 'What is new in version 3',
    description: 'The website can be scanned.',
    actions: [
      action({ id: 'scanner', title: 'Scanner', description: 'Finds what your pages load from others.', linkText: 'Scan' }, startScan),
    ],
  },
];
