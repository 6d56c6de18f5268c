import { clearCookies, type ClearedService } from '#app/domains/consent/documenting/clear.service.ts';
import { documentConsent, type DocumentedConsent } from '#app/domains/consent/documenting/document.service.ts';
import { predecide, type PredecisionResult } from '#app/domains/consent/documenting/predecision.service.ts';
import { deleteAllConsents, deleteConsent, type DeletionCounts } from '#app/domains/consent/log/removal.service.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { consentManagers } from './access.ts';
import { ConsentButtonEnum, ConsentChoice, ConsentView, PredecisionEnum } from './enums.ts';
import { getVisitor } from './visitor.ts';
import { payload } from '../public/payload.ts';
import { declareFormerName } from '../public/former-names.ts';

const DocumentedConsentType = builder.objectRef<DocumentedConsent>('DocumentedConsent').implement({
  description: 'The stored decision.',
  fields: (t) => ({
    uuid: t.exposeString('uuid', { description: 'UUID of the consent in your browser.' }),
    revisionHash: t.exposeString('revisionHash', {
      description: 'Hash of the current settings of the banner. Your browser compares it to find out whether to ask you again.',
    }),
    consentId: t.exposeInt('consentId', { description: 'ID of the consent; 1 if it was not stored as proof.' }),
    decision: t.expose('decision', { type: 'JSON', description: 'Accepted services: IDs of the services, by ID of the group.' }),
  }),
});

const AcceptedServicesInput = builder.inputType('AcceptedServicesInput', {
  description: 'Services of one group that a visitor accepts.',
  fields: (t) => ({
    groupId: t.int({ required: true, description: 'ID of the group.' }),
    serviceIds: t.intList({ required: true, description: 'IDs of the services.' }),
  }),
});

const ConsentDraft = builder.inputType('ConsentDraft', {
  description:
    'A decision. `choice` or `services` contains the accepted services. If both are absent, the button decides: it accepts all services, or only essential services. With any other button, the previous decision applies; without a previous decision, only essential services are accepted.',
  fields: (t) => ({
    choice: t.field({ type: ConsentChoice, description: 'The decision about all services in one value.' }),
    services: t.field({ type: [AcceptedServicesInput], description: 'The decision by group, if `choice` is absent.' }),
    decision: t.field({
      type: 'JSON',
      ...legacyOnly('Use `choice` for a single value, or `services` for a decision by group.'),
      description: 'The decision: a single value such as `all`, or IDs of services by ID of the group.',
    }),
    button: t.field({ type: ConsentButtonEnum, required: true, description: 'Button that the visitor uses.' }),
    isDummy: t.boolean({ description: 'Whether to skip storing the consent as proof. Everything else is done.' }),
    doNotTrack: t.boolean({ description: 'Whether the decision follows from the Do Not Track setting of the browser.' }),
    blockerId: t.int({ description: 'ID of the blocker whose content the visitor wants to see.' }),
    viewportWidth: t.int({ description: 'Width of the window in pixels.' }),
    viewportHeight: t.int({ description: 'Height of the window in pixels.' }),
    tcfString: t.string({ description: 'The decision as a string of the Transparency and Consent Framework (TCF).' }),
    googleConsent: t.stringList({ description: 'Google consent types that are granted.' }),
    recorder: t.string({ description: "The visitor's actions in the banner, recorded by its script." }),
    view: t.field({ type: ConsentView, description: 'The open view of the banner.' }),
    createdClientTime: t.string({
      description: "Time of the decision on the visitor's clock, in ISO 8601 format; an invalid time is ignored.",
    }),
    referer: t.string({ description: 'URL of the page on which the visitor decides.' }),
    setsCookies: t.boolean({ description: 'Whether cookies store the decision in the browser; true by default.' }),
  }),
});

type ConsentDraftInput = typeof ConsentDraft.$inferInput;

/** Returns the decision from the first of the three fields that is present. */
function getDecision({ choice, services, decision }: ConsentDraftInput): unknown {
  if (choice) return choice;
  if (services) return Object.fromEntries(services.map(({ groupId, serviceIds }) => [String(groupId), serviceIds]));
  return decision;
}

/** Parses a time. Returns null if it is missing or invalid. */
function parseClientTime(value: string | null | undefined): Date | null {
  const time = value ? new Date(value) : null;
  const ms = time?.getTime() ?? Number.NaN;
  // Accepts only times that the database and all clients can represent.
  return time && ms > 0 && ms < Date.UTC(9999, 0) ? time : null;
}

const PredecisionType = builder.objectRef<PredecisionResult>('ConsentPredecisionAnswer').implement({
  description: 'Whether a page has to ask its visitor for consent.',
  fields: (t) => ({
    predecision: t.expose('predecision', {
      type: PredecisionEnum,
      nullable: true,
      description: 'What the page does without asking; null if it shows the banner.',
    }),
    calculationTimeSeconds: t.exposeFloat('calculationTimeSeconds', { description: 'Seconds that the decision took.' }),
  }),
});

const ClearedServiceType = builder.objectRef<ClearedService>('ClearedService').implement({
  description: 'Data of a service that was removed from your browser.',
  fields: (t) => ({
    serviceId: t.exposeInt('serviceId', { description: 'ID of the service.' }),
    cookies: t.stringList({
      description: 'Names of the removed cookies.',
      resolve: ({ types }) => types.find(({ type }) => type === 'http')?.names ?? [],
    }),
    byType: t.field({
      type: 'JSON',
      ...legacy({ use: 'cookies' }),
      description:
        'Removed names by storage type, as objects with the names as keys and true as values; types without names are empty lists.',
      resolve: ({ types }) =>
        Object.fromEntries(
          types.map(({ type, names }) => [type, names.length === 0 ? [] : Object.fromEntries(names.map((name) => [name, true]))]),
        ),
    }),
  }),
});

const deletedRowDescriptions: Readonly<Record<keyof DeletionCounts, string>> = {
  consents: 'Number of deleted consents.',
  revisions: 'Number of deleted revisions. The published revision is kept.',
  independentRevisions: 'Number of deleted revisions of the parts that do not depend on services.',
  addresses: 'Number of deleted IP addresses.',
  decisions: 'Number of deleted decisions. Consents with equal decisions share one record.',
  addressesOfPages: 'Number of deleted page URLs.',
  tcfStrings: 'Number of deleted TCF strings.',
  groupCounts: 'Number of deleted rows in the statistics of groups.',
  buttonCounts: 'Number of deleted rows in the statistics of buttons.',
  bypassCounts: 'Number of deleted rows in the statistics of bypasses.',
};

const DeletedConsentsType = builder.objectRef<DeletionCounts>('DeletedConsents').implement({
  description: 'Numbers of deleted records.',
  fields: (t) =>
    Object.fromEntries(
      Object.entries(deletedRowDescriptions).map(([name, description]) => [
        name,
        t.exposeInt(name as keyof DeletionCounts, { description }),
      ]),
    ) as Record<keyof DeletionCounts, ReturnType<typeof t.exposeInt>>,
});

builder.mutationFields((t) => ({
  recordConsent: t.field({
    ...declareFormerName('documentConsent'),
    type: DocumentedConsentType,
    ...publicAccess,
    description: 'Stores your decision in your browser, and in the log as proof of consent.',
    args: { input: t.arg({ type: ConsentDraft, required: true, description: 'The decision to store.' }) },
    resolve: (_root, { input }, context) =>
      documentConsent(context.site, getVisitor(context), {
        decision: getDecision(input),
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
        createdClientTime: parseClientTime(input.createdClientTime),
        referer: input.referer ?? null,
        setsCookies: input.setsCookies !== false,
      }),
  }),
  predecideConsent: t.field({
    type: PredecisionType,
    ...publicAccess,
    description:
      'Decides whether a page has to ask its visitor for consent. If the visitor is not asked because of the country, or because the site uses no banner, the implied consent is stored as proof.',
    args: {
      viewportWidth: t.arg.int({ defaultValue: 0, description: 'Width of the window in pixels.' }),
      viewportHeight: t.arg.int({ defaultValue: 0, description: 'Height of the window in pixels.' }),
      referer: t.arg.string({ description: 'URL of the page.' }),
    },
    resolve: (_root, { viewportWidth, viewportHeight, referer }, context) =>
      predecide(context.site, getVisitor(context), {
        viewportWidth: viewportWidth ?? 0,
        viewportHeight: viewportHeight ?? 0,
        referer: referer ?? null,
      }),
  }),
  clearServiceCookies: t.field({
    type: [ClearedServiceType],
    ...publicAccess,
    description: 'Deletes cookies of services on this site from your browser.',
    args: { serviceIds: t.arg.intList({ required: true, description: 'IDs of the services.' }) },
    resolve: (_root, { serviceIds }, context) => clearCookies(context.site, getVisitor(context), serviceIds),
  }),
  deleteConsent: t.boolean({
    ...payload('isDeleted', 'True once the consent is deleted.'),
    ...consentManagers,
    description:
      'Deletes a consent, for example at the request of its visitor; a signed mark remains in the log. For users who manage the consent banner.',
    args: { id: t.arg.int({ required: true, description: 'ID of the consent.' }) },
    resolve: async (_root, { id }, { site }) => {
      await deleteConsent(site, id);
      return true;
    },
  }),
  deleteAllConsents: t.field({
    type: DeletedConsentsType,
    ...consentManagers,
    description: 'Deletes the whole log of consents with its statistics; a signed mark remains. For users who manage the consent banner.',
    resolve: (_root, _args, { site }) => deleteAllConsents(site),
  }),
}));
