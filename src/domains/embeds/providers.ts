import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

const httpUrl = z.string().regex(/^https?:\/\//, 'must start with http:// or https://');

/** One provider in the format of `https://oembed.com/providers.json`, so that entries can be copied from that file. */
const provider = z
  .object({
    provider_name: z.string(),
    provider_url: z.string().optional(),
    endpoints: z
      .array(
        z
          .object({
            /** URLs of pages. `*` matches any string. */
            schemes: z.array(z.string()).optional(),
            /** URL of the embed endpoint. `{format}` is replaced by `json`. */
            url: httpUrl,
          })
          .loose(),
      )
      .min(1),
  })
  .loose();

/** One provider in the setting. */
export type EmbedProvider = z.infer<typeof provider>;

export const embedProviders = setting(
  'embed_providers',
  z.array(provider),
  [],
  'Providers whose embed code is trusted without changes, in the format of oembed.com/providers.json; empty for none.',
);
export const embedDiscovery = setting(
  'embed_discovery',
  z.boolean(),
  false,
  'Whether pages of other sites are searched for an embed document when an author embeds them.',
);

export const embedSettings = [embedProviders, embedDiscovery];

const toPattern = (text: string, wildcard: string) =>
  text
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(wildcard);

/** Converts a scheme to a regular expression. `http` also matches `https`, and `*` in the host does not match beyond the host. */
function compileScheme(scheme: string): RegExp | null {
  const [, host = '', path = ''] = /^https?:\/\/([^/]+)(.*)$/i.exec(scheme) ?? [];
  return host === '' ? null : new RegExp(`^https?://${toPattern(host, '[^/?#@:]*')}${toPattern(path, '.*')}$`, 'i');
}

/** Returns the endpoint of the first listed provider for the URL, or null. */
export function findEndpoint(providers: readonly EmbedProvider[], pageUrl: string): string | null {
  for (const { endpoints } of providers) {
    for (const { schemes, url } of endpoints) {
      if (schemes?.some((scheme) => compileScheme(scheme)?.test(pageUrl))) return url.replaceAll('{format}', 'json');
    }
  }
  return null;
}
