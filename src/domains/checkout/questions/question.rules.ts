import type { ArgumentRefusal } from '#app/core/failures/failure.ts';
import type { Row } from '#app/core/db/model.ts';

/** Kinds of questions: a line of text, one of several options, a box to tick. */
export const questionKinds = ['text', 'choice', 'checkbox'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** A question as it is asked. */
export type Question = Row<'BuyerQuestion'>;

/** A reply as a buyer writes it; a checked box is `yes`, one that is not is empty. */
export interface WrittenAnswer {
  questionId: number;
  value: string;
}

/** Replies as they are stored: question → reply. */
export type Answers = Readonly<Record<string, string>>;

type Faults = Record<string, ArgumentRefusal | string>;

const LONGEST_ANSWER = 1000;
/** What is stored of a ticked box. */
export const TICKED = 'yes';

function faultOf({ kind, options, isRequired }: Question, value: string): string | null {
  if (value === '') return isRequired ? 'An answer is needed.' : null;
  if (value.length > LONGEST_ANSWER) return `An answer has at most ${LONGEST_ANSWER} characters.`;
  if (kind === 'choice' && !options.includes(value)) return 'This is not one of the options.';
  if (kind === 'checkbox' && value !== TICKED) return 'A box is ticked or not.';
  return null;
}

/** Reads the replies to questions; what is wrong is noted below `path`, by number of the question. Replies to questions that are not asked are dropped. */
export function readAnswers(questions: readonly Question[], written: readonly WrittenAnswer[], path: string, faults: Faults): Answers {
  const values = new Map(written.map(({ questionId, value }) => [questionId, value.trim()]));
  const answers: Record<string, string> = {};
  for (const question of questions) {
    const value = values.get(question.id) ?? '';
    const fault = faultOf(question, value);
    if (fault !== null) faults[`${path}.${question.id}`] = fault;
    else if (value !== '') answers[question.label] = value;
  }
  return answers;
}

/** Whether stored replies leave out nothing that is required. */
export const isAnswered = (questions: readonly Question[], answers: Readonly<Record<string, unknown>>): boolean =>
  questions.every(({ isRequired, label }) => !isRequired || (typeof answers[label] === 'string' && answers[label] !== ''));
