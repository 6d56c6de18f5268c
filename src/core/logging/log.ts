import { type DestinationStream, type Logger, pino } from 'pino';
import { namesOf, requestFacts } from './request-facts.ts';

export type Log = Logger;

/** The process's log: JSON lines on stdout (or `into`), each with the id of the request that it is about, and of its trace; credentials are removed wherever a request is logged. */
export function createLog(level: string, into?: DestinationStream): Log {
  const options = {
    level,
    mixin: () => {
      const facts = requestFacts();
      return facts ? namesOf(facts) : {};
    },
    redact: ['req.headers.authorization', 'req.headers.cookie', 'req.headers["x-wp-nonce"]', 'authorization', 'cookie', 'password'],
  };
  return into ? pino(options, into) : pino(options);
}
