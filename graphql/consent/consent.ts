import { formatIsoLocal } from '#app/core/time/zone.ts';
import { siteZone } from '#app/domains/content/site-time.ts';
import { type Decision, decisionLabels } from '#app/domains/consent/documenting/decision.rules.ts';
import { groupsOfRevisions } from '#app/domains/consent/log/revision-groups.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import type { Context } from '../context.ts';
import { managesConsent, nodeId } from './access.ts';
import { ConsentButtonEnum, ConsentBypass, ConsentView } from './enums.ts';

const Viewport = builder.objectRef<{ width: number; height: number }>('ConsentViewport').implement({
  description: 'How large the visitor’s window was, in pixels.',
  fields: (t) => ({
    width: t.exposeInt('width', { description: 'Width in pixels.' }),
    height: t.exposeInt('height', { description: 'Height in pixels.' }),
  }),
});

const AcceptedGroup = builder.objectRef<{ groupId: number; serviceIds: readonly number[] }>('AcceptedServices').implement({
  description: 'What of a group was accepted.',
  fields: (t) => ({
    groupId: t.exposeInt('groupId', { description: 'Number of the group.' }),
    serviceIds: t.intList({ description: 'Numbers of the services.', resolve: ({ serviceIds }) => [...serviceIds] }),
  }),
});

const decisionOf = (text: string): Decision => {
  const decision = JSON.parse(text) as Decision | [];
  return Array.isArray(decision) ? {} : (decision as Decision);
};

/** A decision by group. */
const groupsOf = (text: string) => Object.entries(decisionOf(text)).map(([id, serviceIds]) => ({ groupId: Number(id), serviceIds }));

const zoned = (moment: Date, { site }: Context): string => formatIsoLocal(moment, siteZone(site));

/** What of an address is for those who manage the banner alone. */
const forManagers = (value: string, { viewer }: Context): string | null => (value !== '' && managesConsent(viewer) ? value : null);

const decisionText = { decision: { select: { text: true } } } as const;
const withRevision = { revision: { select: { hash: true } } } as const;

/** A decision of a visitor, as it was given. */
export const Consent = builder.prismaNode('Consent', {
  nullable: true,
  id: { field: 'id' },
  findUnique: nodeId,
  description: 'A decision of a visitor, as it was given. It is never changed.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number that identifies it.' }),
    position: t.exposeInt('position', { description: 'Its place in the log, from 1.' }),
    digest: t.exposeString('digest', { description: 'SHA-256 of everything it says.' }),
    link: t.exposeString('link', { description: 'Binds it to the consent before it: a keyed hash.' }),
    uuid: t.exposeString('uuid', { description: 'What the visitor’s browser knows it by.' }),
    createdAt: t.expose('created', { type: 'DateTime', description: 'When it was given.' }),
    createdLocal: t.string({
      ...legacy({ use: 'createdAt' }),
      description: 'The same with the offset of the site’s zone.',
      resolve: ({ created }, _args, context) => zoned(created as Date, context),
    }),
    createdClientTime: t.expose('createdClientTime', {
      type: 'DateTime',
      nullable: true,
      description: 'When the visitor’s clock says that it was given.',
    }),
    createdClientLocal: t.string({
      nullable: true,
      ...legacy({ use: 'createdClientTime' }),
      description: 'The same with the offset of the site’s zone.',
      resolve: ({ createdClientTime }, _args, context) => createdClientTime && zoned(createdClientTime as Date, context),
    }),
    context: t.exposeString('context', { description: 'Language or the like; empty on a site that has only one.' }),
    pluginVersion: t.exposeString('pluginVersion', { description: 'Version of the banner.' }),
    designVersion: t.exposeInt('designVersion', { description: 'Version of its form.' }),
    decision: t.field({
      type: [AcceptedGroup],
      description: 'What was accepted, by group.',
      select: decisionText,
      resolve: ({ decision }) => groupsOf(decision.text),
    }),
    decisionMap: t.field({
      type: 'JSON',
      ...legacy({ use: 'decision { groupId serviceIds }' }),
      description: 'Number of the group → numbers of the services.',
      select: decisionText,
      resolve: ({ decision }) => decisionOf(decision.text),
    }),
    previousDecision: t.field({
      type: [AcceptedGroup],
      nullable: true,
      description: 'What the visitor had accepted before, by group; null for a first decision.',
      select: { previousDecision: { select: { text: true } } },
      resolve: ({ previousDecision }) => previousDecision && groupsOf(previousDecision.text),
    }),
    previousDecisionMap: t.field({
      type: 'JSON',
      nullable: true,
      ...legacy({ use: 'previousDecision { groupId serviceIds }' }),
      description: 'What the visitor had accepted before: number of the group → numbers of the services; null for a first decision.',
      select: { previousDecision: { select: { text: true } } },
      resolve: ({ previousDecision }) => previousDecision && decisionOf(previousDecision.text),
    }),
    decisionLabels: t.stringList({
      description: 'What was accepted in words, with the names that the groups had then.',
      select: { ...decisionText, ...withRevision },
      resolve: async ({ decision, revision }, _args, { site }) => {
        const groups = (await groupsOfRevisions(site, [revision.hash])).get(revision.hash) ?? [];
        return decisionLabels(decisionOf(decision.text), groups);
      },
    }),
    groups: t.field({
      type: 'JSON',
      description: 'The groups and services that the visitor was asked about, as they were then.',
      select: withRevision,
      resolve: async ({ revision }, _args, { site }) => (await groupsOfRevisions(site, [revision.hash])).get(revision.hash) ?? [],
    }),
    button: t.field({ type: ConsentButtonEnum, description: 'How it was given.', resolve: ({ buttonClicked }) => buttonClicked as never }),
    blockerId: t.int({ nullable: true, description: 'The blocker whose content was to be shown.', resolve: ({ blockerId }) => blockerId }),
    isUnblock: t.boolean({ description: 'It was given to show blocked content.', resolve: ({ blockerId }) => (blockerId ?? 0) > 0 }),
    doNotTrack: t.exposeBoolean('dnt', { description: 'The browser asked not to be tracked.' }),
    bypass: t.field({
      type: ConsentBypass,
      nullable: true,
      description: 'Why nobody was asked.',
      resolve: ({ customBypass }) => customBypass as never,
    }),
    country: t.exposeString('userCountry', {
      nullable: true,
      description: 'Country of the visitor by its code of two letters, where it was looked up.',
    }),
    viewport: t.field({
      type: Viewport,
      description: 'How large the visitor’s window was.',
      resolve: ({ viewportWidth, viewportHeight }) => ({ width: viewportWidth, height: viewportHeight }),
    }),
    view: t.field({
      type: ConsentView,
      nullable: true,
      description: 'What of the banner was open.',
      resolve: ({ uiView }) => uiView as never,
    }),
    ipv4: t.string({
      nullable: true,
      description: 'The whole address, where the site saves it; for those who manage the consent banner.',
      select: { address: true },
      resolve: ({ address }, _args, context) => forManagers(address.ipv4, context),
    }),
    ipv6: t.string({
      nullable: true,
      description: 'The whole address, where the site saves it; for those who manage the consent banner.',
      select: { address: true },
      resolve: ({ address }, _args, context) => forManagers(address.ipv6, context),
    }),
    ipv4Hash: t.string({
      nullable: true,
      description: 'Keyed hash of the address without its last group; for those who manage the consent banner.',
      select: { address: true },
      resolve: ({ address }, _args, context) => forManagers(address.ipv4Hash, context),
    }),
    ipv6Hash: t.string({
      nullable: true,
      description: 'Keyed hash of the address without its last group; for those who manage the consent banner.',
      select: { address: true },
      resolve: ({ address }, _args, context) => forManagers(address.ipv6Hash, context),
    }),
    referer: t.string({
      nullable: true,
      description: 'The page it was given on.',
      select: { referer: { select: { text: true } } },
      resolve: ({ referer }) => referer?.text ?? null,
    }),
    imprintUrl: t.string({
      nullable: true,
      description: 'Where the banner led for the legal notice.',
      select: { urlImprint: { select: { text: true } } },
      resolve: ({ urlImprint }) => urlImprint?.text ?? null,
    }),
    privacyPolicyUrl: t.string({
      nullable: true,
      description: 'Where the banner led for the privacy policy.',
      select: { urlPrivacyPolicy: { select: { text: true } } },
      resolve: ({ urlPrivacyPolicy }) => urlPrivacyPolicy?.text ?? null,
    }),
    tcfString: t.string({
      nullable: true,
      description: 'The decision in the form of the Transparency and Consent Framework.',
      select: { tcfString: { select: { text: true } } },
      resolve: ({ tcfString }) => tcfString?.text ?? null,
    }),
    previousTcfString: t.string({
      nullable: true,
      description: 'That of the visitor’s consent before.',
      select: { previousTcfString: { select: { text: true } } },
      resolve: ({ previousTcfString }) => previousTcfString?.text ?? null,
    }),
    googleConsent: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Google consent types that were granted.',
      resolve: ({ gcmConsent }) => gcmConsent,
    }),
    previousGoogleConsent: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Those of the visitor’s consent before.',
      resolve: ({ previousGcmConsent }) => previousGcmConsent,
    }),
    recorder: t.exposeString('recorder', { nullable: true, description: 'What the visitor did in the banner, as its script recorded it.' }),
    revision: t.relation('revision', { description: 'What the visitor was asked.' }),
    independentRevision: t.relation('revisionIndependent', { description: 'The revision of the parts that depend on no service.' }),
  }),
});
