import { adminBarEnabled, consentMode, conversionTrackingEnabled } from '#app/domains/analytics/analytics.settings.ts';
import { changeConsentMode, type ConsentMode } from '#app/domains/analytics/site-settings/consent-mode.ts';
import {
  activateConsentApi,
  CONSENT_API,
  DEVELOPER_SETTINGS,
  type ExtensionState,
  getExtensionState,
} from '#app/domains/analytics/site-settings/extensions.ts';
import { buildConsentScriptElement } from '#app/domains/analytics/consent-block.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { authorizeAnalytics } from './permit.ts';
import { AnalyticsSwitch } from './switch.ts';

/** Switches of the site, with the permission that their query and mutation require. */
const switches = [
  {
    name: 'AnalyticsAdminBar',
    setting: adminBarEnabled,
    permission: 'authenticate',
    label: 'Whether statistics are shown in the bar above pages',
  },
  {
    name: 'AnalyticsConversionTracking',
    setting: conversionTrackingEnabled,
    permission: 'manage',
    label: 'Whether conversion events are sent to the provider',
  },
] as const;

for (const { name, setting, permission, label } of switches) {
  builder.queryField(`${name.charAt(0).toLowerCase()}${name.slice(1)}`, (t) =>
    t.field({
      type: AnalyticsSwitch,
      description: `${label}.`,
      ...authorizeAnalytics(permission, (_actor, _args: object, { site }) => ({ isEnabled: site.settings.get(setting) })),
    }),
  );
  builder.mutationField(`update${name}`, (t) =>
    t.field({
      type: AnalyticsSwitch,
      description: `Sets ${label.charAt(0).toLowerCase()}${label.slice(1)}.`,
      args: { isEnabled: t.arg.boolean({ description: 'Whether the feature is on; unchanged if absent.' }) },
      ...authorizeAnalytics(permission, async (_actor, { isEnabled }: { isEnabled?: boolean | null | undefined }, { site }) => {
        if (typeof isEnabled === 'boolean') await site.settings.set(setting, isEnabled);
        return { isEnabled: site.settings.get(setting) };
      }),
    }),
  );
}

const AnalyticsConsentMode = builder.objectRef<ConsentMode>('AnalyticsConsentMode').implement({
  description: 'Whether tags wait for the consent of visitors, and in which regions.',
  fields: (t) => ({
    isEnabled: t.exposeBoolean('enabled', { description: 'Whether tags wait for consent.' }),
    regions: t.exposeStringList('regions', { description: 'Countries (`DE`) and regions (`US-CA`) whose visitors are asked for consent.' }),
  }),
});

const ConsentModeChanges = builder.inputType('AnalyticsConsentModeChanges', {
  description: 'The fields to change.',
  fields: (t) => ({
    isEnabled: t.boolean({ description: 'Whether tags wait for consent.' }),
    regions: t.stringList({
      description: 'Countries and regions whose visitors are asked for consent; other values are ignored. An empty list changes nothing.',
    }),
  }),
});

const AnalyticsExtension = builder.objectRef<ExtensionState>('AnalyticsExtension').implement({
  description: 'An extension of the site that analytics screens use.',
  fields: (t) => ({
    isInstalled: t.exposeBoolean('isInstalled', { description: 'Whether the extension is installed.' }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether the extension is active.' }),
    installUrl: t.exposeString('installUrl', {
      nullable: true,
      description: 'URL that installs the extension; null if you may not install it.',
    }),
    activateUrl: t.exposeString('activateUrl', {
      nullable: true,
      description: 'URL that activates the extension; null if you may not activate it.',
    }),
    configureUrl: t.exposeString('configureUrl', {
      nullable: true,
      description: 'URL of the settings page; null while the extension is inactive.',
    }),
  }),
});

const ConsentApi = builder.objectRef<ExtensionState>('AnalyticsConsentApi').implement({
  description: 'The extension that passes visitors’ consent to tags.',
  fields: (t) => ({
    isActive: t.exposeBoolean('isActive', { description: 'Whether the extension is active.' }),
    extension: t.field({
      type: AnalyticsExtension,
      nullable: true,
      description: 'The extension to install or activate; null once it is active. Only the URLs that you can use are set.',
      resolve: (extension) => (extension.isActive ? null : extension),
    }),
  }),
});

const hideUnusableUrls = (extension: ExtensionState): ExtensionState => ({
  ...extension,
  installUrl: extension.isInstalled ? null : extension.installUrl,
  activateUrl: extension.isInstalled ? extension.activateUrl : null,
});

builder.queryFields((t) => ({
  analyticsHeadSnippet: t.string({
    ...publicAccess,
    description:
      'HTML for the head of your pages. It makes tags wait for the consent of visitors, and is empty while consent mode is off. Pages of this site contain it already.',
    resolve: (_root, _args, { site }) => buildConsentScriptElement(site),
  }),
  analyticsConsentMode: t.field({
    type: AnalyticsConsentMode,
    description: 'Whether tags wait for consent; for users who manage analytics.',
    ...authorizeAnalytics('manage', (_actor, _args: object, { site }) => site.settings.get(consentMode)),
  }),
  analyticsConsentApi: t.field({
    type: ConsentApi,
    description: 'The extension that passes visitors’ consent to tags; for users who manage analytics.',
    ...authorizeAnalytics('manage', (_actor, _args: object, { site, viewer }) =>
      hideUnusableUrls(getExtensionState(site, viewer, CONSENT_API)),
    ),
  }),
  analyticsDeveloperSettings: t.field({
    type: AnalyticsExtension,
    description: 'The extension with settings for developers; for administrators.',
    ...authorizeAnalytics('setUp', (_actor, _args: object, { site, viewer }) => getExtensionState(site, viewer, DEVELOPER_SETTINGS)),
  }),
}));

builder.mutationFields((t) => ({
  updateAnalyticsConsentMode: t.field({
    type: AnalyticsConsentMode,
    description: 'Sets whether tags wait for consent; for users who manage analytics.',
    args: { changes: t.arg({ type: ConsentModeChanges, required: true, description: 'The fields to change.' }) },
    ...authorizeAnalytics('manage', (_actor, { changes }: { changes: typeof ConsentModeChanges.$inferInput }, { site }) =>
      changeConsentMode(site, { enabled: changes.isEnabled, regions: changes.regions }),
    ),
  }),
  activateAnalyticsConsentApi: t.field({
    type: ConsentApi,
    description: 'Activates the consent API. Error code `invalid_module_slug` if the extension is not installed.',
    ...authorizeAnalytics('updateExtensions', async (_actor, _args: object, { site, viewer }) => {
      await activateConsentApi(site);
      return hideUnusableUrls(getExtensionState(site, viewer, CONSENT_API));
    }),
  }),
}));
