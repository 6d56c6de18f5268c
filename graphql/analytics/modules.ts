import { isRecord } from '#app/domains/analytics/json.ts';
import { checkModuleAccess } from '#app/domains/analytics/modules/access-check.service.ts';
import { activateModule, deactivateModule } from '#app/domains/analytics/modules/activation.service.ts';
import { markDataAvailable } from '#app/domains/analytics/modules/data-available.service.ts';
import type { Notice } from '#app/domains/analytics/modules/datapoint.ts';
import { type DatapointMethod, listModuleNotifications, runDatapoint } from '#app/domains/analytics/modules/datapoint.service.ts';
import { listModules, type ModuleView, getModuleView } from '#app/domains/analytics/modules/module-list.ts';
import { changeSettings, readSettings } from '#app/domains/analytics/modules/settings.service.ts';
import { loadState } from '#app/domains/analytics/state.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { User } from '../users/user.ts';
import { authorizeAnalytics } from './permit.ts';
import { payload } from '../public/payload.ts';
import { declareFormerName } from '../public/former-names.ts';

const AnalyticsModule = builder.objectRef<ModuleView>('AnalyticsModule').implement({
  description: 'A connection to one product of the provider.',
  fields: (t) => ({
    slug: t.string({ description: 'Name of the module in URLs.', resolve: ({ definition }) => definition.slug }),
    name: t.string({ description: 'Display name of the module.', resolve: ({ definition }) => definition.name }),
    description: t.string({ description: 'Purpose of the module.', resolve: ({ definition }) => definition.description }),
    homepage: t.string({
      description: 'URL of the product’s page.',
      resolve: ({ definition: { homepage } }, _args, { site }) => (homepage.startsWith('/') ? site.config.siteUrl + homepage : homepage),
    }),
    isInternal: t.boolean({
      description: 'Whether the module only serves other modules and is not shown.',
      resolve: ({ definition }) => definition.isInternal === true,
    }),
    isForced: t.boolean({ description: 'Whether the module is always active.', resolve: ({ definition }) => definition.isForced === true }),
    order: t.int({ description: 'Position of the module in lists.', resolve: ({ definition }) => definition.order }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether the module is active.' }),
    isConnected: t.exposeBoolean('isConnected', { description: 'Whether the module is active and set up.' }),
    isShareable: t.exposeBoolean('isShareable', { description: 'Whether the module can be shared with other roles.' }),
    isRecoverable: t.exposeBoolean('isRecoverable', { description: 'Whether the module is shared, but its owner has lost access.' }),
    dependencies: t.stringList({
      description: 'Modules that this module depends on.',
      resolve: ({ definition }) => [...(definition.dependencies ?? [])],
    }),
    dependents: t.exposeStringList('dependants', {
      ...declareFormerName('dependants'),
      description: 'Modules that depend on this module.',
    }),
    owner: t.prismaField({
      type: User,
      nullable: true,
      description: 'User who set up the module; null if nobody did, or if you may not list users.',
      resolve: (query, { owner }, _args, { load, viewer }) =>
        owner && viewer.can('list_users') ? load.selectedUser(owner.id, query) : null,
    }),
  }),
});

const ModuleNotice = builder.objectRef<Notice>('AnalyticsModuleNotice').implement({
  description: 'A message of the provider about a module, for administrators.',
  fields: (t) => ({
    name: t.exposeString('id', { description: 'Name of the message: the module, followed by the provider’s name for the message.' }),
    description: t.exposeString('description', { description: 'Text of the message.' }),
    isDismissible: t.exposeBoolean('isDismissible', { description: 'Whether the message can be dismissed.' }),
    severity: t.exposeString('severity', { description: 'Appearance of the message, such as `win-info`.' }),
    ctaUrl: t.exposeString('ctaURL', { description: 'URL of the button.' }),
    ctaLabel: t.exposeString('ctaLabel', { description: 'Text of the button.' }),
    ctaTarget: t.exposeString('ctaTarget', { description: 'Target window of the button: the `target` attribute of the link.' }),
  }),
});

interface ModuleArgs {
  slug?: string | null | undefined;
}

const slugArgument = 'Slug of the module.';

builder.queryFields((t) => ({
  analyticsModules: t.field({
    type: [AnalyticsModule],
    description: 'All modules, sorted by position (`order`).',
    ...authorizeAnalytics('seeAnything', ({ state }, _args: object, { site }) => listModules(site, state)),
  }),
  analyticsModule: t.field({
    type: AnalyticsModule,
    description: 'One module; for administrators.',
    args: { slug: t.arg.string({ description: slugArgument }) },
    ...authorizeAnalytics('authenticate', ({ state }, { slug }: ModuleArgs, { site }) => getModuleView(site, state, slug ?? '')),
  }),
  analyticsModuleNotifications: t.field({
    type: [ModuleNotice],
    description: 'Messages of the provider about a module, for administrators; empty if the provider cannot be reached.',
    args: { slug: t.arg.string({ required: true, description: slugArgument }) },
    ...authorizeAnalytics('authenticate', (actor, { slug }: { slug: string }, { site, viewer }) =>
      listModuleNotifications(site, viewer, actor, slug),
    ),
  }),
  analyticsModuleSettings: t.field({
    type: 'JSON',
    ...legacyOnly('Each module has typed settings of its own: `analyticsSearchConsoleSettings`, `analytics4Settings` and so on.'),
    description:
      'For old clients: settings of a module by name. Users who only have access to a shared dashboard receive the settings that the dashboard needs.',
    args: { slug: t.arg.string({ required: true, description: slugArgument }) },
    ...authorizeAnalytics('seeAnything', (actor, { slug }: { slug: string }) => readSettings(actor, slug)),
  }),
  analyticsDatapoint: t.field({
    type: 'JSON',
    nullable: true,
    description: 'For old clients: requests data from a module, by the name of the datapoint.',
    args: {
      slug: t.arg.string({ required: true, description: slugArgument }),
      name: t.arg.string({ required: true, description: 'Name of the datapoint; case does not matter.' }),
      parameters: t.arg({ type: 'JSON', description: 'Parameters by name.' }),
    },
    ...authorizeAnalytics('readStatistics', (actor, args: DatapointArgs, { site, viewer }) =>
      runDatapoint(site, viewer, actor, toDatapointRequest('GET', args)),
    ),
  }),
}));

interface DatapointArgs {
  slug: string;
  name: string;
  parameters?: unknown;
}

function toDatapointRequest(method: DatapointMethod, { slug, name, parameters }: DatapointArgs) {
  return { method, slug, name: name.toLowerCase(), parameters: isRecord(parameters) ? parameters : {} };
}

builder.mutationFields((t) => ({
  setAnalyticsModuleActive: t.field({
    type: AnalyticsModule,
    description: 'Activates or deactivates a module. Deactivation deletes its settings and ends its sharing.',
    args: {
      slug: t.arg.string({ required: true, description: slugArgument }),
      isActive: t.arg.boolean({ required: true, description: 'Whether the module is active.' }),
    },
    ...authorizeAnalytics('changeModules', async (_actor, { slug, isActive }: { slug: string; isActive: boolean }, { site, viewer }) => {
      await (isActive ? activateModule(site, viewer.id, slug) : deactivateModule(site, slug));
      return await getModuleView(site, await loadState(site), slug);
    }),
  }),
  checkAnalyticsModuleAccess: t.boolean({
    ...payload('hasAccess', 'Whether your account has access to the property.'),
    description: 'Checks whether your own account has access to the configured property of a module; for administrators.',
    args: {
      slug: t.arg.string({ description: slugArgument }),
      elseSlug: t.arg.string({ description: 'For old clients: slug of the module, used if `slug` is absent.' }),
    },
    ...authorizeAnalytics('setUp', (actor, { slug, elseSlug }: ModuleArgs & { elseSlug?: string | null | undefined }, { site, viewer }) =>
      checkModuleAccess(site, viewer, actor, slug ?? elseSlug ?? ''),
    ),
  }),
  updateAnalyticsModuleSettings: t.field({
    type: 'JSON',
    ...legacyOnly(
      'Each module has a mutation of its own with typed settings: `updateAnalyticsSearchConsoleSettings`, `updateAnalytics4Settings` and so on.',
    ),
    description:
      'For old clients: changes settings of a module by name, and returns all settings. Unknown names are ignored, and invalid values are corrected.',
    args: {
      slug: t.arg.string({ required: true, description: slugArgument }),
      settings: t.arg({ type: 'JSON', required: true, description: 'Values by name; null leaves a setting unchanged.' }),
    },
    ...authorizeAnalytics('changeModules', ({ facts }, { slug, settings }: { slug: string; settings?: unknown }, { site, viewer }) =>
      changeSettings(site, viewer, facts, slug, isRecord(settings) ? settings : {}),
    ),
  }),
  markAnalyticsDataAvailable: t.boolean({
    ...payload('isNews', 'Whether the module had no data before.'),
    description: 'Records that a module has data, and returns whether it had none before.',
    args: { slug: t.arg.string({ required: true, description: slugArgument }) },
    ...authorizeAnalytics('seeAnything', ({ state }, { slug }: { slug: string }, { site }) => markDataAvailable(site, state, slug)),
  }),
  runAnalyticsDatapoint: t.field({
    ...payload('result', 'Result of the action.', 'answer'),
    type: 'JSON',
    nullable: true,
    description: 'For old clients: runs an action of a module, by name.',
    args: {
      slug: t.arg.string({ required: true, description: slugArgument }),
      name: t.arg.string({ required: true, description: 'Name of the action; case does not matter.' }),
      parameters: t.arg({ type: 'JSON', description: 'Parameters by name.' }),
    },
    ...authorizeAnalytics('changeModules', (actor, args: DatapointArgs, { site, viewer }) =>
      runDatapoint(site, viewer, actor, toDatapointRequest('POST', args)),
    ),
  }),
}));
