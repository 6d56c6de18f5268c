import { type Field, flag, integer, number, scalarText, text, untyped } from '#app/rest/table.ts';

/** Document 2, "Job queue"; behaviour: consent-queue-product.md 7. */

const MOST = 2_147_483_647;

/** Numbers in a text with commas; what is none matches nothing. */
const numbersIn = (value: unknown): number[] =>
  scalarText(value).split(',').map((part) => {
    const number = Math.trunc(Number(part));
    return number > 0 && number <= MOST ? number : 0;
  });

const numbers = (description: string): Field => text({ description, clean: numbersIn });

const whole = (value: unknown): number => Math.trunc(Math.max(0, Math.min(MOST, Number(value))));

/** The value that a text spells as JSON; null for a text that is no JSON. */
function decoded(value: unknown): unknown {
  try {
    return JSON.parse(scalarText(value)) as unknown;
  } catch {
    return null;
  }
}

const additionalData = text({ description: 'Names of what else is answered, with commas: `xcb-scan-list`, `xcb-scan-notice`, `xcb-db-consent-v2`.' });

const asked = (name: string): Field =>
  untyped({
    otherName: 'additionalData',
    onNull: 'absent',
    clean: (value) => scalarText(value).split(',').some((part) => part.trim() === name),
  });

/** Parts of the status that `additionalData` asks for. */
export const alsoAsked = { scanList: asked('xcb-scan-list'), scanNotice: asked('xcb-scan-notice'), migration: asked('xcb-db-consent-v2') };

const type = text({ default: '', description: 'What kind of work.' });
const id = integer({ required: true, from: 'path', description: 'Number of the job.' });

export const readJob = {
  id,
  lock: flag({ description: 'First says that it is being worked on, or no longer.' }),
};

export const runJobs = {
  id,
  try: numbers('Numbers of further jobs, with commas.'),
  additionalData,
};

export const reportJob = {
  id,
  process: number({ required: true, description: 'So much of it is done now.' }),
  errorCode: text({ description: 'Name of what went wrong; the job has failed.' }),
  errorMessage: text({ description: 'The same for people.' }),
  errorData: text({ description: 'Facts beside it, as JSON.', clean: decoded }),
};

export const pickJobs = {
  after: number({ description: 'Only jobs with larger numbers.', clean: whole }),
  ids: numbers('Only these jobs, in whatever state: numbers with commas.'),
  additionalData,
};

export const ofType = { type };
export const readStatus = { additionalData };
