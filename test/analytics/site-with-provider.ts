import { type AnalyticsSite, openAnalyticsSite } from './analytics-site.ts';
import { type Provider, startProvider } from './provider.ts';

/** Opens the whole site with a fake provider. Closing the site stops both. */
export async function openSiteWithProvider(environment: Record<string, string> = {}): Promise<{ site: AnalyticsSite; provider: Provider }> {
  const provider = await startProvider();
  const site = await openAnalyticsSite({ ANALYTICS_PROVIDER_URL: provider.url, ...environment });
  const close = async () => {
    await site.close();
    await provider.close();
  };
  return { site: { ...site, close }, provider };
}
