import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { noticeNotFound } from '../failures.ts';
import { type BannerlessChecks, findBannerlessChecks } from '../revision/notices.rules.ts';
import { noticeStates } from '../settings/state.settings.ts';

const UNSAFE_COUNTRIES = 'service-data-processing-in-unsafe-countries';

/** Maps each notice with which administrators dismiss services to the check that found these services. */
const CHECK_NOTICES = {
  'dismissed-bannerless-consent-services-without-visual-content-blocker': 'consentWithoutVisualBlocker',
  'dismissed-bannerless-consent-legint-services': 'legitimateInterest',
} as const satisfies Record<string, keyof BannerlessChecks>;

const BOOLEAN_NOTICES = new Set([
  'scanner-rerun-after-plugin-toggle',
  'tcf-too-much-vendors',
  'using-templates-which-got-deleted',
  UNSAFE_COUNTRIES,
]);
/** Notice that is shown again after a month. */
const REMIND_LATER = 'get-pro-main-button';
const HINT_NOTICE = /^modal-hint-[a-z_-]+$/;
const MONTH_SECONDS = 2_592_000;

type NoticeValue = boolean | number | number[];

const toIds = (value: NoticeValue | undefined): number[] => (Array.isArray(value) ? value : []);

/** Returns the checks of the current configuration, without services that administrators have dismissed. */
export async function findOpenBannerlessChecks(site: Site): Promise<BannerlessChecks> {
  const states = site.settings.get(noticeStates);
  return findBannerlessChecks(await readConfiguration(site), {
    legitimateInterest: toIds(states['dismissed-bannerless-consent-legint-services']),
    consentWithoutVisualBlocker: toIds(states['dismissed-bannerless-consent-services-without-visual-content-blocker']),
  });
}

/** Returns a function that computes the new value of a notice from the stored one. Throws `notice_not_found`. */
async function createUpdate(site: Site, key: string, state: boolean): Promise<(stored: NoticeValue | undefined) => NoticeValue> {
  if (Object.hasOwn(CHECK_NOTICES, key)) {
    const serviceIds = (await findOpenBannerlessChecks(site))[CHECK_NOTICES[key as keyof typeof CHECK_NOTICES]].map(({ id }) => id);
    return (stored) => [...new Set([...toIds(stored), ...serviceIds])];
  }
  if (key === REMIND_LATER) return () => state && Math.floor(now().getTime() / 1000) + MONTH_SECONDS;
  if (BOOLEAN_NOTICES.has(key) || HINT_NOTICE.test(key)) return () => state;
  throw noticeNotFound();
}

/**
 * Sets the state of a notice for administrators and returns the stored value. Depending on the notice, the value is a boolean, the Unix seconds of a
 * time a month ahead, or the IDs of dismissed services.
 */
export async function setNotice(site: Site, key: string, state: boolean): Promise<NoticeValue> {
  const computeValue = await createUpdate(site, key, state);
  let stored: NoticeValue = state;
  await site.settings.change(noticeStates, (states) => ({ ...states, [key]: (stored = computeValue(states[key])) }));
  return stored;
}

/** True if an administrator has closed the notice about services in unsafe countries. */
export const isUnsafeNoticeClosed = (site: Site): boolean => site.settings.get(noticeStates)[UNSAFE_COUNTRIES] === false;

/** Shows the notice about services in unsafe countries again. */
export async function reopenUnsafeNotice(site: Site): Promise<void> {
  await site.settings.change(noticeStates, (states) => ({ ...states, [UNSAFE_COUNTRIES]: true }));
}
