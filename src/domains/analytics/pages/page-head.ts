import { now } from '#app/core/time/clock.ts';
import type { PageHead } from '#app/core/domain/domain.ts';
import { html, type Html, trustHtml } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { setupTag, verificationTokens } from '../analytics.settings.ts';
import { buildConsentScript, buildConsentScriptElement } from '../consent-block.ts';

function renderSetupTag(site: Site): Html | null {
  const tag = site.settings.get(setupTag);
  if (!tag || tag.until * 1000 <= now().getTime()) return null;
  return html`
<meta name="${site.config.analytics.keyPrefix}-setup" content="${tag.token}">`;
}

/** Returns the value of a verification token. The provider may issue a whole element: `<meta name="…" content="proof">`. */
const getProof = (token: string): string => /^<meta\s[^>]*\bcontent="([^"]*)"/i.exec(token)?.[1] ?? token;

/**
 * Returns the markup by which the provider recognizes the site: the setup tag until it expires (docs/behaviour/analytics.md 2.5), and verification
 * tokens. Adds the script that makes tags wait for consent (docs/behaviour/analytics.md 5.2). Returns null if there is nothing to add. Runs no
 * queries.
 */
export async function renderAnalyticsHead(site: Site): Promise<PageHead | null> {
  const setup = renderSetupTag(site);
  const proofs = site.settings.get(verificationTokens).map(
    (token) => html`
<meta name="google-site-verification" content="${getProof(token)}">`,
  );
  const script = site.config.analytics.tagsEnabled ? buildConsentScript(site) : null;
  const consentScript =
    script !== null &&
    html`
${trustHtml(buildConsentScriptElement(site))}`;
  if (setup === null && proofs.length === 0 && script === null) return await Promise.resolve(null);
  return { markup: html`${setup}${proofs}${consentScript}`, ...(script !== null && { inlineScripts: [script] }) };
}
