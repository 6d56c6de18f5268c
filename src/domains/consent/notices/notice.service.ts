import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { noticeNotFound } from '../failures.ts';
import { type BannerlessChecks, bannerlessChecks } from '../revision/notices.rules.ts';
import { noticeStates } from '../settings/state.settings.ts';

const UNSAFE_COUNTRIES = 'service-data-processing-in-unsafe-countries';

/** Checks whose services can be dismissed, by the key of the notice. */
const dismissing = {
  'dismissed-bannerless-consent-services-without-visual-content-blocker': 'consentWithoutVisualBlocker',
  'dismissed-bannerless-consent-legint-services': 'legitimateInterest',
} as const satisfies Record<string, keyof BannerlessChecks>;

const switches = new Set([
  'scanner-rerun-after-plugin-toggle',
  'tcf-too-much-vendors',
  'using-templates-which-got-deleted',
  UNSAFE_COUNTRIES,
]);
const LATER = 'get-pro-main-button';
const HINT = /^modal-hint-[a-z_-]+$/;
const MONTH_SECONDS = 2_592_000;

type NoticeValue = boolean | number | number[];

const idsIn = (value: NoticeValue | undefined): number[] => (Array.isArray(value) ? value : []);

/** Returns the checks of the current configuration without dismissed services. */
export async function openBannerlessChecks(site: Site): Promise<BannerlessChecks> {
  const states = site.settings.get(noticeStates);
  return bannerlessChecks(await readConfiguration(site), {
    legitimateInterest: idsIn(states['dismissed-bannerless-consent-legint-services']),
    consentWithoutVisualBlocker: idsIn(states['dismissed-bannerless-consent-services-without-visual-content-blocker']),
  });
}

async function valueOf(site: Site, key: string, given: boolean): Promise<(stored: NoticeValue | undefined) => NoticeValue> {
  if (Object.hasOwn(dismissing, key)) {
    const listed = (await openBannerlessChecks(site))[dismissing[key as keyof typeof dismissing]].map(({ id }) => id);
    return (stored) => [...new Set([...idsIn(stored), ...listed])];
  }
  if (key === LATER) return () => given && Math.floor(now().getTime() / 1000) + MONTH_SECONDS;
  if (switches.has(key) || HINT.test(key)) return () => given;
  throw noticeNotFound();
}

/**
 * Sets the state of a notice for administrators and returns the stored value. Depending on the notice, it is a boolean, a time a month ahead, or a
 * list of dismissed services.
 */
export async function setNotice(site: Site, key: string, given: boolean): Promise<NoticeValue> {
  const value = await valueOf(site, key, given);
  let stored: NoticeValue = given;
  await site.settings.change(noticeStates, (states) => ({ ...states, [key]: (stored = value(states[key])) }));
  return stored;
}

/** True if the notice about services in unsafe countries was closed. */
export const isUnsafeNoticeClosed = (site: Site): boolean => site.settings.get(noticeStates)[UNSAFE_COUNTRIES] === false;

/** Shows the notice again, because a service has a new unsafe country. */
export async function reopenUnsafeNotice(site: Site): Promise<void> {
  await site.settings.change(noticeStates, (states) => ({ ...states, [UNSAFE_COUNTRIES]: true }));
}
