import { checkItem, type Checklist, type ChecklistItem, readChecklist } from '#app/domains/consent/checklist/checklist.service.ts';
import { setNotice } from '#app/domains/consent/notices/notice.service.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { forConsentManagers } from './access.ts';

const Item = builder.objectRef<ChecklistItem>('ConsentChecklistItem').implement({
  description: 'Something to do to set the consent banner up.',
  fields: (t) => ({
    name: t.string({ description: 'Name that identifies it.', resolve: ({ id }) => id }),
    title: t.exposeString('title', { description: 'What to do.' }),
    description: t.exposeString('description', { description: 'Reason for the item.' }),
    isChecked: t.exposeBoolean('isChecked', { description: 'It is done.' }),
    link: t.string({ nullable: true, description: 'Where it is done.', resolve: ({ link }) => link }),
    linkText: t.string({ nullable: true, description: 'Text of the link.', resolve: ({ linkText }) => linkText }),
    linkTarget: t.string({
      nullable: true,
      ...legacyOnly('Whether `link` leads elsewhere is seen by its address.'),
      description: '`_blank` for another site.',
      resolve: ({ linkTarget }) => linkTarget,
    }),
    needsPro: t.exposeBoolean('needsPro', { description: 'It needs a license.' }),
  }),
});

const ConsentChecklist = builder.objectRef<Checklist>('ConsentChecklist').implement({
  description: 'What to do to set the consent banner up.',
  fields: (t) => ({
    isDismissed: t.exposeBoolean('isDismissed', { description: 'Someone has closed it for good.' }),
    items: t.field({ type: [Item], description: 'What to do, in its order.', resolve: ({ items }) => items }),
    isOverdue: t.exposeBoolean('isOverdue', { description: 'It is not complete after more than a week.' }),
  }),
});

const Notice = builder.objectRef<{ key: string; value: unknown }>('ConsentNotice').implement({
  description: 'A notice for administrators.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Name that identifies it.' }),
    value: t.field({
      type: 'JSON',
      description: 'Its state: true or false, when to show it again (Unix seconds), or numbers of services that were looked at.',
      resolve: ({ value }) => value,
    }),
  }),
});

builder.queryField('consentChecklist', (t) =>
  t.field({
    type: ConsentChecklist,
    ...forConsentManagers,
    description: 'What to do to set the consent banner up; for those who manage it.',
    resolve: (_root, _args, { site }) => readChecklist(site),
  }),
);

builder.mutationFields((t) => ({
  checkConsentChecklistItem: t.field({
    type: ConsentChecklist,
    ...forConsentManagers,
    description: 'Checks something off, or not; `all` closes the list for good. For those who manage the consent banner.',
    args: {
      item: t.arg.string({ required: true, description: 'Name that identifies it.' }),
      isChecked: t.arg.boolean({ required: true, description: 'Whether it is done.' }),
    },
    resolve: async (_root, { item, isChecked }, { site }) => {
      await checkItem(site, item, isChecked);
      return await readChecklist(site);
    },
  }),
  setConsentNotice: t.field({
    type: Notice,
    ...forConsentManagers,
    description: 'Sets the state of a notice for administrators; for those who manage the consent banner.',
    args: {
      key: t.arg.string({ required: true, description: 'Name of the notice.' }),
      value: t.arg.boolean({ required: true, description: 'State to store.' }),
    },
    resolve: async (_root, { key, value }, { site }) => ({ key, value: await setNotice(site, key, value) }),
  }),
}));
