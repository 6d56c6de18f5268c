import { defineDomain } from '#app/site.ts';
import { onPageViewed } from '#app/core/page-views/page-views.ts';
import { getSiteToday } from '#app/domains/content/site-time.ts';
import * as figuresSettings from './figures.settings.ts';
import { figuresData } from './personal-data.ts';
import { ViewCounter } from './views/view-counter.ts';
import { removeOldViews } from './views/view-store.ts';

/** Statistics of the site: page views, sales and check-ins. They need no external provider. */
export const figures = defineDomain({
  name: 'figures',
  personalData: figuresData,
  settings: Object.values(figuresSettings),
  http(app, site) {
    const counter = new ViewCounter(site);
    onPageViewed(site, (page, request) => counter.count(page, request));
    app.addHook('onClose', () => counter.close());
  },
  async cleanUp(site) {
    return { views: await removeOldViews(site, getSiteToday(site)) };
  },
});
