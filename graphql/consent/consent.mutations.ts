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
    uuid: t.exposeString('uuid', { description: 'What your browser knows it by.' }),
    revisionHash: t.exposeString('revisionHash', {
      description: 'What your browser compares with, to see whether you are to be asked again.',
    }),
    consentId: t.exposeInt('consentId', { description: 'Its number; 1 when nothing was documented.' }),
    decision: t.field({
      type: 'JSON',
      description: 'What was accepted: number of the group → numbers of the services.',
      resolve: ({ decision }) => decision,
    }),
  }),
});

const AcceptedServicesInput = builder.inputType('AcceptedServicesInput', {
  description: 'What of a group is accepted.',
  fields: (t) => ({
    groupId: t.int({ required: true, description: 'Number of the group.' }),
    serviceIds: t.intList({ required: true, description: 'Numbers of the services.' }),
  }),
});

const Draft = builder.inputType('ConsentDraft', {
  description:
    'A decision: as one value, or group by group. Without either it follows from `button`: everything, or essential services only; for other buttons it stays what the visitor decided before, or essential services only.',
  fields: (t) => ({
    choice: t.field({ type: ConsentChoice, description: 'The decision as one value.' }),
    services: t.field({ type: [AcceptedServicesInput], description: 'The decision group by group, where no word says it.' }),
    decision: t.field({
      type: 'JSON',
      ...legacyOnly('A word is `choice`, the groups one by one are `groups`.'),
      description: 'A word, or number of the group → numbers of the services.',
    }),
    button: t.field({ type: ConsentButtonEnum, required: true, description: 'How it is given.' }),
    isDummy: t.boolean({ description: 'Nothing is documented; everything else is as if it were.' }),
    doNotTrack: t.boolean({ description: 'It follows from the browser’s asking not to be tracked.' }),
    blockerId: t.int({ description: 'The blocker whose content is to be shown.' }),
    viewportWidth: t.int({ description: 'Width of the window in pixels.' }),
    viewportHeight: t.int({ description: 'Height of the window in pixels.' }),
    tcfString: t.string({ description: 'The decision in the form of the Transparency and Consent Framework.' }),
    googleConsent: t.stringList({ description: 'Google consent types that are granted.' }),
    recorder: t.string({ description: 'What the visitor did in the banner, as its script recorded it.' }),
    view: t.field({ type: ConsentView, description: 'What of the banner is open.' }),
    createdClientTime: t.string({ description: 'When the visitor’s clock says that it is given; what is no time is not noted.' }),
    referer: t.string({ description: 'The page it is given on.' }),
    setsCookies: t.boolean({ description: 'Whether cookies store it in the browser; true by default.' }),
  }),
});

type GivenDraft = typeof Draft.$inferInput;

/** The decision as whichever of the three forms says it. */
function decisionOf({ choice, services, decision }: GivenDraft): unknown {
  if (choice) return choice;
  if (services) return Object.fromEntries(services.map(({ groupId, serviceIds }) => [String(groupId), serviceIds]));
  return decision;
}

function timeOf(text: string | null | undefined): Date | null {
  const time = text ? new Date(text) : null;
  const ms = time?.getTime() ?? Number.NaN;
  // within the years that the database and all clients can write
  return time && ms > 0 && ms < Date.UTC(9999, 0) ? time : null;
}

const Predecided = builder.objectRef<PredecisionAnswer>('ConsentPredecisionAnswer').implement({
  description: 'Whether a page has to ask its visitor.',
  fields: (t) => ({
    predecision: t.field({
      type: PredecisionEnum,
      nullable: true,
      description: 'What it does without asking; null = it shows the banner.',
      resolve: ({ predecision }) => predecision,
    }),
    calculationTimeSeconds: t.exposeFloat('calculationTimeSeconds', { description: 'How long it took to find out.' }),
  }),
});

const Cleared = builder.objectRef<ClearedService>('ClearedService').implement({
  description: 'What a service had stored in your browser and was taken back.',
  fields: (t) => ({
    serviceId: t.exposeInt('serviceId', { description: 'Number of the service.' }),
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
  revisions: 'Revisions of what visitors were asked; the published one stays.',
  independentRevisions: 'Number of revisions of independent parts deleted.',
  addresses: 'Number of addresses deleted.',
  decisions: 'Decisions, shared by consents.',
  addressesOfPages: 'Addresses of pages, shared by consents.',
  tcfStrings: 'Decisions in the form of the Transparency and Consent Framework.',
  groupCounts: 'Rows of the statistics of groups.',
  buttonCounts: 'Rows of the statistics of buttons.',
  bypassCounts: 'Rows of the statistics of bypasses.',
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
    description: 'Takes your decision down and has your browser remember it.',
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
      'Whether a page has to ask its visitor. A consent that is implied (by country, or because pages do without a banner) is documented.',
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
    description: 'Takes back what services have stored as cookies of this site in your browser.',
    args: { serviceIds: t.arg.intList({ required: true, description: 'Numbers of the services.' }) },
    resolve: (_root, { serviceIds }, context) => clearCookies(context.site, visitorOf(context), serviceIds),
  }),
  deleteConsent: t.boolean({
    ...payload('isDeleted'),
    ...forConsentManagers,
    description: 'Deletes a consent, as its visitor may ask; a signed mark stays in the log. For those who manage the consent banner.',
    args: { id: t.arg.int({ required: true, description: 'Number of the consent.' }) },
    resolve: async (_root, { id }, { site }) => {
      await deleteConsent(site, id);
      return true;
    },
  }),
  deleteAllConsents: t.field({
    type: Deleted,
    ...forConsentManagers,
    description: 'Deletes the whole log with its statistics; a signed mark stays. For those who manage the consent banner.',
    resolve: (_root, _args, { site }) => deleteAllConsents(site),
  }),
}));
