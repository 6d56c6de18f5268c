import { invalidArguments, notFound } from '#app/core/failures/failure.ts';
import { type CodeList, createCodeList } from '#app/domains/tickets/offline/code-list.ts';
import {
  type Correction,
  type DeviceScan,
  MAX_SCANS,
  type OfflineOutcome,
  type OfflineResult,
  type UploadResult,
  uploadScans,
} from '#app/domains/tickets/offline/scans.ts';
import { type SigningKey, deriveSigningKey } from '#app/domains/tickets/offline/signing-key.ts';
import { publicAccess } from '../../access.ts';
import { builder } from '../../builder.ts';
import { keyArgument, managersOnly } from '../shared.ts';

const OfflineListKey = builder.objectRef<SigningKey>('OfflineListKey').implement({
  description: 'The public key with which scanners verify lists of codes (Ed25519).',
  fields: (t) => ({
    keyId: t.exposeString('keyId', { description: 'ID of the key.' }),
    jwk: t.expose('publicJwk', { type: 'JSON', description: 'The key as a JSON Web Key.' }),
    pem: t.exposeString('publicPem', { description: 'The key in PEM format.' }),
  }),
});

const OfflineCodeList = builder.objectRef<CodeList>('OfflineCodeList').implement({
  description: 'Valid codes of a post or event for scanners without a connection.',
  fields: (t) => ({
    payload: t.exposeString('payload', {
      description:
        'JSON string with `version`, `site`, `postId`, `issuedAt`, `expiresAt`, `keyId`, `salt`, and `codes`, each with the `id` of an attendee, `ticketId`, `hash`, and `in` if the attendee is checked in. `hash` is SHA-256 of `salt:id:code` in base64url. Verify the signature of this string before you parse it.',
    }),
    signature: t.exposeString('signature', { description: 'Ed25519 signature of the payload, base64url.' }),
    keyId: t.exposeString('keyId', { description: 'ID of the key with which the list is signed; see `offlineListKey`.' }),
    issuedAt: t.expose('issuedAt', { type: 'DateTime', description: 'When the list was created.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the list expires.' }),
    count: t.exposeInt('count', { description: 'Number of codes in the list.' }),
  }),
});

builder.queryFields((t) => ({
  offlineListKey: t.field({
    type: OfflineListKey,
    ...publicAccess,
    description: 'The public key with which scanners verify lists of codes.',
    resolve: (_root, _args, { site }) => deriveSigningKey(site),
  }),
  offlineCodeList: t.field({
    type: OfflineCodeList,
    description: 'A signed list of the valid codes of a post or event, for scanners that are offline. For managers of attendees.',
    args: {
      postId: t.arg.int({ required: true, description: 'ID of the post or event.' }),
      hours: t.arg.int({ defaultValue: 24, description: 'Hours until the list expires, 1 to 168.' }),
      ...keyArgument,
    },
    ...managersOnly,
    resolve: async (_root, { postId, hours }, { site, load }) => {
      const validHours = hours ?? 24;
      if (validHours < 1 || validHours > 168) throw invalidArguments({ hours: 'A list is valid for 1 to 168 hours.' });
      if (!(await load.tickets.sellingPost.load(postId))) throw notFound('post_not_found', 'There is no such post.');
      return await createCodeList(site, postId, validHours);
    },
  }),
}));

const OfflineScanOutcome = builder.enumType('OfflineScanOutcome', {
  description: 'Result of an offline scan.',
  values: {
    CHECKED_IN: { value: 'checked_in', description: 'The scan is the earliest one and checked the attendee in.' },
    DUPLICATE: { value: 'duplicate', description: 'The attendee was checked in before, or on another device.' },
    OUTSIDE_EVENT: {
      value: 'outside_event',
      description:
        'The scan was made more than a day before the event starts or after it ends. The scan is stored, but does not check the attendee in.',
    },
    CHECK_IN_UNDONE: { value: 'check_in_undone', description: 'The check-in was undone in the meantime.' },
    SECURITY_CODE_NOT_VALID: { value: 'security_code_not_valid', description: 'No attendee of the post has this code.' },
    ATTENDEE_NOT_AUTHORIZED: {
      value: 'attendee_not_authorized',
      description: 'The ticket is not valid: its order is not completed.',
    },
    EVENT_NOT_HAPPENING_NOW: { value: 'event_not_happening_now', description: 'The event was not taking place at that time.' },
    SCANNED_IN_FUTURE: { value: 'scanned_in_future', description: 'The clock of the device is wrong.' },
  } as const satisfies Record<string, { value: OfflineOutcome; description: string }>,
});

const FirstScan = builder.objectRef<DeviceScan>('FirstScan').implement({
  description: 'The scan that checked the attendee in.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time of the scan.' }),
    device: t.exposeString('device', { description: 'Name of the device; empty if the check-in was not made by an offline scan.' }),
  }),
});

const OfflineScanResult = builder.objectRef<OfflineResult>('OfflineScanResult').implement({
  description: 'Result of one scan.',
  fields: (t) => ({
    attendeeId: t.int({ description: 'ID of the attendee, as it was sent.', resolve: ({ scan }) => scan.attendeeId }),
    scannedAt: t.field({
      type: 'DateTime',
      description: 'When the ticket was scanned, as it was sent.',
      resolve: ({ scan }) => scan.scannedAt,
    }),
    outcome: t.expose('outcome', { type: OfflineScanOutcome, description: 'Result of the scan.' }),
    first: t.expose('first', {
      type: FirstScan,
      nullable: true,
      description: 'The earliest scan, if this scan is a duplicate; otherwise null.',
    }),
    duplicates: t.expose('duplicates', {
      type: [FirstScan],
      description:
        'Later scans of the same ticket by other devices, earliest first. If there are any, the ticket was used more than once. Empty unless `outcome` is `CHECKED_IN`.',
    }),
  }),
});

const OfflineScanCorrection = builder.objectRef<Correction>('OfflineScanCorrection').implement({
  description:
    'A scan whose result changed: it was `CHECKED_IN`, until another device uploaded an earlier scan. Show the correction to the staff.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the correction, to pass in `seenCorrectionIds` with the next upload.' }),
    attendeeId: t.int({ description: 'ID of the attendee.', resolve: ({ scan }) => scan.attendeeId }),
    scannedAt: t.field({ type: 'DateTime', description: 'When the device scanned the ticket.', resolve: ({ scan }) => scan.scannedAt }),
    outcome: t.expose('outcome', { type: OfflineScanOutcome, description: 'Final result of the scan.' }),
    first: t.expose('first', { type: FirstScan, nullable: true, description: 'The earliest scan; null if it is unknown.' }),
  }),
});

const UploadPayload = builder.objectRef<UploadResult>('UploadOfflineScansPayload').implement({
  description: 'Results of the uploaded scans.',
  fields: (t) => ({
    results: t.expose('results', { type: [OfflineScanResult], description: 'Result of each scan, in the order sent.' }),
    corrections: t.expose('corrections', {
      type: [OfflineScanCorrection],
      description:
        'Results that have changed since the device got them. They are returned with each upload until the device confirms them.',
    }),
  }),
});

const OfflineScanInput = builder.inputType('OfflineScanInput', {
  description: 'A scan of a device that was offline.',
  fields: (t) => ({
    attendeeId: t.int({ required: true, description: 'ID of the attendee, from the QR code.' }),
    securityCode: t.string({ required: true, description: 'Code of the ticket, from the QR code.' }),
    scannedAt: t.field({ type: 'DateTime', required: true, description: 'When the ticket was scanned, by the clock of the device.' }),
  }),
});

builder.mutationField('uploadOfflineScans', (t) =>
  t.field({
    type: UploadPayload,
    complexity: 20,
    description: `Stores up to ${MAX_SCANS} scans of a device that was offline. The earliest scan of an attendee counts, regardless of the order of uploads. A repeated upload changes nothing; an upload without scans only returns corrections. For managers of attendees.`,
    args: {
      postId: t.arg.int({ required: true, description: 'ID of the post or event of the check-in.' }),
      device: t.arg.string({
        required: true,
        description: 'Unique name of the device: letters, digits, spaces and .:-_, at most 100 characters.',
      }),
      scans: t.arg({ type: [OfflineScanInput], required: true, description: 'The scans to upload.' }),
      seenCorrectionIds: t.arg.idList({ description: 'IDs of corrections that the staff have seen. They are not returned again.' }),
      ...keyArgument,
    },
    ...managersOnly,
    resolve: async (_root, { postId, device, scans, seenCorrectionIds }, { site, viewer, load }) => {
      const result = await uploadScans(site, postId, device, scans, viewer.id, (seenCorrectionIds ?? []).map(String));
      load.tickets.clearTickets();
      return result;
    },
  }),
);
