import type { ClosedSet } from '../public/public-mapping.ts';

export const auditActions: ClosedSet = {
  name: 'AuditAction',
  description: 'Kind of the change.',
  values: {
    insert: 'A row was added.',
    update: 'A row was changed.',
    delete: 'A row was removed.',
    'sign-in refused': 'A sign-in was refused.',
    erase: 'What the log said of a person was erased.',
    expire: 'Entries went because their time was over.',
  },
  names: { 'sign-in refused': 'SIGN_IN_REFUSED' },
};

export const faces: ClosedSet = {
  name: 'Face',
  description: 'API through which a request came.',
  values: {
    rest: 'The REST interface.',
    graphql: 'The GraphQL API.',
    page: 'A page of the site.',
    command: 'A command in a shell.',
    job: 'Work that the site does by itself.',
  },
};
