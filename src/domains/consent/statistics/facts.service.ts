import { dayAfter } from '#app/core/time/days.ts';
import { siteToday } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';
import { wholeDesign } from '../banner/design.defaults.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { logSize } from '../log/consent-log.service.ts';
import { externalHosts } from '../scanner/results.service.ts';
import { options } from '../settings/options.ts';
import { buttonLabel } from './buttons.ts';
import { bypassCounts, buttonCounts } from './statistics.service.ts';

/** One value about the use of the banner. */
export interface Fact {
  key: string;
  value: unknown;
}

const DAYS = 30;

const named = ({ title, presetId }: { title: string; presetId: string }) => ({
  name: title,
  ...(presetId !== '' && { identifier: presetId }),
});
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Computes usage data of the banner: counts and switches, without data of visitors. It is sent nowhere. */
export async function usageFacts(site: Site): Promise<Fact[]> {
  const today = siteToday(site);
  const period = { from: dayAfter(today, -DAYS), to: today, context: '' };
  const [configuration, hosts, buttons, bypasses, { count }] = await Promise.all([
    readConfiguration(site),
    externalHosts(site),
    buttonCounts(site, period),
    bypassCounts(site, period),
    logSize(site),
  ]);
  const services = configuration.services.filter(({ status }) => status !== 'trash');
  const blockers = configuration.blockers.filter(({ status }) => status !== 'trash');
  const essential = new Set(configuration.groups.filter(({ isEssential }) => isEssential).map(({ id }) => id));
  const visual = new Set(blockers.filter(({ isVisual }) => isVisual).flatMap((one) => one.services.map(({ serviceId }) => serviceId)));
  const onBasis = (basis: string) => services.filter(({ legalBasis }) => legalBasis === basis).length;
  const decision = wholeDesign(configuration.design)['decision'] ?? {};
  const switches = Object.keys(options).flatMap((name) => {
    const value = configuration.options[name as keyof typeof options];
    return typeof value === 'boolean' ? [{ key: `xcb_settings_${snake(name)}`, value }] : [];
  });
  return [
    { key: 'xcb_serviceGroup_count', value: configuration.groups.length },
    { key: 'xcb_service_count', value: services.length },
    { key: 'xcb_contentBlocker_count', value: blockers.length },
    { key: 'xcb_services', value: services.map(named) },
    { key: 'xcb_contentBlockers', value: blockers.map(named) },
    { key: 'xcb_scanner_externalUrls', value: hosts.map(({ host, tags, foundCount }) => ({ host, tags, count: foundCount })) },
    { key: 'xcb_service_essential_count', value: services.filter(({ groupId }) => groupId !== null && essential.has(groupId)).length },
    { key: 'xcb_service_consent_count', value: onBasis('consent') },
    { key: 'xcb_service_legitimateInterest_count', value: onBasis('legitimate-interest') },
    { key: 'xcb_service_legalRequirement_count', value: onBasis('legal-requirement') },
    { key: 'xcb_service_visualContentBlocker_count', value: services.filter(({ id }) => visual.has(id)).length },
    { key: 'xcb_consent_count', value: count },
    {
      key: 'xcb_statistic_consentByClickedButton',
      value: buttons.map(({ name, count }) => ({ type: name, label: buttonLabel(name), count })),
    },
    { key: 'xcb_statistic_consentByBypass', value: bypasses.map(({ name, count }) => ({ type: name, count })) },
    ...['acceptAll', 'acceptEssentials', 'acceptIndividual'].map((name) => ({
      key: `xcb_customizer_consentOptions_${name}`,
      value: decision[name],
    })),
    ...switches,
  ];
}
