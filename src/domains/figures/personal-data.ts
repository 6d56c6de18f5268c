import { nothing, type PersonalData } from '#app/core/personal-data/declaration.ts';

/** Views are only counted: no visitor, IP address, browser or exact referrer is stored. */
export const figuresData: PersonalData = {
  page_view_count: nothing('how often pages were looked at on a day, by class of where people came from'),
  page_view_writer: nothing('which batch of views a process has stored last'),
};
