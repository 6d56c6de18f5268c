import type { Config } from '../../config/config.ts';
import type { Transporter } from 'nodemailer';

const SECONDS = 1000;

/** Opens the site's mail server, with a few connections that stay open until `close`. */
export async function openTransport(site: { config: Config }): Promise<Transporter> {
  const url = site.config.smtpUrl;
  if (url === undefined) throw new Error('No mail server is configured.');
  // loaded late, because most processes never send mail
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 20 * SECONDS,
    greetingTimeout: 20 * SECONDS,
    socketTimeout: 60 * SECONDS,
    // messages consist of texts and buffers; nothing in them may refer to a file or an address to fetch
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never);
}

/** Why a message could not be sent. */
export interface SendFailure {
  /** True if another attempt would fail in the same way. */
  isFinal: boolean;
  /** True if the server is the cause, so that other messages would fail as well. */
  isOfServer: boolean;
  reason: string;
}

interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
  message?: string;
}

/** Classifies an error of nodemailer. A 5xx reply to recipient or content is final; other errors are temporary. */
export function classifyFailure(error: unknown): SendFailure {
  const { code = '', responseCode = 0, message = '' } = error as SmtpError;
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isTemporary = responseCode >= 400 && responseCode < 500;
  return { isFinal: isOfMessage && !isTemporary, isOfServer: !isOfMessage, reason: message.slice(0, 500) };
}
