import type { ArgumentRefusal, ArgumentRefusals } from '#app/core/failures/failure.ts';
import type { Row } from '#app/core/db/model.ts';

/** Kinds of questions: a line of text, one of several options, a checkbox. */
export const questionKinds = ['text', 'choice', 'checkbox'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** A stored question. */
export type Question = Row<'BuyerQuestion'>;

/** An answer of a buyer. A checkbox is `yes` or empty. */
export interface AnswerInput {
  questionId: number;
  value: string;
}

/** Stored answers, by the label of the question. */
export type Answers = Readonly<Record<string, string>>;

const MAX_ANSWER_LENGTH = 1000;
/** Stored value of a checked box. */
export const CHECKED = 'yes';

/** Fault of a required question without an answer. */
export const answerMissing: ArgumentRefusal = { code: 'answer_missing', message: 'Answer this question.' };

function findAnswerFault({ kind, options, isRequired }: Question, value: string): ArgumentRefusal | null {
  if (value === '') return isRequired ? answerMissing : null;
  if (value.length > MAX_ANSWER_LENGTH)
    return { code: 'answer_too_long', message: `An answer has at most ${MAX_ANSWER_LENGTH} characters.` };
  if (kind === 'choice' && !options.includes(value)) return { code: 'answer_invalid', message: 'This is not one of the options.' };
  if (kind === 'checkbox' && value !== CHECKED) return { code: 'answer_invalid', message: 'The answer to a checkbox is "yes" or empty.' };
  return null;
}

/** Validates answers to questions. Adds faults below `path`, by question ID. Ignores answers to other questions. */
export function readAnswers(
  questions: readonly Question[],
  inputs: readonly AnswerInput[],
  path: string,
  faults: ArgumentRefusals,
): Answers {
  const values = new Map(inputs.map(({ questionId, value }) => [questionId, value.trim()]));
  const answers: Record<string, string> = {};
  for (const question of questions) {
    const value = values.get(question.id) ?? '';
    const fault = findAnswerFault(question, value);
    if (fault !== null) faults[`${path}.${question.id}`] = fault;
    else if (value !== '') answers[question.label] = value;
  }
  return answers;
}

/** True if the stored answers include one for each required question. */
export const isAnswered = (questions: readonly Question[], answers: Readonly<Record<string, unknown>>): boolean =>
  questions.every(({ isRequired, label }) => !isRequired || (typeof answers[label] === 'string' && answers[label] !== ''));
