import { type DestinationStream, type Logger, pino } from 'pino';
import { getLogIds, getRequestFacts } from './request-facts.ts';

export type Log = Logger;

/** Creates the process log: JSON lines on stdout (or `destination`), with the IDs of the request and its trace. Credentials are removed from logged requests. */
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
