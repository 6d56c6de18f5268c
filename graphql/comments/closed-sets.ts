import type { ClosedSet } from '../public/public-mapping.ts';

const types = {
  comment: 'An ordinary comment.',
  pingback: 'A notification of a link from another site.',
  trackback: 'The same, in the older way.',
  note: 'An editor noted something for other editors, who alone read it.',
};

export const commentTypes: ClosedSet = { name: 'CommentType', description: 'What a comment is.', values: types };

export const commentTypesWritten: ClosedSet = {
  name: 'CommentTypeWritten',
  description: 'What may be written.',
  values: { comment: types.comment, note: types.note },
};

export const noteStatuses: ClosedSet = {
  name: 'NoteStatus',
  description: 'State of a note.',
  values: { resolved: 'It is done.', reopen: 'It was done, and is open again.' },
  names: { reopen: 'REOPENED' },
};

export const commentTypesAsked: ClosedSet = {
  name: 'CommentTypeFilter',
  description: 'Which comments a list holds, by what they are.',
  values: { ...types, pings: 'Pingbacks and trackbacks.', all: 'Comments of any type.' },
};

export const commentStatusesAsked: ClosedSet = {
  name: 'CommentStatusFilter',
  description: 'Which comments a list holds, by where they stand.',
  values: {
    approved: 'Those that everybody reads.',
    hold: 'Those that wait for a moderator.',
    spam: 'Comments marked as spam.',
    trash: 'Those in the trash.',
    all: 'Those that everybody reads and those that wait.',
  },
};

export const commentStatusesWritten: ClosedSet = {
  name: 'CommentStatusChange',
  description: 'What becomes of a comment.',
  values: {
    approved: 'Everybody may read it.',
    hold: 'It waits for a moderator.',
    spam: 'It is spam.',
    trash: 'It goes to the trash.',
    unspam: 'It is no spam after all.',
    untrash: 'It comes back from the trash.',
  },
};
