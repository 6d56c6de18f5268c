import type { EnumDefinition } from '../public/public-mapping.ts';

export const auditActions: EnumDefinition = {
  name: 'AuditAction',
  description: 'Type of the entry.',
  values: {
    insert: 'A database row was added.',
    update: 'A database row was changed.',
    delete: 'A database row was deleted.',
    'sign-in refused': 'A sign-in was refused.',
    erase: 'Personal data was removed from entries of the audit log.',
    expire: 'Records, such as entries of the audit log, were removed because they had expired.',
  },
  names: { 'sign-in refused': 'SIGN_IN_REFUSED' },
};

export const requestApis: EnumDefinition = {
  name: 'Face',
  description: 'API through which a request came.',
  values: {
    rest: 'The REST API.',
    graphql: 'The GraphQL API.',
    page: 'A page of the site.',
    command: 'A command that an administrator ran in a shell.',
    job: 'A background job of the service.',
  },
};
