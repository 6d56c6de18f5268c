import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { findFreePort } from '../support/free-port.ts';

/** One delivery that the server accepted. */
export interface Delivered {
  from: string;
  to: string[];
  raw: string;
  mail: Email;
}

/** A mail server on a loopback port that accepts all mail unless configured otherwise. */
export interface MailServer {
  url: string;
  delivered: Delivered[];
  /** Replies with this code to these recipients. */
  refusals: Map<string, number>;
  /** Called for each message before the server confirms it to the sender. */
  onMessage: (delivered: Delivered) => Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates a server that does not listen yet. */
export async function makeMailServer(): Promise<MailServer> {
  const port = await findFreePort();
  let server: SMTPServer | undefined;
  async function receive(stream: Readable, { envelope: { mailFrom, rcptTo } }: SMTPServerSession, confirm: () => void): Promise<void> {
    // a sender that is killed before the end has delivered nothing
    const raw = await text(stream).catch(() => null);
    if (raw === null) return;
    const delivered = {
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map(({ address }) => address),
      raw,
      mail: await PostalMime.parse(raw),
    };
    self.delivered.push(delivered);
    await self.onMessage(delivered);
    confirm();
  }
  const self: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    delivered: [],
    refusals: new Map(),
    onMessage: async () => {},
    start: () =>
      new Promise((resolve) => {
        server = new SMTPServer({
          authOptional: true,
          disabledCommands: ['STARTTLS'],
          logger: false,
          onRcptTo({ address }, _session, callback) {
            const code = self.refusals.get(address);
            callback(code === undefined ? null : Object.assign(new Error('No such box'), { responseCode: code }));
          },
          onData(stream, session, callback) {
            void receive(stream, session, callback);
          },
        });
        server.on('error', () => {});
        server.listen(port, '127.0.0.1', resolve);
      }),
    stop: () => new Promise((resolve) => (server ? server.close(() => resolve()) : resolve())),
  };
  return self;
}
