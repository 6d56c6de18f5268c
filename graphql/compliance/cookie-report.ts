import { takeBrowserReport } from '#app/domains/compliance/cookies/report.service.ts';
import { builder } from '../builder.ts';
import { forPrivacyManagers } from './access.ts';
import { payload } from '../public/payload.ts';

const CookieReport = builder.inputType('CookieReportDraft', {
  description: 'What the browser of a privacy manager saw on a page.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'From `startSiteScan`; without a good one nothing happens.' }),
    cookies: t.stringList({ required: true, description: 'Names of cookies; those that come with the request count anyway.' }),
    storage: t.stringList({ required: true, description: "Names in the browser's storage." }),
    pageId: t.string({ required: true, description: '`home`, `loginpage`, `remote`, or the number of a content.' }),
  }),
});

builder.mutationField('reportCookies', (t) =>
  t.field({
    ...payload('isReported'),
    type: 'Boolean',
    nullable: true,
    description: 'Adds what a browser saw to the inventory of cookies; for privacy managers. Returns null in every case.',
    args: { report: t.arg({ type: CookieReport, required: true, description: 'What was seen.' }) },
    ...forPrivacyManagers,
    resolve: async (_root, { report }, { site, viewer, cookies }) => {
      await takeBrowserReport(site, viewer.id, { ...report, cookies: [...report.cookies, ...cookies.names()] });
      return null;
    },
  }),
);
