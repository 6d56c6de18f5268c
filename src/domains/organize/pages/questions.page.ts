import type { FastifyReply } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import { type QuestionKind, questionKinds } from '#app/domains/checkout/questions/question.rules.ts';
import {
  type CheckoutForm,
  getCheckoutForm,
  type QuestionInput,
  updateCheckoutForm,
} from '#app/domains/checkout/questions/questions.service.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import type { FormFaults } from '#app/web/pages/form-fields.ts';
import { createFieldReader, renderNonceField, parseNumber, requireOwnForm } from '#app/web/pages/forms.ts';
import { getRefusalText } from '#app/web/pages/refusal-text.ts';
import { getOrganizedEvent } from '../access.ts';
import { buildEventPath, ORGANIZE_ACTION, sendOrganizerPage, type OrganizerContext } from './organizer-page.ts';
import { parseEventId } from './event.page.ts';
import { renderCheckbox, renderFaultNotice, type FieldReader, renderInput, renderSelect, renderTextarea } from './fields.ts';
import { findNotice } from './notices.ts';
import { renderEventTabs, getEventTitle } from './parts.ts';

/** Maximum number of questions in the form: those of an event, and a new one. */
const MAX_FIELDS = 21;
const buildFieldName = (index: number, name: string) => `question-${index}-${name}`;
const kindTexts: Readonly<Record<QuestionKind, TextKey>> = {
  text: 'organize.question.text',
  choice: 'organize.question.choice',
  checkbox: 'organize.question.checkbox',
};

function getStoredFields({ questions, terms }: CheckoutForm): FieldReader {
  const values = new Map<string, string>([
    ['questions', String(questions.length + 1)],
    ['terms', terms],
  ]);
  questions.forEach(({ id, label, kind, options, isRequired, isPerTicket }, index) => {
    const set = (name: string, value: string) => values.set(buildFieldName(index, name), value);
    set('id', String(id));
    set('label', label);
    set('kind', kind);
    set('options', options.join('\n'));
    set('required', isRequired ? '1' : '');
    set('perTicket', isPerTicket ? '1' : '');
  });
  return (name) => values.get(name) ?? '';
}

function renderQuestion({ translate }: OrganizerContext, index: number, field: FieldReader, faults: FormFaults | null): Html {
  const getOwnName = (name: string) => buildFieldName(index, name);
  const getValue = (name: string) => field(getOwnName(name));
  const kinds = questionKinds.map((kind) => [kind, translate(kindTexts[kind])] as const);
  const isNew = parseNumber(getValue('id')) === 0;
  return html`<fieldset><legend>${isNew ? translate('organize.newQuestion') : getValue('label')}</legend>
<input type="hidden" name="${getOwnName('id')}" value="${getValue('id') || '0'}">
${renderInput(faults, { name: getOwnName('label'), label: translate('organize.question'), value: getValue('label'), attributes: 'maxlength="300" autocomplete="off"', hint: translate(isNew ? 'organize.newQuestionHint' : 'organize.questionHint') })}
${renderSelect(faults, { name: getOwnName('kind'), label: translate('organize.questionKind'), value: getValue('kind') || 'text' }, kinds)}
${renderTextarea(faults, { name: getOwnName('options'), label: translate('organize.questionOptions'), value: getValue('options'), hint: translate('organize.questionOptionsHint'), rows: 3 })}
${renderCheckbox({ name: getOwnName('required'), label: translate('organize.questionRequired'), isChecked: getValue('required') !== '' })}
${renderCheckbox({ name: getOwnName('perTicket'), label: translate('organize.questionPerTicket'), isChecked: getValue('perTicket') !== '' })}</fieldset>`;
}

async function sendForm(
  context: OrganizerContext,
  event: EventRecord,
  field: FieldReader,
  faults: FormFaults | null,
): Promise<FastifyReply> {
  const { site, viewer, translate } = context;
  const title = translate('organize.questionsOf', { event: getEventTitle(translate, event) });
  const count = Math.min(parseNumber(field('questions')), MAX_FIELDS);
  const body = html`<h1 dir="auto">${title}</h1>
${renderEventTabs(site, translate, event, '/questions')}
${faults === null && findNotice(context)?.body}
${renderFaultNotice(translate, faults)}
<form method="post" action="${buildEventPath(site, event.id, '/questions')}" class="org-form" novalidate>${renderNonceField(site, viewer, ORGANIZE_ACTION)}<input type="hidden" name="questions" value="${count}">
${Array.from({ length: count }, (_, index) => renderQuestion(context, index, field, faults))}
${renderTextarea(faults, { name: 'terms', label: translate('organize.terms'), value: field('terms'), hint: translate('organize.termsHint'), rows: 8, attributes: 'maxlength="20000"' })}
<div class="actions"><button>${translate('organize.save')}</button></div></form>`;
  return sendOrganizerPage(context, faults ? translate('organize.notSaved', { title }) : title, body, faults?.status ?? 200);
}

/** Shows the questions and terms for buyers of an event. */
export async function showQuestions(context: OrganizerContext): Promise<FastifyReply> {
  const event = await getOrganizedEvent(context.site, context.viewer, parseEventId(context));
  return await sendForm(context, event, getStoredFields(await getCheckoutForm(context.site, event.id)), null);
}

/** Returns the questions of the form. A question without a text is removed. */
function readQuestions(field: FieldReader): (QuestionInput & { index: number })[] {
  const count = Math.min(parseNumber(field('questions')), MAX_FIELDS);
  return Array.from({ length: count }, (_, index) => {
    const getValue = (name: string) => field(buildFieldName(index, name));
    return {
      index,
      id: parseNumber(getValue('id')) || null,
      label: getValue('label'),
      kind: questionKinds.find((kind) => kind === getValue('kind')) ?? 'text',
      options: getValue('options').split('\n'),
      isRequired: getValue('required') !== '',
      isPerTicket: getValue('perTicket') !== '',
    };
  }).filter(({ label }) => label.trim() !== '');
}

const faultTexts: Readonly<Record<string, TextKey>> = { label: 'organize.fault.question', options: 'organize.fault.options' };

/** Saves the questions and terms. */
export async function saveQuestions(context: OrganizerContext): Promise<FastifyReply> {
  const { site, request, reply, viewer, translate } = context;
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
  const event = await getOrganizedEvent(site, viewer, parseEventId(context));
  const field = createFieldReader(request.body);
  const questions = readQuestions(field);
  try {
    await updateCheckoutForm(site, event.id, { questions, terms: field('terms').replaceAll('\r\n', '\n') });
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_arguments') throw error;
    const params = Object.keys((error.data['params'] ?? {}) as Record<string, string>);
    const fields = new Map(
      params.flatMap((path) => {
        const [, position, name = ''] = /^questions\.(\d+)\.(\w+)$/.exec(path) ?? [];
        const index = questions[Number(position)]?.index;
        return index === undefined || !faultTexts[name] ? [] : [[buildFieldName(index, name), translate(faultTexts[name])] as const];
      }),
    );
    return await sendForm(context, event, field, {
      fields,
      general: fields.size > 0 ? null : getRefusalText(translate, error, {}),
      status: 400,
    });
  }
  return reply.redirect(`${buildEventPath(site, event.id, '/questions')}?done=saved`, 303);
}
