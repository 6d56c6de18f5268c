import { addDays } from '#app/core/time/days.ts';
import { getSiteToday } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';
import { completeDesign } from '../banner/design.defaults.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { countLog } from '../log/consent-log.service.ts';
import { listExternalHosts } from '../scanner/results.service.ts';
import { options } from '../settings/options.ts';
import { getButtonLabel } from './buttons.ts';
import { countBypasses, countButtons } from './statistics.service.ts';

/** One item of usage data. */
export interface UsageFact {
  key: string;
  value: unknown;
}

const PERIOD_DAYS = 30;

const getNameAndTemplate = ({ title, presetId }: { title: string; presetId: string }) => ({
  name: title,
  ...(presetId !== '' && { identifier: presetId }),
});
const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns usage data of the banner: settings and counts, without personal data. Counts by button and by bypass cover the last 30 days. */
export async function listUsageFacts(site: Site): Promise<UsageFact[]> {
  const today = getSiteToday(site);
  const period = { from: addDays(today, -PERIOD_DAYS), to: today, context: '' };
  const [configuration, hosts, buttons, bypasses, { count }] = await Promise.all([
    readConfiguration(site),
    listExternalHosts(site),
    countButtons(site, period),
    countBypasses(site, period),
    countLog(site),
  ]);
  const services = configuration.services.filter(({ status }) => status !== 'trash');
  const blockers = configuration.blockers.filter(({ status }) => status !== 'trash');
  const essentialGroupIds = new Set(configuration.groups.filter(({ isEssential }) => isEssential).map(({ id }) => id));
  const idsWithVisualBlocker = new Set(
    blockers.filter(({ isVisual }) => isVisual).flatMap((blocker) => blocker.services.map(({ serviceId }) => serviceId)),
  );
  const countByBasis = (basis: string) => services.filter(({ legalBasis }) => legalBasis === basis).length;
  const decision = completeDesign(configuration.design)['decision'] ?? {};
  const booleanOptions = Object.keys(options).flatMap((name) => {
    const value = configuration.options[name as keyof typeof options];
    return typeof value === 'boolean' ? [{ key: `xcb_settings_${toSnakeCase(name)}`, value }] : [];
  });
  return [
    { key: 'xcb_serviceGroup_count', value: configuration.groups.length },
    { key: 'xcb_service_count', value: services.length },
    { key: 'xcb_contentBlocker_count', value: blockers.length },
    { key: 'xcb_services', value: services.map(getNameAndTemplate) },
    { key: 'xcb_contentBlockers', value: blockers.map(getNameAndTemplate) },
    { key: 'xcb_scanner_externalUrls', value: hosts.map(({ host, tags, foundCount }) => ({ host, tags, count: foundCount })) },
    {
      key: 'xcb_service_essential_count',
      value: services.filter(({ groupId }) => groupId !== null && essentialGroupIds.has(groupId)).length,
    },
    { key: 'xcb_service_consent_count', value: countByBasis('consent') },
    { key: 'xcb_service_legitimateInterest_count', value: countByBasis('legitimate-interest') },
    { key: 'xcb_service_legalRequirement_count', value: countByBasis('legal-requirement') },
    { key: 'xcb_service_visualContentBlocker_count', value: services.filter(({ id }) => idsWithVisualBlocker.has(id)).length },
    { key: 'xcb_consent_count', value: count },
    {
      key: 'xcb_statistic_consentByClickedButton',
      value: buttons.map(({ name, count }) => ({ type: name, label: getButtonLabel(name), count })),
    },
    { key: 'xcb_statistic_consentByBypass', value: bypasses.map(({ name, count }) => ({ type: name, count })) },
    ...['acceptAll', 'acceptEssentials', 'acceptIndividual'].map((name) => ({
      key: `xcb_customizer_consentOptions_${name}`,
      value: decision[name],
    })),
    ...booleanOptions,
  ];
}
