import type { FastifyReply } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import { type QuestionKind, questionKinds } from '#app/domains/checkout/questions/question.rules.ts';
import {
  type BuyerQuestions,
  getCheckoutForm,
  type QuestionInput,
  updateCheckoutForm,
} from '#app/domains/checkout/questions/questions.service.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import type { FormFaults } from '#app/web/pages/form-fields.ts';
import { createFieldReader, renderNonceField, parseNumber, requireOwnForm } from '#app/web/pages/forms.ts';
import { getRefusalText } from '#app/web/pages/refusal-text.ts';
import { getOrganizedEvent } from '../access.ts';
import { buildEventPath, ORGANIZE_ACTION, sendOrganizerPage, type OrganizerRequest } from './organizer-page.ts';
import { parseEventId } from './event.page.ts';
import { renderCheckbox, renderFaultNotice, type Fields, renderInput, renderSelect, renderTextarea } from './fields.ts';
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

function getStoredFields({ questions, terms }: BuyerQuestions): Fields {
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

function renderQuestion({ translate }: OrganizerRequest, index: number, field: Fields, faults: FormFaults | null): Html {
  const ownName = (name: string) => buildFieldName(index, name);
  const value = (name: string) => field(ownName(name));
  const kinds = questionKinds.map((kind) => [kind, translate(kindTexts[kind])] as const);
  const isNew = parseNumber(value('id')) === 0;
  return html`<fieldset><legend>${isNew ? translate('organize.newQuestion') : value('label')}</legend>
<input type="hidden" name="${ownName('id')}" value="${value('id') || '0'}">
${renderInput(faults, { name: ownName('label'), label: translate('organize.question'), value: value('label'), attributes: 'maxlength="300" autocomplete="off"', hint: translate(isNew ? 'organize.newQuestionHint' : 'organize.questionHint') })}
${renderSelect(faults, { name: ownName('kind'), label: translate('organize.questionKind'), value: value('kind') || 'text' }, kinds)}
${renderTextarea(faults, { name: ownName('options'), label: translate('organize.questionOptions'), value: value('options'), hint: translate('organize.questionOptionsHint'), rows: 3 })}
${renderCheckbox({ name: ownName('required'), label: translate('organize.questionRequired'), isChecked: value('required') !== '' })}
${renderCheckbox({ name: ownName('perTicket'), label: translate('organize.questionPerTicket'), isChecked: value('perTicket') !== '' })}</fieldset>`;
}

async function send(visit: OrganizerRequest, event: EventRecord, field: Fields, faults: FormFaults | null): Promise<FastifyReply> {
  const { site, viewer, translate } = visit;
  const title = translate('organize.questionsOf', { event: getEventTitle(translate, event) });
  const count = Math.min(parseNumber(field('questions')), MAX_FIELDS);
  const body = html`<h1 dir="auto">${title}</h1>
${renderEventTabs(site, translate, event, '/questions')}
${faults === null && findNotice(visit)?.body}
${renderFaultNotice(translate, faults)}
<form method="post" action="${buildEventPath(site, event.id, '/questions')}" class="org-form" novalidate>${renderNonceField(site, viewer, ORGANIZE_ACTION)}<input type="hidden" name="questions" value="${count}">
${Array.from({ length: count }, (_, index) => renderQuestion(visit, index, field, faults))}
${renderTextarea(faults, { name: 'terms', label: translate('organize.terms'), value: field('terms'), hint: translate('organize.termsHint'), rows: 8, attributes: 'maxlength="20000"' })}
<div class="actions"><button>${translate('organize.save')}</button></div></form>`;
  return sendOrganizerPage(visit, faults ? translate('organize.notSaved', { title }) : title, body, faults?.status ?? 200);
}

/** Shows the questions and terms for buyers of an event. */
export async function showQuestions(visit: OrganizerRequest): Promise<FastifyReply> {
  const event = await getOrganizedEvent(visit.site, visit.viewer, parseEventId(visit));
  return await send(visit, event, getStoredFields(await getCheckoutForm(visit.site, event.id)), null);
}

/** Returns the questions of the form. A question without a text is removed. */
function readQuestions(field: Fields): (QuestionInput & { index: number })[] {
  const count = Math.min(parseNumber(field('questions')), MAX_FIELDS);
  return Array.from({ length: count }, (_, index) => {
    const value = (name: string) => field(buildFieldName(index, name));
    return {
      index,
      id: parseNumber(value('id')) || null,
      label: value('label'),
      kind: questionKinds.find((kind) => kind === value('kind')) ?? 'text',
      options: value('options').split('\n'),
      isRequired: value('required') !== '',
      isPerTicket: value('perTicket') !== '',
    };
  }).filter(({ label }) => label.trim() !== '');
}

const faultTexts: Readonly<Record<string, TextKey>> = { label: 'organize.fault.question', options: 'organize.fault.options' };

/** Saves the questions and terms. */
export async function saveQuestions(visit: OrganizerRequest): Promise<FastifyReply> {
  const { site, request, reply, viewer, translate } = visit;
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
  const event = await getOrganizedEvent(site, viewer, parseEventId(visit));
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
    return await send(visit, event, field, { fields, general: fields.size > 0 ? null : getRefusalText(translate, error, {}), status: 400 });
  }
  return reply.redirect(`${buildEventPath(site, event.id, '/questions')}?done=saved`, 303);
}
