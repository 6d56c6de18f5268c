import { nothing, ofPeople, type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

/** Personal data of content. Published works stay when an account is erased, with a pseudonym as author. */
export const contentData: PersonalData = {
  content: ofPeople({
    label: 'Posts, pages, media and other content of the account',
    about: 't.author_id = ANY($2::int[])',
    without: ['search_text', 'sort_title', 'password'],
  }),
  revision: ofPeople({ label: 'Earlier versions that the account wrote', about: 't.author_id = ANY($2::int[])' }),
  autosave: ofPeople({ label: 'Texts that the account has not saved', about: 't.author_id = ANY($2::int[])', erase: 'delete' }),
  media: ofPeople({ label: 'Files of the account', about: 't.content_id IN (SELECT id FROM content WHERE author_id = ANY($2::int[]))' }),
  upload_name: nothing('names of files, which hold no address'),
  term: texts('Categories and tags'),
  content_term: nothing('which content has which term'),
  import_run: texts('Imports'),
  import_note: texts('Notes of imports'),
  import_reference: nothing('numbers of another site while an import runs'),
  import_term_parent: nothing('slugs of terms while an import runs'),
  imported_content: nothing('hashes of imported items'),
  imported_comment: nothing('hashes of imported comments'),
  imported_meta: texts('Meta that came with an import'),
  imported_author: ofPeople({ label: 'Accounts on other sites', about: 't.user_id = ANY($2::int[])', erase: 'delete' }),
};
