import type { Config } from '../../config/config.ts';
import type { Transporter } from 'nodemailer';

const SECONDS = 1000;

/** Sends through the site's mail server, over a few connections that are kept until `close`. */
export async function openTransport(site: { config: Config }): Promise<Transporter> {
  const url = site.config.smtpUrl;
  if (url === undefined) throw new Error('No mail server is configured.');
  // most processes never send anything
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 20 * SECONDS,
    greetingTimeout: 20 * SECONDS,
    socketTimeout: 60 * SECONDS,
    // messages are made of texts and buffers only: nothing in them may name a file or an address to fetch
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never);
}

/** What keeps a message from being sent. */
export interface SendFailure {
  /** Whether another attempt would end the same way. */
  isFinal: boolean;
  /** Whether it has nothing to do with the message: others would fail as well. */
  isOfServer: boolean;
  reason: string;
}

interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
  message?: string;
}

/** Judges what nodemailer threw: refusals with a 5xx reply to recipient or content are final, everything else may pass. */
export function failureOf(error: unknown): SendFailure {
  const { code = '', responseCode = 0, message = '' } = error as SmtpError;
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isTemporary = responseCode >= 400 && responseCode < 500;
  return { isFinal: isOfMessage && !isTemporary, isOfServer: !isOfMessage, reason: message.slice(0, 500) };
}
