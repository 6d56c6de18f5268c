import type { Json } from '#app/domains/analytics/json.ts';
import { checkModuleAccess } from '#app/domains/analytics/modules/access-check.service.ts';
import { activateModule, deactivateModule } from '#app/domains/analytics/modules/activation.service.ts';
import { markDataAvailable } from '#app/domains/analytics/modules/data-available.service.ts';
import type { Notice } from '#app/domains/analytics/modules/datapoint.ts';
import { type DatapointMethod, moduleNotifications, runDatapoint } from '#app/domains/analytics/modules/datapoint.service.ts';
import { listModules, type ModuleView, viewModule } from '#app/domains/analytics/modules/module-list.ts';
import { changeSettings, readSettings } from '#app/domains/analytics/modules/settings.service.ts';
import { loadState } from '#app/domains/analytics/state.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { User } from '../users/user.ts';
import { permitted } from './permit.ts';
import { payload } from '../public/payload.ts';
import { formerly } from '../public/former-names.ts';

const AnalyticsModule = builder.objectRef<ModuleView>('AnalyticsModule').implement({
  description: 'A connector to one product of the provider, as the site has it.',
  fields: (t) => ({
    slug: t.string({ description: 'What it is called in addresses.', resolve: ({ definition }) => definition.slug }),
    name: t.string({ description: 'Name that identifies it.', resolve: ({ definition }) => definition.name }),
    description: t.string({ description: 'What it is for.', resolve: ({ definition }) => definition.description }),
    homepage: t.string({
      description: 'Page of the product.',
      resolve: ({ definition: { homepage } }, _args, { site }) => (homepage.startsWith('/') ? site.config.siteUrl + homepage : homepage),
    }),
    isInternal: t.boolean({
      description: 'It works for others and is shown nowhere.',
      resolve: ({ definition }) => definition.isInternal === true,
    }),
    isForced: t.boolean({ description: 'It is always active.', resolve: ({ definition }) => definition.isForced === true }),
    order: t.int({ description: 'Its place in lists.', resolve: ({ definition }) => definition.order }),
    isActive: t.exposeBoolean('isActive', { description: 'It is switched on.' }),
    isConnected: t.exposeBoolean('isConnected', { description: 'It is switched on and set up.' }),
    isShareable: t.exposeBoolean('isShareable', { description: 'It can be shared with other roles.' }),
    isRecoverable: t.exposeBoolean('isRecoverable', { description: 'It is shared, and the access of its owner is gone.' }),
    dependencies: t.stringList({ description: 'Modules it needs.', resolve: ({ definition }) => [...(definition.dependencies ?? [])] }),
    dependents: t.exposeStringList('dependants', { ...formerly('dependants'), description: 'Modules that need it.' }),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'Who set it up; null while nobody did, and for those who may not list users.',
      resolve: ({ owner }, _args, { load, viewer }) => (owner && viewer.can('list_users') ? load.user.load(owner.id) : null),
    }),
  }),
});

const ModuleNotice = builder.objectRef<Notice>('AnalyticsModuleNotice').implement({
  description: 'Something that the provider wants administrators to know of a module.',
  fields: (t) => ({
    name: t.exposeString('id', { description: 'What it is called: the module and the provider’s own name for it.' }),
    description: t.exposeString('description', { description: 'What is the matter.' }),
    isDismissible: t.exposeBoolean('isDismissible', { description: 'Whether it can be put away.' }),
    severity: t.exposeString('severity', { description: 'How it is shown, such as `win-info`.' }),
    ctaUrl: t.exposeString('ctaURL', { description: 'Where something can be done about it.' }),
    ctaLabel: t.exposeString('ctaLabel', { description: 'What is done there.' }),
    ctaTarget: t.exposeString('ctaTarget', { description: 'Window that opens, as links name it.' }),
  }),
});

interface Module {
  slug?: string | null | undefined;
}

const slugArgument = 'Slug of the module.';

builder.queryFields((t) => ({
  analyticsModules: t.field({
    type: [AnalyticsModule],
    description: 'All modules, in their order.',
    ...permitted('seeAnything', ({ state }, _args: object, { site }) => listModules(site, state)),
  }),
  analyticsModule: t.field({
    type: AnalyticsModule,
    description: 'One module; for administrators.',
    args: { slug: t.arg.string({ description: slugArgument }) },
    ...permitted('authenticate', ({ state }, { slug }: Module, { site }) => viewModule(site, state, slug ?? '')),
  }),
  analyticsModuleNotifications: t.field({
    type: [ModuleNotice],
    description: 'What the provider wants administrators to know of a module; nothing where it cannot be asked.',
    args: { slug: t.arg.string({ required: true, description: slugArgument }) },
    ...permitted('authenticate', (actor, { slug }: { slug: string }, { site, viewer }) => moduleNotifications(site, viewer, actor, slug)),
  }),
  analyticsModuleSettings: t.field({
    type: 'JSON',
    ...legacyOnly('Each module has typed settings of its own: `analyticsSearchConsoleSettings`, `analytics4Settings` and so on.'),
    description: 'For old clients: settings of a module by name. Those who only view a shared dashboard get what it needs.',
    args: { slug: t.arg.string({ required: true, description: slugArgument }) },
    ...permitted('seeAnything', (actor, { slug }: { slug: string }) => readSettings(actor, slug)),
  }),
  analyticsDatapoint: t.field({
    type: 'JSON',
    nullable: true,
    description: 'For old clients: asks a module for something, by name.',
    args: {
      slug: t.arg.string({ required: true, description: slugArgument }),
      name: t.arg.string({ required: true, description: 'What to ask for, in any case of letters.' }),
      parameters: t.arg({ type: 'JSON', description: 'By name.' }),
    },
    ...permitted('readFigures', (actor, args: Asked, { site, viewer }) => runDatapoint(site, viewer, actor, asked('GET', args))),
  }),
}));

interface Asked {
  slug: string;
  name: string;
  parameters?: unknown;
}

const isMap = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

function asked(method: DatapointMethod, { slug, name, parameters }: Asked) {
  return { method, slug, name: name.toLowerCase(), parameters: isMap(parameters) ? parameters : {} };
}

builder.mutationFields((t) => ({
  setAnalyticsModuleActive: t.field({
    type: AnalyticsModule,
    description: 'Switches a module on or off. Switched off, it forgets its settings and with whom it was shared.',
    args: {
      slug: t.arg.string({ required: true, description: slugArgument }),
      isActive: t.arg.boolean({ required: true, description: 'Whether it is on.' }),
    },
    ...permitted('changeModules', async (_actor, { slug, isActive }: { slug: string; isActive: boolean }, { site, viewer }) => {
      await (isActive ? activateModule(site, viewer.id, slug) : deactivateModule(site, slug));
      return await viewModule(site, await loadState(site), slug);
    }),
  }),
  checkAnalyticsModuleAccess: t.boolean({
    ...payload('hasAccess'),
    description: 'Whether your own account reaches what a module is set up for; for administrators.',
    args: {
      slug: t.arg.string({ description: slugArgument }),
      elseSlug: t.arg.string({ description: 'For old clients: taken where `slug` is not given.' }),
    },
    ...permitted('setUp', (actor, { slug, elseSlug }: Module & { elseSlug?: string | null | undefined }, { site, viewer }) =>
      checkModuleAccess(site, viewer, actor, slug ?? elseSlug ?? ''),
    ),
  }),
  updateAnalyticsModuleSettings: t.field({
    type: 'JSON',
    ...legacyOnly(
      'Each module has a mutation of its own with typed settings: `updateAnalyticsSearchConsoleSettings`, `updateAnalytics4Settings` and so on.',
    ),
    description:
      'For old clients: changes settings of a module by name, and returns all. Unknown names are left out, invalid values corrected.',
    args: {
      slug: t.arg.string({ required: true, description: slugArgument }),
      settings: t.arg({ type: 'JSON', required: true, description: 'By name; null leaves a setting as it is.' }),
    },
    ...permitted('changeModules', ({ facts }, { slug, settings }: { slug: string; settings?: unknown }, { site, viewer }) =>
      changeSettings(site, viewer, facts, slug, isMap(settings) ? settings : {}),
    ),
  }),
  markAnalyticsDataAvailable: t.boolean({
    ...payload('isNews'),
    description: 'Notes that a module has data; returns whether that is new.',
    args: { slug: t.arg.string({ required: true, description: slugArgument }) },
    ...permitted('seeAnything', ({ state }, { slug }: { slug: string }, { site }) => markDataAvailable(site, state, slug)),
  }),
  runAnalyticsDatapoint: t.field({
    ...payload('result', 'answer'),
    type: 'JSON',
    nullable: true,
    description: 'For old clients: has a module do something, by name.',
    args: {
      slug: t.arg.string({ required: true, description: slugArgument }),
      name: t.arg.string({ required: true, description: 'What to do, in any case of letters.' }),
      parameters: t.arg({ type: 'JSON', description: 'By name.' }),
    },
    ...permitted('changeModules', (actor, args: Asked, { site, viewer }) => runDatapoint(site, viewer, actor, asked('POST', args))),
  }),
}));
