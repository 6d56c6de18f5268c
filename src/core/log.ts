import { type Logger, pino } from 'pino';
import { requestFacts } from './request-facts.ts';

export type Log = Logger;

/** The process's log: JSON lines on stdout, each with the id of the request that it is about; credentials are removed wherever a request is logged. */
export function createLog(level: string): Log {
  return pino({
    level,
    mixin: () => {
      const facts = requestFacts();
      return facts ? { request: facts.id } : {};
    },
    redact: ['req.headers.authorization', 'req.headers.cookie', 'req.headers["x-wp-nonce"]', 'authorization', 'cookie', 'password'],
  });
}
