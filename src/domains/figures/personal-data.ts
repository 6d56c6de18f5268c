import { nothing, type PersonalData } from '#app/core/personal-data/declaration.ts';

/** Views are numbers: nothing of who looked is stored, neither an address nor a browser nor where exactly someone came from. */
export const figuresData: PersonalData = {
  page_view_count: nothing('how often pages were looked at on a day, by class of where people came from'),
  page_view_writer: nothing('which batch of views a process has stored last'),
};
