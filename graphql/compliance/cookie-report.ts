import { recordBrowserReport } from '#app/domains/compliance/cookies/report.service.ts';
import { builder } from '../builder.ts';
import { privacyManagers } from './access.ts';
import { payload } from '../public/payload.ts';

const CookieReport = builder.inputType('CookieReportDraft', {
  description: 'Cookies and storage that the browser of a privacy manager found on a page.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'Token of `startSiteScan`. Without a valid token, the report is ignored.' }),
    cookies: t.stringList({ required: true, description: 'Names of cookies. Cookies in the request are added automatically.' }),
    storage: t.stringList({ required: true, description: "Names of items in the browser's storage." }),
    pageId: t.string({ required: true, description: 'The page: `home`, `loginpage`, `remote`, or the ID of a content item.' }),
  }),
});

builder.mutationField('reportCookies', (t) =>
  t.field({
    ...payload('isReported', 'Always null.'),
    type: 'Boolean',
    nullable: true,
    description: 'Adds cookies that a browser found to the inventory; for privacy managers. Always returns null.',
    args: { report: t.arg({ type: CookieReport, required: true, description: 'The cookies that were found.' }) },
    ...privacyManagers,
    resolve: async (_root, { report }, { site, viewer, cookies }) => {
      await recordBrowserReport(site, viewer.id, { ...report, cookies: [...report.cookies, ...cookies.getNames()] });
      return null;
    },
  }),
);
