import { noPersonalData, rowsOfPeople, type PersonalData, mentioningTexts } from '#app/core/personal-data/declaration.ts';

/** Personal data of content. When an account is erased, its published works stay, with a pseudonym as author. */
export const contentData: PersonalData = {
  content: rowsOfPeople({
    label: 'Posts, pages, media and other content of the account',
    about: 't.author_id = ANY($2::int[])',
    without: ['search_text', 'sort_title', 'password'],
  }),
  revision: rowsOfPeople({ label: 'Revisions by the account', about: 't.author_id = ANY($2::int[])' }),
  autosave: rowsOfPeople({ label: 'Unsaved texts of the account', about: 't.author_id = ANY($2::int[])', erase: 'delete' }),
  media: rowsOfPeople({
    label: 'Files of the account',
    about: 't.content_id IN (SELECT id FROM content WHERE author_id = ANY($2::int[]))',
  }),
  upload_name: noPersonalData('file names, which contain no email address'),
  term: mentioningTexts('Categories and tags'),
  content_term: noPersonalData('terms of content'),
  import_run: mentioningTexts('Imports'),
  import_note: mentioningTexts('Notes of imports'),
  import_reference: noPersonalData('IDs of another site while an import runs'),
  import_term_parent: noPersonalData('slugs of terms while an import runs'),
  imported_content: noPersonalData('hashes of imported items'),
  imported_comment: noPersonalData('hashes of imported comments'),
  imported_meta: mentioningTexts('Imported meta'),
  imported_author: rowsOfPeople({ label: 'Accounts on other sites', about: 't.user_id = ANY($2::int[])', erase: 'delete' }),
};
