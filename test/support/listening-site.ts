import { createSiteApp } from './app.ts';
import { findFreePort } from './free-port.ts';
import { type OpenedSite, openBareSite, type SiteOptions } from './open-site.ts';

export interface ListeningSite extends OpenedSite {
  /** Base URL without a trailing slash. */
  url: string;
  /** REST root without a trailing slash. */
  rest: string;
}

/** Opens the whole site with a new database on a free loopback port, for clients that need a real connection. Its URL has the host `hostname`. */
export async function openListeningSite({
  environment,
  hostname = '127.0.0.1',
  ...options
}: SiteOptions & { hostname?: '127.0.0.1' | 'localhost' } = {}): Promise<ListeningSite> {
  const port = await findFreePort();
  const url = `http://${hostname}:${port}`;
  const opened = await openBareSite({ ...options, environment: { PORT: String(port), SITE_URL: url, ...environment } });
  const { http } = await createSiteApp(opened.site);
  await http.listen({ host: '127.0.0.1', port });
  return {
    ...opened,
    url,
    rest: url + opened.config.restRoot,
    async close() {
      await http.close();
      await opened.close();
    },
  };
}
