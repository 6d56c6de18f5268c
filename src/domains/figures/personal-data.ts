import { noPersonalData, type PersonalData } from '#app/core/personal-data/declaration.ts';

/** Views are only counted: no visitor, IP address, browser or exact referrer is stored. */
export const figuresData: PersonalData = {
  page_view_count: noPersonalData('page views by day and class of referrer'),
  page_view_writer: noPersonalData('last batch of views that each process has stored'),
};
