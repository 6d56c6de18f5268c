import type { EnumDefinition } from '../public/public-mapping.ts';

const types = {
  comment: 'An ordinary comment.',
  pingback: 'A notification of a link from another site.',
  trackback: 'A notification of a link from another site, in the older protocol.',
  note: 'A note for other editors, which only editors can read.',
};

export const commentTypes: EnumDefinition = { name: 'CommentType', description: 'Type of a comment.', values: types };

export const writableCommentTypes: EnumDefinition = {
  name: 'CommentTypeWritten',
  description: 'Type of a comment that can be created.',
  values: { comment: types.comment, note: types.note },
};

export const noteStatuses: EnumDefinition = {
  name: 'NoteStatus',
  description: 'State of a note.',
  values: { resolved: 'The note is resolved.', reopen: 'The note was resolved and is open again.' },
  names: { reopen: 'REOPENED' },
};

export const filterableCommentTypes: EnumDefinition = {
  name: 'CommentTypeFilter',
  description: 'Type of the comments in a list.',
  values: { ...types, pings: 'Pingbacks and trackbacks.', all: 'Comments of any type.' },
};

export const filterableCommentStatuses: EnumDefinition = {
  name: 'CommentStatusFilter',
  description: 'Status of the comments in a list.',
  values: {
    approved: 'Comments that are approved.',
    hold: 'Comments that wait for a moderator.',
    spam: 'Comments marked as spam.',
    trash: 'Comments in the trash.',
    all: 'Approved comments and comments that wait for a moderator.',
  },
};

export const commentStatusChanges: EnumDefinition = {
  name: 'CommentStatusChange',
  description: "A change of a comment's status.",
  values: {
    approved: 'Approves the comment.',
    hold: 'Makes the comment wait for a moderator.',
    spam: 'Marks the comment as spam.',
    trash: 'Moves the comment to the trash.',
    unspam: 'Removes the spam mark of the comment.',
    untrash: 'Restores the comment from the trash.',
  },
};
