import type { Config } from '../../config/config.ts';
import type { Transporter } from 'nodemailer';

const SECOND_MS = 1000;

/** Connects to the site's mail server. A few connections stay open until `close`. */
export async function openTransport(site: { config: Config }): Promise<Transporter> {
  const url = site.config.smtpUrl;
  if (url === undefined) throw new Error('No mail server is configured.');
  // the package is loaded late, because most processes never send mail
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 20 * SECOND_MS,
    greetingTimeout: 20 * SECOND_MS,
    socketTimeout: 60 * SECOND_MS,
    // messages only consist of strings and buffers, so nothing in them may make nodemailer read a file or fetch a URL
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never);
}

/** Reason why a message could not be sent. */
export interface SendFailure {
  /** True if another attempt would fail in the same way. */
  isFinal: boolean;
  /** True if the problem is with the mail server, so that other messages would fail as well. */
  isOfServer: boolean;
  reason: string;
}

interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
  message?: string;
}

/**
 * Classifies an error of nodemailer. A reply of the mail server that refuses the recipient or the content is final, unless its code is 4xx. Other
 * errors are temporary.
 */
export function classifyFailure(error: unknown): SendFailure {
  const { code = '', responseCode = 0, message = '' } = error as SmtpError;
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isTemporary = responseCode >= 400 && responseCode < 500;
  return { isFinal: isOfMessage && !isTemporary, isOfServer: !isOfMessage, reason: message.slice(0, 500) };
}
