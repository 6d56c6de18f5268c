import { setItemState, type Checklist, type ChecklistItem, readChecklist } from '#app/domains/consent/checklist/checklist.service.ts';
import { setNotice } from '#app/domains/consent/notices/notice.service.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { consentManagers } from './access.ts';

const ChecklistStep = builder.objectRef<ChecklistItem>('ConsentChecklistItem').implement({
  description: 'A step to set up the consent banner.',
  fields: (t) => ({
    name: t.exposeString('id', { description: 'Unique name of the step.' }),
    title: t.exposeString('title', { description: 'Title of the step.' }),
    description: t.exposeString('description', { description: 'Reason for the step.' }),
    isChecked: t.exposeBoolean('isChecked', { description: 'Whether the step is done.' }),
    link: t.exposeString('link', { nullable: true, description: 'URL of the page on which to do the step; null if the step has no page.' }),
    linkText: t.exposeString('linkText', { nullable: true, description: 'Text of the link; null without a link.' }),
    linkTarget: t.exposeString('linkTarget', {
      nullable: true,
      ...legacyOnly('The URL in `link` shows whether it leads to another site.'),
      description: '`_blank` for links to other sites.',
    }),
    needsPro: t.exposeBoolean('needsPro', { description: 'Whether the step requires a license.' }),
  }),
});

const ConsentChecklist = builder.objectRef<Checklist>('ConsentChecklist').implement({
  description: 'Steps to set up the consent banner.',
  fields: (t) => ({
    isDismissed: t.exposeBoolean('isDismissed', { description: 'Whether a user has dismissed the checklist permanently.' }),
    items: t.expose('items', { type: [ChecklistStep], description: 'The steps, in order.' }),
    isOverdue: t.exposeBoolean('isOverdue', { description: 'Whether the checklist is still incomplete after more than a week.' }),
  }),
});

const Notice = builder.objectRef<{ key: string; value: unknown }>('ConsentNotice').implement({
  description: 'A notice for administrators.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Unique name of the notice.' }),
    value: t.expose('value', {
      type: 'JSON',
      description: 'State of the notice: true or false, when to show it again (Unix seconds), or numbers of checked services.',
    }),
  }),
});

builder.queryField('consentChecklist', (t) =>
  t.field({
    type: ConsentChecklist,
    ...consentManagers,
    description: 'Steps to set up the consent banner; for users who manage it.',
    resolve: (_root, _args, { site }) => readChecklist(site),
  }),
);

builder.mutationFields((t) => ({
  checkConsentChecklistItem: t.field({
    type: ConsentChecklist,
    ...consentManagers,
    description: 'Marks a step as done or not done; `all` dismisses the checklist permanently. For users who manage the consent banner.',
    args: {
      item: t.arg.string({ required: true, description: 'Unique name of the step, or `all` to dismiss the checklist.' }),
      isChecked: t.arg.boolean({ required: true, description: 'Whether the step is done.' }),
    },
    resolve: async (_root, { item, isChecked }, { site }) => {
      await setItemState(site, item, isChecked);
      return await readChecklist(site);
    },
  }),
  setConsentNotice: t.field({
    type: Notice,
    ...consentManagers,
    description: 'Sets the state of a notice for administrators; for users who manage the consent banner.',
    args: {
      key: t.arg.string({ required: true, description: 'Name of the notice.' }),
      value: t.arg.boolean({ required: true, description: 'State of the notice to store.' }),
    },
    resolve: async (_root, { key, value }, { site }) => ({ key, value: await setNotice(site, key, value) }),
  }),
}));
