import { formatIsoLocal } from '#app/core/time/zone.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import { listContexts } from '#app/domains/consent/log/consent-log.service.ts';
import { listMenus } from '#app/domains/consent/menus/menu.service.ts';
import { findShownMigration } from '#app/domains/consent/migrations/migration.service.ts';
import { isUnsafeNoticeClosed, findOpenBannerlessChecks } from '#app/domains/consent/notices/notice.service.ts';
import {
  type BannerlessCheck,
  type BannerlessChecks,
  formatEmptyPrivacyPolicyNotice,
  formatUnsafeCountriesNotice,
} from '#app/domains/consent/revision/notices.rules.ts';
import {
  getCurrentRevision,
  dismissRevision,
  publishRevision,
  type RevisionState,
  findStoredRevision,
} from '#app/domains/consent/revision/revision.service.ts';
import { readScanSizes } from '#app/domains/consent/scanner/results.service.ts';
import { deletionCheckedAt, savingFault } from '#app/domains/consent/settings/state.settings.ts';
import { listOutdatedTemplateUses, type TemplateUse } from '#app/domains/consent/templates/template-use.service.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { consentManagers, getVisibleNodeId } from './access.ts';
import { publicAccess } from '../access.ts';
import { RevisionPartEnum } from './enums.ts';
import { NavigationMenu } from './menus.ts';
import { ConsentMigration } from './migrations.ts';
import { oneOf } from '../public/public-mapping.ts';
import { templateKinds } from './enum-definitions.ts';

builder.prismaNode('ConsentRevision', {
  nullable: true,
  id: { field: 'id' },
  findUnique: getVisibleNodeId,
  description: 'Content of the banner, exactly as it was shown to visitors.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    part: t.field({ type: RevisionPartEnum, description: 'Part of the content.', resolve: ({ part }) => part as never }),
    hash: t.exposeString('hash', { description: 'Hash of the content: 32 hexadecimal digits.' }),
    digest: t.exposeString('digest', { description: 'SHA-256 of the content, as in the log of consents.' }),
    content: t.field({ type: 'JSON', description: 'The content at that time.', resolve: ({ json }) => JSON.parse(json) as unknown }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the revision was first stored.' }),
  }),
});

const BannerlessCheckRow = builder.objectRef<BannerlessCheck>('BannerlessCheck').implement({
  description: 'A service to check before the banner is switched off (`bannerLessConsent`).',
  fields: (t) => ({
    serviceId: t.exposeInt('id', { description: 'ID of the service.' }),
    name: t.exposeString('name', { description: 'Name of the service.' }),
    groupId: t.exposeInt('groupId', { nullable: true, description: 'ID of the group of the service; null if it is in no group.' }),
  }),
});

const Checks = builder.objectRef<BannerlessChecks>('BannerlessChecks').implement({
  description: 'Services to check before the banner is switched off (`bannerLessConsent`).',
  fields: (t) => ({
    essential: t.expose('essential', { type: [BannerlessCheckRow], description: 'Essential services, which run without consent.' }),
    legitimateInterest: t.expose('legitimateInterest', {
      type: [BannerlessCheckRow],
      description: 'Services with a legitimate interest, which would run without asking visitors.',
    }),
    consentWithoutVisualBlocker: t.expose('consentWithoutVisualBlocker', {
      type: [BannerlessCheckRow],
      description: 'Services that visitors could never accept, because no content blocker asks for them.',
    }),
  }),
});

const OutdatedTemplateUse = builder.objectRef<TemplateUse>('OutdatedTemplateUse').implement({
  description: 'A service or blocker that was created from an older version of its template.',
  fields: (t) => ({
    itemId: t.exposeInt('id', { description: 'ID in the database.' }),
    title: t.exposeString('title', { description: 'Name of the service or blocker.' }),
    kind: t.exposeString('kind', { ...oneOf(templateKinds, 'Whether the object is a service or a blocker.') }),
    postType: t.string({
      ...legacy({ use: 'kind' }),
      description: 'Kind of the object: `xcb-cookie` for a service, `xcb-blocker` for a blocker.',
      resolve: ({ kind }) => (kind === 'service' ? 'xcb-cookie' : 'xcb-blocker'),
    }),
    templateIdentifier: t.exposeString('identifier', { description: 'Identifier of the template.' }),
    version: t.exposeInt('version', { description: 'Version of the template from which the object was created.' }),
    newestVersion: t.exposeInt('newestVersion', { description: 'The newest version of the template.' }),
  }),
});

const ServiceCounts = builder.objectRef<Record<'publish' | 'draft' | 'private' | 'trash', number>>('ConsentServiceCounts').implement({
  description: 'Number of services by status.',
  fields: (t) => ({
    publish: t.exposeInt('publish', { description: 'Number of services in use.' }),
    draft: t.exposeInt('draft', { description: 'Number of drafts.' }),
    private: t.exposeInt('private', { description: 'Number of services that are stored but not in use.' }),
    trash: t.exposeInt('trash', { description: 'Number of services in the trash.' }),
  }),
});

const tagManagerPrefixes = ['gtm', 'mtm'] as const;

const TagManagers = builder.objectRef<RevisionState>('ConsentTagManagers').implement({
  description: 'Services that are tag managers.',
  fields: (t) =>
    Object.fromEntries(
      tagManagerPrefixes.map((prefix) => [
        prefix,
        t.intList({
          description: `IDs of services from templates whose names begin with \`${prefix}\`.`,
          resolve: ({ configuration }) =>
            configuration.services.filter(({ presetId, status }) => presetId.startsWith(prefix) && status !== 'trash').map(({ id }) => id),
        }),
      ]),
    ) as Record<(typeof tagManagerPrefixes)[number], ReturnType<typeof t.intList>>,
});

const countServices = ({ configuration }: RevisionState, status: string): number =>
  configuration.services.filter((service) => service.status === status).length;

const ConsentRevisionState = builder.objectRef<RevisionState>('ConsentRevisionState').implement({
  description: 'Differences between the published and the current settings of the banner, with the notices for administrators.',
  fields: (t) => ({
    needsRetrigger: t.exposeBoolean('needsRetrigger', {
      description:
        'Whether the settings have changed since they were published. If they have, use `decideConsentRevision` to publish them.',
    }),
    content: t.field({
      type: 'JSON',
      description: 'Content of the banner with the current settings.',
      resolve: ({ revisions }) => revisions.dependent.content,
    }),
    calculatedHash: t.string({ description: 'Hash of the current settings.', resolve: ({ revisions }) => revisions.dependent.hash }),
    publishedHash: t.exposeString('published', {
      description: 'Hash of the published settings. Visitors whose consent has another hash are asked again.',
    }),
    tagManagers: t.field({ type: TagManagers, description: 'Services that are tag managers.', resolve: (state) => state }),
    outdatedTemplates: t.field({
      type: [OutdatedTemplateUse],
      description: 'Objects that were created from an older version of their template.',
      resolve: ({ configuration }, _args, { site }) => listOutdatedTemplateUses(site, configuration),
    }),
    savingNotice: t.string({
      nullable: true,
      description: 'Notice about a failure to store consents, as HTML; null if there was no failure.',
      resolve: (_state, _args, { site }) => site.settings.get(savingFault) || null,
    }),
    unsafeCountriesNotice: t.string({
      nullable: true,
      description:
        'Notice about services that process data in countries without adequate protection, as HTML; null if there is nothing to show.',
      resolve: ({ configuration }, _args, { site }) => formatUnsafeCountriesNotice(configuration, isUnsafeNoticeClosed(site)),
    }),
    emptyPrivacyPolicyNotice: t.string({
      nullable: true,
      description: 'Notice about services without a privacy policy, as HTML; null if every service has one.',
      resolve: ({ configuration }) => formatEmptyPrivacyPolicyNotice(configuration),
    }),
    contexts: t.stringList({
      description:
        'Contexts, such as languages, in which at least one consent is stored. The filter `context` of consents accepts these values.',
      resolve: (_state, _args, { site }) => listContexts(site),
    }),
    contextLabels: t.field({
      type: 'JSON',
      ...legacy({ use: 'contexts' }),
      description: 'Display names of the contexts of stored consents, by context.',
      resolve: async (_state, _args, { site }) =>
        Object.fromEntries((await listContexts(site)).map((context) => [context, context === '' ? 'Default' : context])),
    }),
    publishedServiceCount: t.int({ description: 'Number of services in use.', resolve: (state) => countServices(state, 'publish') }),
    serviceCount: t.int({
      description: 'Number of services, without those in the trash.',
      resolve: ({ configuration }) => configuration.services.filter(({ status }) => status !== 'trash').length,
    }),
    blockerCount: t.int({
      description: 'Number of content blockers, without those in the trash.',
      resolve: ({ configuration }) => configuration.blockers.filter(({ status }) => status !== 'trash').length,
    }),
    serviceCounts: t.field({
      type: ServiceCounts,
      description: 'Number of services by status.',
      resolve: (state) => ({
        publish: countServices(state, 'publish'),
        draft: countServices(state, 'draft'),
        private: countServices(state, 'private'),
        trash: countServices(state, 'trash'),
      }),
    }),
    deletionCheckedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the site last looked for expired consents; null if it never did.',
      resolve: (_state, _args, { site }) => toDate(site.settings.get(deletionCheckedAt)),
    }),
    deletionCheckedLocal: t.string({
      nullable: true,
      ...legacy({ use: 'deletionCheckedAt' }),
      description: '`deletionCheckedAt` with the UTC offset of the site’s time zone.',
      resolve: (_state, _args, { site }) => {
        const checked = toDate(site.settings.get(deletionCheckedAt));
        return checked && formatIsoLocal(checked, getSiteZone(site));
      },
    }),
    bannerlessChecks: t.field({
      type: Checks,
      description: 'Services to check before the banner is switched off (`bannerLessConsent`).',
      resolve: (_state, _args, { site }) => findOpenBannerlessChecks(site),
    }),
    menus: t.prismaField({
      type: [NavigationMenu],
      description: 'The menus of the site.',
      resolve: (query, _state, _args, { site }) => listMenus(site, query),
    }),
    scannedTemplateCount: t.int({
      description: 'Number of templates that scans found.',
      resolve: async (_state, _args, { site }) => (await readScanSizes(site)).templates,
    }),
    scannedHostCount: t.int({
      description: 'Number of hosts that scans found and for which no template exists.',
      resolve: async (_state, _args, { site }) => (await readScanSizes(site)).hosts,
    }),
    migration: t.field({
      type: ConsentMigration,
      nullable: true,
      description: 'Migration that an administrator has to review after an update of the banner; null if the banner was not updated.',
      resolve: (_state, _args, { site }) => findShownMigration(site),
    }),
  }),
});

const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

builder.queryFields((t) => ({
  consentRevisionState: t.field({
    type: ConsentRevisionState,
    ...consentManagers,
    description:
      'Differences between the published and the current settings. If there are no consents yet, the query publishes the current settings. For users who manage the consent banner.',
    resolve: (_root, _args, { site }) => getCurrentRevision(site),
  }),
  consentRevision: t.field({
    type: 'JSON',
    ...consentManagers,
    description: 'The content of a stored revision; for users who manage the consent banner.',
    args: {
      hash: t.arg.string({ required: true, description: 'Hash of the revision.' }),
      part: t.arg({ type: RevisionPartEnum, defaultValue: 'dependent', description: 'Part of the banner.' }),
    },
    resolve: (_root, { hash, part }, { site }) => findStoredRevision(site, part === 'independent' ? 'independent' : 'dependent', hash),
  }),
  consentSecondView: t.field({
    type: 'JSON',
    ...publicAccess,
    ...legacyOnly('The result is always an empty object.'),
    description: 'Data that the banner loads when a visitor opens its settings; always an empty object on this site.',
    resolve: () => ({}),
  }),
}));

builder.mutationField('decideConsentRevision', (t) =>
  t.field({
    type: ConsentRevisionState,
    ...consentManagers,
    description:
      'Publishes the current settings, with or without asking visitors for consent again; for users who manage the consent banner.',
    args: { asksAgain: t.arg.boolean({ defaultValue: true, description: 'Whether visitors are asked for consent again.' }) },
    resolve: (_root, { asksAgain }, { site }) => (asksAgain === false ? dismissRevision(site) : publishRevision(site)),
  }),
);
