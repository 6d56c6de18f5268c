import { type Logger, pino } from 'pino';

export type Log = Logger;

/** The process's log: JSON lines on stdout; credentials are removed wherever a request is logged. */
export function createLog(level: string): Log {
  return pino({
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'req.headers["x-wp-nonce"]', 'authorization', 'cookie', 'password'],
  });
}
