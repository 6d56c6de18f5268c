import { formatIsoLocal } from '#app/core/time/zone.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import { type Decision, listDecisionLabels } from '#app/domains/consent/documenting/decision.rules.ts';
import { loadRevisionGroups } from '#app/domains/consent/log/revision-groups.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import type { Context } from '../context.ts';
import { canManageConsent, getVisibleNodeId } from './access.ts';
import { ConsentButtonEnum, ConsentBypass, ConsentView } from './enums.ts';

const Viewport = builder.objectRef<{ width: number; height: number }>('ConsentViewport').implement({
  description: 'Size of the visitor’s window in pixels.',
  fields: (t) => ({
    width: t.exposeInt('width', { description: 'Width in pixels.' }),
    height: t.exposeInt('height', { description: 'Height in pixels.' }),
  }),
});

const AcceptedGroup = builder.objectRef<{ groupId: number; serviceIds: readonly number[] }>('AcceptedServices').implement({
  description: 'Services of one group that a visitor accepts.',
  fields: (t) => ({
    groupId: t.exposeInt('groupId', { description: 'ID of the group.' }),
    serviceIds: t.intList({ description: 'IDs of the services.', resolve: ({ serviceIds }) => [...serviceIds] }),
  }),
});

const parseStoredDecision = (json: string): Decision => {
  const decision = JSON.parse(json) as Decision | [];
  return Array.isArray(decision) ? {} : (decision as Decision);
};

/** Parses a stored decision into a list of groups with their accepted services. */
const toAcceptedGroups = (json: string) =>
  Object.entries(parseStoredDecision(json)).map(([id, serviceIds]) => ({ groupId: Number(id), serviceIds }));

const formatInSiteZone = (time: Date, { site }: Context): string => formatIsoLocal(time, getSiteZone(site));

/** Returns an IP address or its hash for users who manage the banner; null for others, or if it was not stored. */
const showToManagers = (value: string, { viewer }: Context): string | null => (value !== '' && canManageConsent(viewer) ? value : null);

const selectDecision = { decision: { select: { text: true } } } as const;
const selectRevisionHash = { revision: { select: { hash: true } } } as const;

builder.prismaNode('Consent', {
  nullable: true,
  id: { field: 'id' },
  findUnique: getVisibleNodeId,
  description: "A visitor's decision about services and cookies. A stored consent is never changed.",
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    position: t.exposeInt('position', { description: 'Position in the log, from 1.' }),
    digest: t.exposeString('digest', { description: 'SHA-256 of the whole entry.' }),
    link: t.exposeString('link', { description: 'Keyed hash that links this consent to the previous one in the log.' }),
    uuid: t.exposeString('uuid', { description: "UUID of the consent in the visitor's browser." }),
    createdAt: t.expose('created', { type: 'DateTime', description: 'When the decision was made.' }),
    createdLocal: t.string({
      ...legacy({ use: 'createdAt' }),
      description: '`createdAt` with the UTC offset of the site’s time zone.',
      resolve: ({ created }, _args, context) => formatInSiteZone(created as Date, context),
    }),
    createdClientTime: t.expose('createdClientTime', {
      type: 'DateTime',
      nullable: true,
      description: "Time of the decision on the visitor's clock; null if the browser sent no valid time.",
    }),
    createdClientLocal: t.string({
      nullable: true,
      ...legacy({ use: 'createdClientTime' }),
      description: '`createdClientTime` with the UTC offset of the site’s time zone.',
      resolve: ({ createdClientTime }, _args, context) => createdClientTime && formatInSiteZone(createdClientTime as Date, context),
    }),
    context: t.exposeString('context', { description: 'Context of the decision, such as a language; empty if the site has only one.' }),
    pluginVersion: t.exposeString('pluginVersion', { description: 'Version of the banner.' }),
    designVersion: t.exposeInt('designVersion', { description: "Version of the banner's design." }),
    decision: t.field({
      type: [AcceptedGroup],
      description: 'Accepted services by group.',
      select: selectDecision,
      resolve: ({ decision }) => toAcceptedGroups(decision.text),
    }),
    decisionMap: t.field({
      type: 'JSON',
      ...legacy({ use: 'decision { groupId serviceIds }' }),
      description: 'IDs of the accepted services, by ID of the group.',
      select: selectDecision,
      resolve: ({ decision }) => parseStoredDecision(decision.text),
    }),
    previousDecision: t.field({
      type: [AcceptedGroup],
      nullable: true,
      description: 'Services that the visitor had accepted before, by group; null for a first decision.',
      select: { previousDecision: { select: { text: true } } },
      resolve: ({ previousDecision }) => previousDecision && toAcceptedGroups(previousDecision.text),
    }),
    previousDecisionMap: t.field({
      type: 'JSON',
      nullable: true,
      ...legacy({ use: 'previousDecision { groupId serviceIds }' }),
      description: 'IDs of the services that the visitor had accepted before, by ID of the group; null for a first decision.',
      select: { previousDecision: { select: { text: true } } },
      resolve: ({ previousDecision }) => previousDecision && parseStoredDecision(previousDecision.text),
    }),
    decisionLabels: t.stringList({
      description: 'Names of the accepted services at the time of the decision.',
      select: { ...selectDecision, ...selectRevisionHash },
      resolve: async ({ decision, revision }, _args, { site }) => {
        const groups = (await loadRevisionGroups(site, [revision.hash])).get(revision.hash) ?? [];
        return listDecisionLabels(parseStoredDecision(decision.text), groups);
      },
    }),
    groups: t.field({
      type: 'JSON',
      description: 'Service groups and services at the time of the decision.',
      select: selectRevisionHash,
      resolve: async ({ revision }, _args, { site }) => (await loadRevisionGroups(site, [revision.hash])).get(revision.hash) ?? [],
    }),
    button: t.field({
      type: ConsentButtonEnum,
      description: 'How the visitor decided.',
      resolve: ({ buttonClicked }) => buttonClicked as never,
    }),
    blockerId: t.exposeInt('blockerId', {
      nullable: true,
      description: 'ID of the blocker whose content the visitor wanted to see; null if there was none.',
    }),
    isUnblock: t.boolean({
      description: 'Whether the decision was made to see blocked content.',
      resolve: ({ blockerId }) => (blockerId ?? 0) > 0,
    }),
    doNotTrack: t.exposeBoolean('dnt', { description: 'Whether the browser asked not to be tracked.' }),
    bypass: t.field({
      type: ConsentBypass,
      nullable: true,
      description: 'Reason why the visitor was not asked; null if the visitor was asked.',
      resolve: ({ customBypass }) => customBypass as never,
    }),
    country: t.exposeString('userCountry', {
      nullable: true,
      description: 'Two-letter country code of the visitor; null if it was not looked up.',
    }),
    viewport: t.field({
      type: Viewport,
      description: "Size of the visitor's window.",
      resolve: ({ viewportWidth, viewportHeight }) => ({ width: viewportWidth, height: viewportHeight }),
    }),
    view: t.field({
      type: ConsentView,
      nullable: true,
      description: 'The view of the banner that was open; null if it is unknown.',
      resolve: ({ uiView }) => uiView as never,
    }),
    ipv4: t.string({
      nullable: true,
      description: 'The full IPv4 address; null if it was not stored, or unless you manage the consent banner.',
      select: { address: true },
      resolve: ({ address }, _args, context) => showToManagers(address.ipv4, context),
    }),
    ipv6: t.string({
      nullable: true,
      description: 'The full IPv6 address; null if it was not stored, or unless you manage the consent banner.',
      select: { address: true },
      resolve: ({ address }, _args, context) => showToManagers(address.ipv6, context),
    }),
    ipv4Hash: t.string({
      nullable: true,
      description:
        'Keyed hash of the IPv4 address without its last group; null if it was not stored, or unless you manage the consent banner.',
      select: { address: true },
      resolve: ({ address }, _args, context) => showToManagers(address.ipv4Hash, context),
    }),
    ipv6Hash: t.string({
      nullable: true,
      description:
        'Keyed hash of the IPv6 address without its last group; null if it was not stored, or unless you manage the consent banner.',
      select: { address: true },
      resolve: ({ address }, _args, context) => showToManagers(address.ipv6Hash, context),
    }),
    referer: t.string({
      nullable: true,
      description: 'URL of the page on which the visitor decided; null if it was not stored.',
      select: { referer: { select: { text: true } } },
      resolve: ({ referer }) => referer?.text ?? null,
    }),
    imprintUrl: t.string({
      nullable: true,
      description: 'URL of the legal notice to which the banner linked; null if it had no such link.',
      select: { urlImprint: { select: { text: true } } },
      resolve: ({ urlImprint }) => urlImprint?.text ?? null,
    }),
    privacyPolicyUrl: t.string({
      nullable: true,
      description: 'URL of the privacy policy to which the banner linked; null if it had no such link.',
      select: { urlPrivacyPolicy: { select: { text: true } } },
      resolve: ({ urlPrivacyPolicy }) => urlPrivacyPolicy?.text ?? null,
    }),
    tcfString: t.string({
      nullable: true,
      description: 'The decision as a string of the Transparency and Consent Framework (TCF); null if none was sent.',
      select: { tcfString: { select: { text: true } } },
      resolve: ({ tcfString }) => tcfString?.text ?? null,
    }),
    previousTcfString: t.string({
      nullable: true,
      description: "TCF string of the visitor's previous consent; null if none exists.",
      select: { previousTcfString: { select: { text: true } } },
      resolve: ({ previousTcfString }) => previousTcfString?.text ?? null,
    }),
    googleConsent: t.expose('gcmConsent', {
      type: 'JSON',
      nullable: true,
      description: 'Google consent types that were granted; null if none were sent.',
    }),
    previousGoogleConsent: t.expose('previousGcmConsent', {
      type: 'JSON',
      nullable: true,
      description: "Google consent types of the visitor's previous consent; null if none exist.",
    }),
    recorder: t.exposeString('recorder', {
      nullable: true,
      description: "The visitor's actions in the banner, as its script recorded them; null if none were sent.",
    }),
    revision: t.relation('revision', { description: 'The texts and services that were shown to the visitor.' }),
    independentRevision: t.relation('revisionIndependent', { description: 'The revision of the parts that do not depend on services.' }),
  }),
});
