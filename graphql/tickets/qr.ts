import { Failure, invalidArguments, refused } from '#app/core/failures/failure.ts';
import { viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { maySeeAttendee } from '#app/domains/tickets/attendee.access.ts';
import { mayReadTicket } from '#app/domains/tickets/audience.ts';
import { getQrKey, rotateQrKey, scanMessages, type ScanResult, scanTicket } from '#app/domains/tickets/qr.service.ts';
import { qrBufferMinutes, qrEnabled, qrOnlyWhileEventRuns } from '#app/domains/tickets/tickets.settings.ts';
import { publicAccess, guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Attendee } from './refs.ts';
import { getAudience, loadAudience, type Credentials, credentialArguments, isAppKey } from './shared.ts';
import { scanOutcomes } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';
import { declareFormerName } from '../public/former-names.ts';

const CheckInState = builder.objectRef<{ id: number; isCheckedIn: boolean }>('CheckInState').implement({
  description: 'Whether a ticket or attendee is checked in.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the ticket or attendee.' }),
    isCheckedIn: t.exposeBoolean('isCheckedIn', { description: 'Whether the attendee is checked in; false for tickets.' }),
  }),
});

interface ScanSource extends ScanResult {
  sent: { apiKey: string; ticketId: string; eventId: string | null; securityCode: string };
}

const SentScan = builder.objectRef<ScanSource>('SentScan').implement({
  description: 'Data that a scanner sent.',
  fields: (t) => ({
    apiKey: t.string({ description: 'Key of the check-in app, as it was sent.', resolve: ({ sent }) => sent.apiKey }),
    attendeeId: t.string({ description: 'ID of the attendee, as it was sent.', resolve: ({ sent }) => sent.ticketId }),
    postId: t.string({
      nullable: true,
      description: 'ID of the post or event, as it was sent; null if none was sent.',
      resolve: ({ sent }) => sent.eventId,
    }),
    securityCode: t.string({ description: 'Security code of the ticket, as it was sent.', resolve: ({ sent }) => sent.securityCode }),
  }),
});

const echoedOutcomes = new Set(['key_not_valid', 'attendee_failed_check_in']);

const ScanPayload = builder.objectRef<ScanSource>('ScanPayload').implement({
  description: 'Result of a scan. A refused scan is also a result, not an error, because the app shows it to the staff.',
  fields: (t) => ({
    outcome: t.exposeString('outcome', {
      ...oneOf(scanOutcomes, 'Result of the scan.', {
        old: '`checked_in`, `key_not_valid`, `security_code_not_valid`, `attendee_not_found`, `attendee_not_authorized` (order not completed), `attendee_already_checked_in`, `event_not_happening_now`, `attendee_failed_check_in`.',
      }),
    }),
    error: t.string({
      nullable: true,
      description: 'The outcome of a refused scan; null if the attendee was checked in, or if the key of the app is not valid.',
      resolve: ({ outcome }) => (outcome === 'checked_in' || outcome === 'key_not_valid' ? null : outcome),
    }),
    message: t.string({
      nullable: true,
      description: 'Message for the staff at the door; null if the key of the app is not valid.',
      resolve: ({ outcome }) => (outcome === 'key_not_valid' ? null : scanMessages[outcome]),
    }),
    attendee: t.field({
      type: Attendee,
      nullable: true,
      description: 'The attendee before the scan; null unless the key of the app and the security code are valid.',
      resolve: ({ attendee }, _args, context) => attendee && viewAttendee(attendee, { ...getAudience(context), isManager: true }),
    }),
    attendeeStatus: t.string({
      nullable: true,
      description: 'Status of the attendee if the check-in failed because of it, otherwise null.',
      resolve: ({ outcome, attendee }) => (outcome === 'attendee_failed_check_in' ? (attendee?.status ?? null) : null),
    }),
    sent: t.field({
      type: SentScan,
      nullable: true,
      description: 'Data of the scan, for debugging; null unless `outcome` is `KEY_NOT_VALID` or `ATTENDEE_FAILED_CHECK_IN`.',
      resolve: (scan) => (echoedOutcomes.has(scan.outcome) ? scan : null),
    }),
  }),
});

const QrSettings = builder.objectRef<Context>('QrSettings').implement({
  description: 'Settings of the check-in by QR code.',
  fields: (t) => ({
    apiKey: t.string({
      description: 'Key of the check-in app. It is created when it is first requested.',
      resolve: ({ site }) => getQrKey(site),
    }),
    isLinkEnabled: t.boolean({ description: 'Whether the link in a QR code works.', resolve: ({ site }) => site.settings.get(qrEnabled) }),
    onlyWhileEventRuns: t.boolean({
      description: 'Whether scans are only accepted while the event takes place.',
      resolve: ({ site }) => site.settings.get(qrOnlyWhileEventRuns),
    }),
    bufferMinutes: t.int({
      description: 'Number of minutes before the start and after the end of the event during which scans are also accepted.',
      resolve: ({ site }) => site.settings.get(qrBufferMinutes),
    }),
  }),
});

const requireAdministrator = guard((_args: object, { viewer }) => {
  if (!viewer.can('manage_options')) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage the check-in app.');
});

builder.queryFields((t) => ({
  checkInState: t.field({
    type: CheckInState,
    description: 'Whether an attendee is checked in; always false for tickets.',
    args: { id: t.arg.int({ required: true, description: 'ID of a ticket or attendee.' }), ...credentialArguments },
    ...guard(async ({ id, ...credentials }: Credentials & { id: number }, context) => {
      const { tickets } = context.load;
      const [ticket, attendee] = await Promise.all([tickets.ticket.load(id), tickets.attendee.load(id)]);
      if (!ticket && !attendee) throw invalidArguments({ id: 'There is no ticket or attendee with this number.' });
      const callerAudience = await loadAudience(context, credentials);
      const isVisible = ticket
        ? mayReadTicket(callerAudience, ticket)
        : attendee?.status === 'publish' || (attendee !== null && maySeeAttendee(callerAudience, attendee));
      if (!isVisible) throw new Failure('ticket_not_accessible', 403, 'You may not see this ticket.');
    }),
    resolve: async (_root, { id }, { load }) => ({ id, isCheckedIn: (await load.tickets.attendee.load(id))?.checkedIn ?? false }),
  }),
  qrSettings: t.field({
    type: QrSettings,
    ...requireAdministrator,
    description: 'Settings of the check-in by QR code; for administrators.',
    resolve: (_root, _args, context) => context,
  }),
}));

builder.mutationFields((t) => ({
  scanTicket: t.field({
    type: ScanPayload,
    ...publicAccess,
    description:
      'Checks in the attendee of a scanned QR code. Requires the key of the app and the security code of the ticket. If a ticket is scanned several times at once, exactly one scan succeeds.',
    args: {
      apiKey: t.arg.string({ required: true, description: 'Key of the check-in app.' }),
      attendeeId: t.arg.string({ required: true, description: 'ID of the attendee.' }),
      securityCode: t.arg.string({ required: true, description: 'Security code from the QR code.' }),
      postId: t.arg.string({ description: 'ID of the post or event of the check-in.' }),
    },
    resolve: async (_root, { apiKey, attendeeId, securityCode, postId }, context) => {
      const { site, viewer, load } = context;
      const hasKey = await isAppKey(context, apiKey);
      const toId = (value: string | null | undefined) => {
        const id = Math.trunc(Number(value));
        return id > 0 && id < 2 ** 31 ? id : 0;
      };
      const result = await scanTicket(site, viewer, { hasKey, attendeeId: toId(attendeeId), securityCode, postId: toId(postId) });
      load.tickets.clearTickets();
      return { ...result, sent: { apiKey, ticketId: attendeeId, eventId: postId ?? null, securityCode } };
    },
  }),
  rotateQrKey: t.field({
    ...declareFormerName('renewQrKey'),
    type: QrSettings,
    ...requireAdministrator,
    description: 'Creates a new key for the check-in app; the previous key stops working at once. For administrators.',
    resolve: async (_root, _args, context) => {
      await rotateQrKey(context.site);
      return context;
    },
  }),
}));
