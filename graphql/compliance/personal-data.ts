import { type Erasure, eraseAddress } from '#app/domains/compliance/people/erasure.ts';
import { ARCHIVE_PATH } from '#app/domains/compliance/page-paths.ts';
import { requirePrivacyManager } from '#app/domains/compliance/people/people.access.ts';
import { findPerson } from '#app/domains/compliance/people/person.ts';
import { type PartCount, countPersonalData } from '#app/domains/compliance/people/records.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';

const forAdministrators = guard((_args: object, { viewer }) => requirePrivacyManager(viewer));

const PersonalDataPart = builder.objectRef<PartCount>('PersonalDataPart').implement({
  description: 'Personal data in one table of the database.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Name of the part.' }),
    table: t.exposeString('table', { description: 'Name of the database table.' }),
    isMention: t.exposeBoolean('isMention', {
      description: 'Whether the records belong to other objects and only contain the email address.',
    }),
    count: t.exposeInt('count', { description: 'Number of records.' }),
  }),
});

const PersonalData = builder.objectRef<{ address: string; parts: PartCount[] }>('PersonalData').implement({
  description: 'Personal data that the site stores about the owner of an email address.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'The email address, in lower case.' }),
    parts: t.expose('parts', { type: [PersonalDataPart], description: 'Tables that contain data of the person.' }),
    archiveUrl: t.string({
      description:
        'URL that returns a ZIP archive with all data. Send it a form with the field `address` by `POST`, authenticated with an application password.',
      resolve: (_data, _args, { site }) => site.config.siteUrl + ARCHIVE_PATH,
    }),
  }),
});

const ErasedPart = builder.objectRef<Erasure['parts'][number]>('ErasedPart').implement({
  description: 'A part of the database that was changed by an erasure.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Name of the part.' }),
    table: t.exposeString('table', { description: 'Name of the database table.' }),
    rows: t.exposeInt('rows', { description: 'Number of deleted and changed rows.' }),
  }),
});

const ErasureType = builder.objectRef<Erasure>('Erasure').implement({
  description: 'Numbers of records that an erasure deleted and changed.',
  fields: (t) => ({
    standIn: t.exposeString('standIn', { description: 'Placeholder that replaces the erased email address.' }),
    parts: t.expose('parts', { type: [ErasedPart], description: 'The changed parts of the database.' }),
  }),
});

builder.queryField('personalData', (t) =>
  t.field({
    type: PersonalData,
    description:
      'Personal data that the site stores about the owner of an email address: their records, and all other records that contain the address. For administrators.',
    complexity: 200,
    args: { address: t.arg.string({ required: true, description: 'Email address of the person.' }) },
    ...forAdministrators,
    resolve: async (_root, { address }, { site }) => {
      const person = await findPerson(site, address);
      return { address: person.address, parts: await countPersonalData(site, person) };
    },
  }),
);

builder.mutationField('erasePersonalData', (t) =>
  t.field({
    type: ErasureType,
    description:
      'Permanently erases an email address and all personal data of its owner. Attendance, amounts and counts stay unchanged. Published content and comments are kept without their author. For administrators. Error codes: `erasure_not_confirmed` if `confirmation` differs from the address, `administrators_address` for the account of an administrator.',
    complexity: 200,
    args: {
      address: t.arg.string({ required: true, description: 'Email address of the person.' }),
      confirmation: t.arg.string({ required: true, description: 'The email address again, as a confirmation.' }),
    },
    ...forAdministrators,
    resolve: (_root, { address, confirmation }, { site }) => eraseAddress(site, address, confirmation),
  }),
);
