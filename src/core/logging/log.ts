import { type DestinationStream, type Logger, pino } from 'pino';
import { getLogIds, getRequestFacts } from './request-facts.ts';

export type Log = Logger;

/**
 * Creates the log of the process: JSON lines on stdout (or `destination`). Each line contains the ID of the request and, if there is one, of its
 * trace. Credentials are removed from logged requests.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    mixin: () => {
      const facts = getRequestFacts();
      return facts ? getLogIds(facts) : {};
    },
    redact: ['req.headers.authorization', 'req.headers.cookie', 'req.headers["x-wp-nonce"]', 'authorization', 'cookie', 'password'],
  };
  return destination ? pino(options, destination) : pino(options);
}
