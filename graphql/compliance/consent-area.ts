import { renderConsentArea } from '#app/domains/compliance/areas/area.service.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';

builder.queryField('consentArea', (t) =>
  t.field({
    type: 'HTML',
    description:
      'HTML of a consent area, which is the part of a content item that visitors see after they consent; empty if the area does not exist. Error code `consent_area_forbidden`: the visitor may not read the content item.',
    args: {
      contentId: t.arg.int({ required: true, description: 'ID of the content item.' }),
      areaId: t.arg.string({ required: true, description: 'Name of the area; `default` is the first area between shortcodes.' }),
      password: t.arg.string({ description: 'Password of the content item; required if it has one.' }),
    },
    ...publicAccess,
    resolve: (_root, args, { site, viewer }) => renderConsentArea(site, viewer, args),
  }),
);
