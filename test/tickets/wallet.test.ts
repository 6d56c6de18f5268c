import { createHash, verify as verifySignature } from 'node:crypto';
import { jwtVerify } from 'jose';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { createCheckoutClient } from '../checkout/support.ts';
import { readEntries } from '../compliance/zip.ts';
import { describeUnless } from '../support/needs.ts';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createAppleCertificates, createGoogleAccount, missingOpenssl } from './certificates.ts';
import { createTicketClient } from './support.ts';

describeUnless(missingOpenssl, 'Wallet passes', () => {
  let site: WholeSite;
  let t: ReturnType<typeof createTicketClient>;
  let c: ReturnType<typeof createCheckoutClient>;
  let apple: ReturnType<typeof createAppleCertificates>;
  const google = createGoogleAccount();
  let event: number;
  let rsvp: number;
  beforeAll(async () => {
    apple = createAppleCertificates();
    site = await openWholeSite({ ...apple.environment, ...google.environment });
    t = createTicketClient(site);
    c = createCheckoutClient(site);
    const { id, venue } = await makeEvent(site, {
      title: 'Night of “Books” & more',
      start_date: '2099-06-01 19:00:00',
      end_date: '2099-06-01 23:00:00',
      timezone: 'Europe/Berlin',
      venue: { venue: 'Town Hall', address: 'Main Street 1', city: 'Springfield' },
    });
    event = id;
    await site.rest('PUT', `/vendor/events/v1/venues/${venue.id}`, { body: { status: 'publish' }, as: 'administrator' });
    rsvp = await t.ticket(event, { provider: 'rsvp', name: 'Balcony' });
  });
  afterEach(() => setClock());
  afterAll(async () => {
    await site.close();
    apple.remove();
  });

  const open = (url: string, headers: Record<string, string> = {}) =>
    site.http.inject({ url: url.replace('http://site.test', ''), headers });
  const readOrder = async (token: string) => {
    const source = `query($token: String!) { buyerOrder(token: $token) { url tickets { attendeeId url appleWalletUrl googleWalletUrl } } }`;
    return (await site.graphql(source, { token })).data.buyerOrder;
  };
  async function buyTicket(fullName: string) {
    const { data } = await c.complete(await c.named(rsvp, 1, { fullName, email: 'ann@example.org' }));
    const token = String(data.completeCheckout.orderUrl).split('/').at(-1) as string;
    const { url, tickets } = await readOrder(token);
    const { data: attendeeData } = await site.graphql(
      'query($id: Int!) { attendee(id: $id) { checkinUrl securityCode } }',
      { id: tickets[0].attendeeId },
      'administrator',
    );
    return { token, orderUrl: url, ...tickets[0], ...attendeeData.attendee };
  }
  const readSaveLink = async (address: string) => {
    const [, jwt = ''] = String((await open(address)).headers.location).split('https://pay.google.com/gp/v/save/');
    return { jwt, ...(await jwtVerify(jwt, google.publicKey, { issuer: 'tickets@hall.iam.gserviceaccount.test', audience: 'google' })) };
  };

  it('contain a pass that is signed with the certificate of the operator and contains the ticket data', async () => {
    const ticket = await buyTicket('Żółć Ωμέγα');
    const response = await open(ticket.appleWalletUrl);
    expect(response.headers).toMatchObject({
      'content-type': 'application/vnd.apple.pkpass',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="ticket-${ticket.attendeeId}.pkpass"`,
    });
    const files = Object.fromEntries(await readEntries(response.rawPayload));
    const {
      'manifest.json': manifest,
      signature,
      ...content
    } = files as Record<string, Buffer> & { 'manifest.json': Buffer; signature: Buffer };
    expect(JSON.parse(manifest.toString())).toEqual(
      Object.fromEntries(Object.entries(content).map(([name, bytes]) => [name, createHash('sha1').update(bytes).digest('hex')])),
    );
    apple.verify(manifest, signature);
    expect(() => apple.verify(Buffer.concat([manifest, Buffer.from(' ')]), signature)).toThrow('Verification failure');
    expect((await sharp(content['icon@2x.png']).metadata()).width).toBe(58);
    const pass = JSON.parse(String(content['pass.json']));
    expect(pass).toMatchObject({
      passTypeIdentifier: 'pass.test.marquee',
      teamIdentifier: 'TEAM123456',
      relevantDate: '2099-06-01T17:00:00.000Z',
      expirationDate: '2099-06-01T21:00:00.000Z',
      barcodes: [{ format: 'PKBarcodeFormatQR', message: ticket.checkinUrl, altText: ticket.securityCode }],
    });
    const fields = Object.values(pass.eventTicket as Record<string, { value: string }[]>).flatMap((list) => list.map(({ value }) => value));
    for (const text of [
      'Night of “Books” & more',
      'Żółć Ωμέγα',
      'Balcony',
      'Town Hall',
      'Town Hall, Main Street 1, Springfield',
      '2099-06-01T19:00:00+02:00',
      'Monday, June 1, 2099, 7:00\u00a0pm – 11:00\u00a0pm (Europe/Berlin)',
      ticket.url,
    ])
      expect(fields).toContain(text);
    expect(String(content['pass.json']).split(ticket.securityCode)).toHaveLength(3);
  });

  it('contain a link to Google with the ticket, signed by the account of the operator', async () => {
    const ticket = await buyTicket('Ann Buyer');
    const response = await open(ticket.googleWalletUrl);
    expect([response.statusCode, response.headers['cache-control'], response.headers['referrer-policy']]).toEqual([
      303,
      'no-store',
      'no-referrer',
    ]);
    const { payload, protectedHeader, jwt } = await readSaveLink(ticket.googleWalletUrl);
    expect([protectedHeader.alg, payload['typ'], jwt.length <= 1800]).toEqual(['RS256', 'savetowallet', true]);
    const localized = (value: string) => ({ defaultValue: { language: 'en', value } });
    const { eventTicketClasses, eventTicketObjects } = payload['payload'] as Record<string, Record<string, unknown>[]>;
    expect(eventTicketClasses).toEqual([
      expect.objectContaining({
        id: expect.stringMatching(`^3388000000012345678\\.e${event}-[0-9a-f]{16}$`),
        reviewStatus: 'UNDER_REVIEW',
        eventName: localized('Night of “Books” & more'),
        venue: { name: localized('Town Hall'), address: localized('Main Street 1, Springfield') },
        dateTime: { start: '2099-06-01T19:00:00+02:00', end: '2099-06-01T23:00:00+02:00' },
      }),
    ]);
    expect(eventTicketObjects).toEqual([
      expect.objectContaining({
        classId: eventTicketClasses?.[0]?.['id'],
        state: 'ACTIVE',
        barcode: { type: 'QR_CODE', value: ticket.checkinUrl, alternateText: ticket.securityCode },
        ticketHolderName: 'Ann Buyer',
        ticketType: localized('Balcony'),
      }),
    ]);
    const [head, body, signature] = jwt.split('.') as [string, string, string];
    expect(verifySignature('sha256', Buffer.from(`${head}.${body}x`), google.publicKey, Buffer.from(signature, 'base64url'))).toBe(false);
  });

  it('contain links that browsers accept, for names of any length', async () => {
    const { jwt } = await readSaveLink((await buyTicket('大阪'.repeat(60))).googleWalletUrl);
    expect(jwt.length).toBeLessThanOrEqual(1800);
  });

  it('are offered on the ticket page, the order page and in mail, in the language of the reader', async () => {
    const ticket = await buyTicket('Ann Buyer');
    const paths = [ticket.appleWalletUrl, ticket.googleWalletUrl].map((url: string) => url.replace('http://site.test', ''));
    for (const page of [ticket.url, ticket.orderUrl]) {
      const { payload } = await open(page);
      for (const text of [...paths.map((path) => `href="${path}"`), 'Add to Apple Wallet', 'Save to Google Wallet'])
        expect(payload).toContain(text);
    }
    const source = '{ outgoingMailPage(perPage: 20) { nodes { kind message { text html } } } }';
    const { nodes } = (await site.graphql(source, {}, 'administrator')).data.outgoingMailPage;
    const mail = nodes.find(({ message }: { message: { text: string } | null }) => message?.text.includes(ticket.url));
    expect(mail.message.text).toContain(`Add to Apple Wallet: ${ticket.appleWalletUrl}`);
    expect(mail.message.html).toContain(`<a href="${ticket.googleWalletUrl}">Save to Google Wallet</a>`);
  });

  it('are no longer offered after the certificate has expired', async () => {
    const ticket = await buyTicket('Ann Buyer');
    setClock(createShiftedClock(10 * 86_400_000));
    expect((await open(ticket.appleWalletUrl)).statusCode).toBe(404);
    const { payload } = await open(ticket.url);
    expect([payload.includes('Apple Wallet'), payload.includes('Google Wallet')]).toEqual([false, true]);
  });

  it('do not exist for transferred or cancelled tickets, for cancelled events, or at guessed URLs', async () => {
    const [first, second] = [await buyTicket('Ann Buyer'), await buyTicket('Bob Buyer')];
    const transfer =
      'mutation($token: String!, $id: Int!) { transferTicket(token: $token, attendeeId: $id, fullName: "Cy", email: "cy@example.org") { order { url } } }';
    expect((await site.graphql(transfer, { token: first.token, id: first.attendeeId })).errors).toEqual([]);
    await t.send('PUT', `/attendees/${second.attendeeId}`, { attendee_status: 'no' });
    for (const { appleWalletUrl, googleWalletUrl, url } of [first, second]) {
      for (const address of [appleWalletUrl, googleWalletUrl]) expect((await open(address)).statusCode).toBe(404);
      expect((await open(url)).payload).not.toContain('Wallet');
    }
    expect((await readOrder(second.token)).tickets[0]).toMatchObject({ appleWalletUrl: null, googleWalletUrl: null });
    const [transferred] = (await readOrder(first.token)).tickets;
    expect((await open(transferred.appleWalletUrl)).statusCode).toBe(200);
    expect(
      (await open(transferred.appleWalletUrl.replace(/.(?=\/ticket\.)/, (digit: string) => (digit === '0' ? '1' : '0')))).statusCode,
    ).toBe(404);
    const third = await buyTicket('Dee Buyer');
    const cancel =
      'mutation($id: Int!, $fields: JSON!) { updateEvent(id: $id, changes: { customFields: $fields }) { event { databaseId } } }';
    expect((await site.graphql(cancel, { id: event, fields: { event_status: 'cancelled' } }, 'administrator')).errors).toEqual([]);
    expect((await open(third.appleWalletUrl)).statusCode).toBe(404);
    await site.graphql(cancel, { id: event, fields: { event_status: '' } }, 'administrator');
    expect((await open(third.appleWalletUrl)).statusCode).toBe(200);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'a missing variable of four',
      { WALLET_APPLE_KEY: '' },
      'WALLET_APPLE_CERTIFICATE, WALLET_APPLE_KEY, WALLET_APPLE_ISSUER: must be set together',
    ],
    [
      'a missing file',
      { WALLET_APPLE_CERTIFICATE: '/nowhere/pass.pem' },
      'WALLET_APPLE_CERTIFICATE: the file /nowhere/pass.pem does not exist or cannot be read',
    ],
    [
      'an invalid certificate',
      { WALLET_APPLE_CERTIFICATE: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
      'WALLET_APPLE_CERTIFICATE: is not a certificate',
    ],
    [
      'a wrong passphrase',
      { WALLET_APPLE_KEY_PASSPHRASE: 'close sesame' },
      'WALLET_APPLE_KEY: is not an RSA key in PEM, or WALLET_APPLE_KEY_PASSPHRASE does not decrypt it',
    ],
    ['the key of another certificate', { WALLET_APPLE_KEY: 'other.key' }, 'WALLET_APPLE_KEY: is not the key of WALLET_APPLE_CERTIFICATE'],
    [
      'a certificate for another purpose',
      { WALLET_APPLE_CERTIFICATE: 'plain.pem' },
      'WALLET_APPLE_CERTIFICATE: is not a pass type certificate',
    ],
    [
      'the certificate of another issuer',
      { WALLET_APPLE_ISSUER: 'other.pem' },
      'WALLET_APPLE_ISSUER: is not the certificate that issued WALLET_APPLE_CERTIFICATE',
    ],
    [
      'an invalid service account',
      { WALLET_GOOGLE_ACCOUNT: '{"client_email":"a@b.test","private_key":"secret words"}' },
      'WALLET_GOOGLE_ACCOUNT: must be the JSON key of a service account',
    ],
    ['an invalid issuer ID', { WALLET_GOOGLE_ISSUER: 'us' }, 'WALLET_GOOGLE_ISSUER: must be the number of an issuer'],
  ])('fail at the start of the service with %s, and the message contains no secret', (_name, changed, sentence) => {
    const variables = Object.fromEntries(
      Object.entries(changed).map(([name, value]) => [name, /^\w+\.(pem|key)$/.test(value) ? apple.file(value) : value]),
    );
    const readBroken = () => readConfig({ ...apple.environment, ...google.environment, ...variables });
    expect(readBroken).toThrow(sentence);
    expect(readBroken).not.toThrow(/sesame|secret words/);
  });

  it('are not offered unless they are configured', () => {
    expect(readConfig({}).wallets).toEqual({ apple: undefined, google: undefined });
  });
});
