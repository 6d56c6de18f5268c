import type { DocumentTemplate } from '../document.ts';

/** Default text of the imprint. */
export const imprint: DocumentTemplate = {
  title: 'Imprint',
  elements: [
    { text: '<i>This page was last changed on [publish_date].</i>', isNumbered: false },
    {
      title: 'Who runs this site',
      isNumbered: false,
      text: '[organisation_name]<br>[address_company]<br>[country_company]',
    },
    {
      title: 'How to reach us',
      isNumbered: false,
      text: 'Site: [domain]<br>[email_line]<br>[telephone_line]',
    },
  ],
};
