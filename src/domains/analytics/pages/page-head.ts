import { now } from '#app/core/time/clock.ts';
import type { PageHead } from '#app/core/domain/domain.ts';
import { html, type Html, trusted } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { setupTag, verificationTokens } from '../analytics.settings.ts';
import { consentBlock, consentSnippet } from '../consent-block.ts';

function setupMeta(site: Site): Html | null {
  const tag = site.settings.get(setupTag);
  if (!tag || tag.until * 1000 <= now().getTime()) return null;
  return html`
<meta name="${site.config.analytics.keyPrefix}-setup" content="${tag.token}">`;
}

/** Returns the proof in a token. For page verification, the provider issues a whole element: `<meta name="…" content="proof">`. */
const proofIn = (token: string): string => /^<meta\s[^>]*\bcontent="([^"]*)"/i.exec(token)?.[1] ?? token;

/**
 * Returns the markup by which the provider recognizes the site: the setup tag before it expires (analytics.md 2.5), and proofs of ownership. Also
 * contains the script that makes tags wait for consent (5.2). Runs no queries.
 */
export async function analyticsHead(site: Site): Promise<PageHead | null> {
  const setup = setupMeta(site);
  const proofs = site.settings.get(verificationTokens).map(
    (token) => html`
<meta name="google-site-verification" content="${proofIn(token)}">`,
  );
  const script = site.config.analytics.tagsEnabled ? consentBlock(site) : null;
  const block =
    script !== null &&
    html`
${trusted(consentSnippet(site))}`;
  if (setup === null && proofs.length === 0 && script === null) return await Promise.resolve(null);
  return { markup: html`${setup}${proofs}${block}`, ...(script !== null && { inline: [script] }) };
}
