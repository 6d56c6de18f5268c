import { clearCookies, type ClearedService } from '#app/domains/consent/documenting/clear.service.ts';
import { documentConsent, type DocumentedConsent } from '#app/domains/consent/documenting/document.service.ts';
import { predecide, type PredecisionAnswer } from '#app/domains/consent/documenting/predecision.service.ts';
import { deleteAllConsents, deleteConsent, type DeletedRows } from '#app/domains/consent/log/removal.service.ts';
import { everybody } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { forConsentManagers } from './access.ts';
import { ConsentButtonEnum, ConsentChoice, ConsentView, PredecisionEnum } from './enums.ts';
import { visitorOf } from './visitor.ts';
import { payload } from '../public/payload.ts';
import { formerly } from '../public/former-names.ts';

const Documented = builder.objectRef<DocumentedConsent>('DocumentedConsent').implement({
  description: 'A documented decision.',
  fields: (t) => ({
    uuid: t.exposeString('uuid', { description: 'UUID of the consent in your browser.' }),
    revisionHash: t.exposeString('revisionHash', {
      description: 'Hash that your browser compares to find out whether to ask you again.',
    }),
    consentId: t.exposeInt('consentId', { description: 'ID of the consent; 1 if it was not documented.' }),
    decision: t.field({
      type: 'JSON',
      description: 'Accepted services: number of the group → numbers of the services.',
      resolve: ({ decision }) => decision,
    }),
  }),
});

const AcceptedServicesInput = builder.inputType('AcceptedServicesInput', {
  description: 'The accepted services of a group.',
  fields: (t) => ({
    groupId: t.int({ required: true, description: 'ID of the group.' }),
    serviceIds: t.intList({ required: true, description: 'IDs of the services.' }),
  }),
});

const Draft = builder.inputType('ConsentDraft', {
  description:
    'A decision: as one value, or by group. Without either, `button` decides: all or only essential services. For other buttons the previous decision stays, or only essential services are accepted.',
  fields: (t) => ({
    choice: t.field({ type: ConsentChoice, description: 'The decision as one value.' }),
    services: t.field({ type: [AcceptedServicesInput], description: 'The decision by group, if `choice` is absent.' }),
    decision: t.field({
      type: 'JSON',
      ...legacyOnly('A word is `choice`, the groups one by one are `groups`.'),
      description: 'A word, or number of the group → numbers of the services.',
    }),
    button: t.field({ type: ConsentButtonEnum, required: true, description: 'How it is given.' }),
    isDummy: t.boolean({ description: 'Whether to skip the documentation. Everything else is done.' }),
    doNotTrack: t.boolean({ description: 'Whether the decision follows from the Do Not Track setting of the browser.' }),
    blockerId: t.int({ description: 'ID of the blocker whose content the visitor wants to see.' }),
    viewportWidth: t.int({ description: 'Width of the window in pixels.' }),
    viewportHeight: t.int({ description: 'Height of the window in pixels.' }),
    tcfString: t.string({ description: 'The decision in the form of the Transparency and Consent Framework.' }),
    googleConsent: t.stringList({ description: 'Google consent types that are granted.' }),
    recorder: t.string({ description: "The visitor's actions in the banner, recorded by its script." }),
    view: t.field({ type: ConsentView, description: 'The open view of the banner.' }),
    createdClientTime: t.string({ description: "Time on the visitor's clock; an invalid time is ignored." }),
    referer: t.string({ description: 'Address of the page.' }),
    setsCookies: t.boolean({ description: 'Whether cookies store the decision in the browser; true by default.' }),
  }),
});

type GivenDraft = typeof Draft.$inferInput;

/** Returns the decision from the one of the three arguments that is given. */
function decisionOf({ choice, services, decision }: GivenDraft): unknown {
  if (choice) return choice;
  if (services) return Object.fromEntries(services.map(({ groupId, serviceIds }) => [String(groupId), serviceIds]));
  return decision;
}

function timeOf(text: string | null | undefined): Date | null {
  const time = text ? new Date(text) : null;
  const ms = time?.getTime() ?? Number.NaN;
  // only times that the database and all clients can represent
  return time && ms > 0 && ms < Date.UTC(9999, 0) ? time : null;
}

const Predecided = builder.objectRef<PredecisionAnswer>('ConsentPredecisionAnswer').implement({
  description: 'Whether a page has to ask its visitor.',
  fields: (t) => ({
    predecision: t.field({
      type: PredecisionEnum,
      nullable: true,
      description: 'What the page does without a question; null = it shows the banner.',
      resolve: ({ predecision }) => predecision,
    }),
    calculationTimeSeconds: t.exposeFloat('calculationTimeSeconds', { description: 'Seconds that the decision took.' }),
  }),
});

const Cleared = builder.objectRef<ClearedService>('ClearedService').implement({
  description: 'Data of a service that was removed from your browser.',
  fields: (t) => ({
    serviceId: t.exposeInt('serviceId', { description: 'ID of the service.' }),
    cookies: t.stringList({
      description: 'Names of the cookies.',
      resolve: ({ types }) => types.find(({ type }) => type === 'http')?.names ?? [],
    }),
    byType: t.field({
      type: 'JSON',
      ...legacy({ use: 'cookies' }),
      description: 'Kind of storage → name → true; kinds without a name are empty lists.',
      resolve: ({ types }) =>
        Object.fromEntries(
          types.map(({ type, names }) => [type, names.length === 0 ? [] : Object.fromEntries(names.map((name) => [name, true]))]),
        ),
    }),
  }),
});

const deleted: Readonly<Record<keyof DeletedRows, string>> = {
  consents: 'Number of consents deleted.',
  revisions: 'Number of revisions deleted; the published one is kept.',
  independentRevisions: 'Number of revisions of independent parts deleted.',
  addresses: 'Number of addresses deleted.',
  decisions: 'Number of shared decisions deleted.',
  addressesOfPages: 'Number of page addresses deleted.',
  tcfStrings: 'Number of TCF strings deleted.',
  groupCounts: 'Number of rows deleted in the statistics of groups.',
  buttonCounts: 'Number of rows deleted in the statistics of buttons.',
  bypassCounts: 'Number of rows deleted in the statistics of bypasses.',
};

const Deleted = builder.objectRef<DeletedRows>('DeletedConsents').implement({
  description: 'How many rows of what were deleted.',
  fields: (t) =>
    Object.fromEntries(
      Object.entries(deleted).map(([name, description]) => [name, t.exposeInt(name as keyof DeletedRows, { description })]),
    ) as Record<keyof DeletedRows, ReturnType<typeof t.exposeInt>>,
});

builder.mutationFields((t) => ({
  recordConsent: t.field({
    ...formerly('documentConsent'),
    type: Documented,
    ...everybody,
    description: 'Documents your decision and stores it in your browser.',
    args: { input: t.arg({ type: Draft, required: true, description: 'The decision to document.' }) },
    resolve: (_root, { input }, context) =>
      documentConsent(context.site, visitorOf(context), {
        decision: decisionOf(input),
        buttonClicked: input.button,
        isDummy: input.isDummy === true,
        markAsDoNotTrack: input.doNotTrack === true,
        blockerId: input.blockerId ?? null,
        viewportWidth: input.viewportWidth ?? 0,
        viewportHeight: input.viewportHeight ?? 0,
        tcfString: input.tcfString ?? null,
        gcmConsent: input.googleConsent ?? null,
        recorder: input.recorder ?? null,
        uiView: input.view ?? null,
        createdClientTime: timeOf(input.createdClientTime),
        referer: input.referer ?? null,
        setsCookies: input.setsCookies !== false,
      }),
  }),
  predecideConsent: t.field({
    type: Predecided,
    ...everybody,
    description:
      'Whether a page has to ask its visitor. An implied consent (by country, or because pages work without a banner) is documented.',
    args: {
      viewportWidth: t.arg.int({ defaultValue: 0, description: 'Width of the window in pixels.' }),
      viewportHeight: t.arg.int({ defaultValue: 0, description: 'Height of the window in pixels.' }),
      referer: t.arg.string({ description: 'Address of the page.' }),
    },
    resolve: (_root, { viewportWidth, viewportHeight, referer }, context) =>
      predecide(context.site, visitorOf(context), {
        viewportWidth: viewportWidth ?? 0,
        viewportHeight: viewportHeight ?? 0,
        referer: referer ?? null,
      }),
  }),
  clearServiceCookies: t.field({
    type: [Cleared],
    ...everybody,
    description: 'Deletes cookies of services on this site from your browser.',
    args: { serviceIds: t.arg.intList({ required: true, description: 'IDs of the services.' }) },
    resolve: (_root, { serviceIds }, context) => clearCookies(context.site, visitorOf(context), serviceIds),
  }),
  deleteConsent: t.boolean({
    ...payload('isDeleted'),
    ...forConsentManagers,
    description:
      'Deletes a consent, which its visitor may request; a signed mark remains in the log. For users who manage the consent banner.',
    args: { id: t.arg.int({ required: true, description: 'ID of the consent.' }) },
    resolve: async (_root, { id }, { site }) => {
      await deleteConsent(site, id);
      return true;
    },
  }),
  deleteAllConsents: t.field({
    type: Deleted,
    ...forConsentManagers,
    description: 'Deletes the whole log of consents with its statistics; a signed mark remains. For users who manage the consent banner.',
    resolve: (_root, _args, { site }) => deleteAllConsents(site),
  }),
}));
