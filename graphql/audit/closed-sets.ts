import type { ClosedSet } from '../public/told.ts';

export const auditActions: ClosedSet = {
  name: 'AuditAction',
  description: 'What happened.',
  values: {
    insert: 'A row was added.',
    update: 'A row was changed.',
    delete: 'A row was removed.',
    'sign-in refused': 'Somebody was not let in.',
    erase: 'What the log said of a person was erased.',
    expire: 'Entries went because their time was over.',
  },
  names: { 'sign-in refused': 'SIGN_IN_REFUSED' },
};

export const faces: ClosedSet = {
  name: 'Face',
  description: 'What somebody reached the site by.',
  values: {
    rest: 'The REST interface.',
    graphql: 'GraphQL.',
    page: 'A page of the site.',
    command: 'A command in a shell.',
    job: 'Work that the site does by itself.',
  },
};
