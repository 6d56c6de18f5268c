import { type Erasure, eraseAddress } from '#app/domains/compliance/people/erasure.ts';
import { ARCHIVE_PATH } from '#app/domains/compliance/page-paths.ts';
import { requirePeopleManager } from '#app/domains/compliance/people/people.access.ts';
import { personOf } from '#app/domains/compliance/people/person.ts';
import { type CountedPart, countHeld } from '#app/domains/compliance/people/records.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';

const forAdministrators = guard((_args: object, { viewer }) => requirePeopleManager(viewer));

const PersonalDataPart = builder.objectRef<CountedPart>('PersonalDataPart').implement({
  description: 'A part of the personal data.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Type of the object.' }),
    table: t.exposeString('table', { description: 'Table of the database.' }),
    isMention: t.exposeBoolean('isMention', { description: 'Whether the records are about something else and only contain the address.' }),
    count: t.exposeInt('count', { description: 'Number of records.' }),
  }),
});

const PersonalData = builder.objectRef<{ address: string; parts: CountedPart[] }>('PersonalData').implement({
  description: 'Personal data that the site stores about the owner of an email address.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'The email address, in lower case.' }),
    parts: t.field({ type: [PersonalDataPart], description: 'Parts that are not empty.', resolve: ({ parts }) => parts }),
    archiveUrl: t.string({
      description:
        'Address of an archive (zip) with all data: `POST` a form with the field `address`, authenticated by an application password.',
      resolve: (_data, _args, { site }) => site.config.siteUrl + ARCHIVE_PATH,
    }),
  }),
});

const ErasedPart = builder.objectRef<Erasure['parts'][number]>('ErasedPart').implement({
  description: 'A part of the database that was changed by an erasure.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Type of the object.' }),
    table: t.exposeString('table', { description: 'Table of the database.' }),
    rows: t.exposeInt('rows', { description: 'Number of rows.' }),
  }),
});

const ErasureType = builder.objectRef<Erasure>('Erasure').implement({
  description: 'What an erasure has changed.',
  fields: (t) => ({
    standIn: t.exposeString('standIn', { description: 'Placeholder address that replaces the erased one.' }),
    parts: t.field({ type: [ErasedPart], description: 'The changed parts of the database.', resolve: ({ parts }) => parts }),
  }),
});

builder.queryField('personalData', (t) =>
  t.field({
    type: PersonalData,
    description:
      'Personal data that the site stores about the owner of an email address: their records, and all other records that contain the address. For administrators.',
    complexity: 200,
    args: { address: t.arg.string({ required: true, description: 'E-mail address of the person.' }) },
    ...forAdministrators,
    resolve: async (_root, { address }, { site }) => {
      const person = await personOf(site, address);
      return { address: person.address, parts: await countHeld(site, person) };
    },
  }),
);

builder.mutationField('erasePersonalData', (t) =>
  t.field({
    type: ErasureType,
    description:
      'Erases an address and what is known of anyone who has it everywhere, for good. Places, sums and counts stay, as do published works and comments, without their author. For administrators. `erasure_not_confirmed` unless the confirmation is the address again, `administrators_address` for an account of an administrator.',
    complexity: 200,
    args: {
      address: t.arg.string({ required: true, description: 'E-mail address of the person.' }),
      confirmation: t.arg.string({ required: true, description: 'The address again.' }),
    },
    ...forAdministrators,
    resolve: (_root, { address, confirmation }, { site }) => eraseAddress(site, address, confirmation),
  }),
);
