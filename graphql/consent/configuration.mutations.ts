import { createBlocker, deleteBlocker, updateBlocker } from '#app/domains/consent/configuration/blocker.service.ts';
import { createGroup, deleteGroup, updateGroup } from '#app/domains/consent/configuration/group.service.ts';
import { createLink, deleteLink, updateLink } from '#app/domains/consent/configuration/link.service.ts';
import { createService, deleteService, updateService } from '#app/domains/consent/configuration/service.service.ts';
import { builder, type InputFields } from '../builder.ts';
import { consentManagers } from './access.ts';
import { BannerLink, ConsentService, ContentBlocker, ServiceGroup } from './configuration.types.ts';
import { BannerPageType, ConsentItemStatus } from './enums.ts';
import { nulls } from '../public/nulls.ts';
import { payload } from '../public/payload.ts';
import { declareFormerName } from '../public/former-names.ts';

const GroupDraft = builder.inputType('ServiceGroupDraft', {
  description: 'A new group.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name that is shown to visitors.' }),
    description: t.string({ description: 'Purpose that is shown to visitors.' }),
    slug: t.string({ description: 'Slug of the group; derived from the name by default.' }),
  }),
});

const GroupChanges = builder.inputType('ServiceGroupChanges', {
  ...nulls({ clearedBy: { description: '' } }),
  description: 'The fields to change.',
  fields: (t) => ({
    name: t.string({ description: 'Name that is shown to visitors.' }),
    description: t.string({ description: 'Purpose that is shown to visitors.' }),
    slug: t.string({ description: 'Slug of the group.' }),
  }),
});

const detailsDescription = 'Further values, as an object with the keys of `ConsentTemplate.values`. Values of a wrong type are ignored.';

const ServiceDraft = builder.inputType('ConsentServiceDraft', {
  description: 'A new service.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Name that is shown to visitors.' }),
    purpose: t.string({ description: 'Purpose that is shown to visitors.' }),
    status: t.field({ type: ConsentItemStatus, description: 'Whether the banner asks for the service; `PUBLISH` by default.' }),
    slug: t.string({ description: 'Slug; derived from the title by default.' }),
    groupId: t.int({ description: 'ID of the group. Visitors are not asked about a service without a group.' }),
    details: t.field({ type: 'JSON', description: detailsDescription }),
  }),
});

const ServiceChanges = builder.inputType('ConsentServiceChanges', {
  ...nulls({ clearedBy: { purpose: '' }, handledByResolver: ['groupId'] }),
  description: 'The fields to change.',
  fields: (t) => ({
    title: t.string({ description: 'Name that is shown to visitors.' }),
    purpose: t.string({ description: 'Purpose that is shown to visitors.' }),
    status: t.field({ type: ConsentItemStatus, description: 'Whether the banner asks for the service.' }),
    slug: t.string({ description: 'Slug of the service.' }),
    groupId: t.int({ description: 'ID of the group; null removes the service from its group.' }),
    details: t.field({ type: 'JSON', description: detailsDescription }),
  }),
});

const BlockerDraft = builder.inputType('ContentBlockerDraft', {
  description: 'A new content blocker.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Name that is shown to visitors.' }),
    description: t.string({ description: 'Text that is shown in place of the blocked content.' }),
    status: t.field({ type: ConsentItemStatus, description: 'Whether the blocker is active; `PUBLISH` by default.' }),
    slug: t.string({ description: 'Slug; derived from the title by default.' }),
    serviceIds: t.intList({ description: 'IDs of the services that have to be accepted.' }),
    details: t.field({ type: 'JSON', description: detailsDescription }),
  }),
});

const BlockerChanges = builder.inputType('ContentBlockerChanges', {
  ...nulls({ clearedBy: { description: '', serviceIds: [] } }),
  description: 'The fields to change.',
  fields: (t) => ({
    title: t.string({ description: 'Name that is shown to visitors.' }),
    description: t.string({ description: 'Text that is shown in place of the blocked content.' }),
    status: t.field({ type: ConsentItemStatus, description: 'Whether the blocker is active.' }),
    slug: t.string({ description: 'Slug of the blocker.' }),
    serviceIds: t.intList({ description: 'IDs of the services that have to be accepted.' }),
    details: t.field({ type: 'JSON', description: detailsDescription }),
  }),
});

const linkFields = (t: InputFields) => ({
  pageType: t.field({ type: BannerPageType, description: 'Type of the linked page.' }),
  pageId: t.int({ description: 'ID of the linked page.' }),
  externalUrl: t.string({ description: 'External URL of the link.' }),
  isExternal: t.boolean({ ...declareFormerName('isExternalUrl'), description: 'Whether the link uses `externalUrl` instead of a page.' }),
  hidesBanner: t.boolean({ ...declareFormerName('hideCookieBanner'), description: 'Whether the banner is hidden on the linked page.' }),
  opensNewTab: t.boolean({ ...declareFormerName('isTargetBlank'), description: 'Whether the link opens in a new tab.' }),
  menuOrder: t.int({ description: 'Position among the links.' }),
});

const LinkDraft = builder.inputType('BannerLinkDraft', {
  description: 'A new link of the banner.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Text of the link.' }),
    ...linkFields(t as never),
  }),
});

const LinkChanges = builder.inputType('BannerLinkChanges', {
  ...nulls({ clearedBy: { pageId: 0, externalUrl: '' } }),
  description: 'The fields to change.',
  fields: (t) => ({
    title: t.string({ description: 'Text of the link.' }),
    status: t.field({ type: ConsentItemStatus, description: 'Whether the banner shows the link.' }),
    ...linkFields(t as never),
  }),
});

const idArgument = { required: true, description: 'ID in the database.' } as const;
const forManagers = 'for users who manage the consent banner.';

/** Removes the title from the input if it is empty or null, because a title cannot be cleared. */
const omitEmptyTitle = <Input extends { title?: string | null | undefined }>({ title, ...input }: Input) => ({
  ...input,
  ...(title && { title }),
});

builder.mutationFields((t) => ({
  createServiceGroup: t.field({
    type: ServiceGroup,
    ...consentManagers,
    description: `Adds a group after the existing groups; ${forManagers}`,
    args: { draft: t.arg({ type: GroupDraft, required: true, description: 'The group to create.' }) },
    resolve: (_root, { draft }, { site }) => createGroup(site, draft),
  }),
  updateServiceGroup: t.field({
    type: ServiceGroup,
    ...consentManagers,
    description: `Changes a group; statistics use the new name. ${forManagers.replace('for', 'For')}`,
    args: { id: t.arg.int(idArgument), changes: t.arg({ type: GroupChanges, required: true, description: 'The fields to change.' }) },
    resolve: (_root, { id, changes: { name, ...changes } }, { site }) => updateGroup(site, id, { ...changes, ...(name && { name }) }),
  }),
  deleteServiceGroup: t.field({
    type: ServiceGroup,
    ...consentManagers,
    description: `Deletes a group with its services permanently; the essential group cannot be deleted. ${forManagers.replace('for', 'For')}`,
    args: { id: t.arg.int(idArgument) },
    resolve: (_root, { id }, { site }) => deleteGroup(site, id),
  }),
  createConsentService: t.field({
    type: ConsentService,
    ...consentManagers,
    description: `Adds a service; ${forManagers}`,
    args: { draft: t.arg({ type: ServiceDraft, required: true, description: 'The service to create.' }) },
    resolve: (_root, { draft: { details, ...draft } }, { site }) => createService(site, { ...draft, meta: (details ?? {}) as object }),
  }),
  updateConsentService: t.field({
    type: ConsentService,
    ...consentManagers,
    description: `Changes a service; ${forManagers}`,
    args: { id: t.arg.int(idArgument), changes: t.arg({ type: ServiceChanges, required: true, description: 'The fields to change.' }) },
    resolve: (_root, { id, changes: { details, ...changes } }, { site }) =>
      updateService(site, id, { ...omitEmptyTitle(changes), meta: (details ?? {}) as object }),
  }),
  deleteConsentService: t.field({
    type: ConsentService,
    ...consentManagers,
    description: `Deletes a service permanently; content blockers no longer require it. ${forManagers.replace('for', 'For')}`,
    args: { id: t.arg.int(idArgument) },
    resolve: (_root, { id }, { site }) => deleteService(site, id),
  }),
  createContentBlocker: t.field({
    type: ContentBlocker,
    ...consentManagers,
    description: `Adds a content blocker; ${forManagers}`,
    args: { draft: t.arg({ type: BlockerDraft, required: true, description: 'The blocker to create.' }) },
    resolve: (_root, { draft: { details, ...draft } }, { site }) =>
      createBlocker(site, { ...draft, meta: (details ?? {}) as object }) as never,
  }),
  updateContentBlocker: t.field({
    type: ContentBlocker,
    ...consentManagers,
    description: `Changes a content blocker; ${forManagers}`,
    args: { id: t.arg.int(idArgument), changes: t.arg({ type: BlockerChanges, required: true, description: 'The fields to change.' }) },
    resolve: (_root, { id, changes: { details, ...changes } }, { site }) =>
      updateBlocker(site, id, { ...omitEmptyTitle(changes), meta: (details ?? {}) as object }) as never,
  }),
  deleteContentBlocker: t.boolean({
    ...payload('isDeleted', 'True once the content blocker is deleted.'),
    ...consentManagers,
    description: `Deletes a content blocker permanently; ${forManagers}`,
    args: { id: t.arg.int(idArgument) },
    resolve: async (_root, { id }, { site }) => {
      await deleteBlocker(site, id);
      return true;
    },
  }),
  createBannerLink: t.field({
    type: BannerLink,
    ...consentManagers,
    description: `Adds a link to the banner; ${forManagers}`,
    args: { draft: t.arg({ type: LinkDraft, required: true, description: 'The link to create.' }) },
    resolve: (_root, { draft }, { site }) => createLink(site, draft),
  }),
  updateBannerLink: t.field({
    type: BannerLink,
    ...consentManagers,
    description: `Changes a link of the banner; ${forManagers}`,
    args: { id: t.arg.int(idArgument), changes: t.arg({ type: LinkChanges, required: true, description: 'The fields to change.' }) },
    resolve: (_root, { id, changes }, { site }) => updateLink(site, id, omitEmptyTitle(changes)),
  }),
  deleteBannerLink: t.field({
    type: BannerLink,
    ...consentManagers,
    description: `Deletes a link of the banner permanently; ${forManagers}`,
    args: { id: t.arg.int(idArgument) },
    resolve: (_root, { id }, { site }) => deleteLink(site, id),
  }),
}));
