import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

const web = z.string().regex(/^https?:\/\//, 'must begin with http:// or https://');

/** One provider in the format of `https://oembed.com/providers.json`, so that entries can be copied from that file. */
const provider = z
  .object({
    provider_name: z.string(),
    provider_url: z.string().optional(),
    endpoints: z
      .array(
        z
          .object({
            /** Addresses of pages. `*` matches any text. */
            schemes: z.array(z.string()).optional(),
            /** Address of the embed endpoint. `{format}` is replaced by `json`. */
            url: web,
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
  'Sites whose embed code is trusted as it is: a list in the format of oembed.com/providers.json. Empty = none.',
);
export const embedDiscovery = setting(
  'embed_discovery',
  z.boolean(),
  false,
  'Whether pages of other sites are looked at for an embed document when an author embeds them.',
);

export const embedSettings = [embedProviders, embedDiscovery];

const pattern = (text: string, anything: string) =>
  text
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(anything);

/** Converts a scheme to a regular expression. `http` also matches `https`, and `*` in the host does not match beyond the host. */
function schemeTest(scheme: string): RegExp | null {
  const [, host = '', rest = ''] = /^https?:\/\/([^/]+)(.*)$/i.exec(scheme) ?? [];
  return host === '' ? null : new RegExp(`^https?://${pattern(host, '[^/?#@:]*')}${pattern(rest, '.*')}$`, 'i');
}

/** Returns the endpoint of the first listed provider that serves the address, or null. */
export function endpointFor(providers: readonly EmbedProvider[], address: string): string | null {
  for (const { endpoints } of providers) {
    for (const { schemes, url } of endpoints) {
      if (schemes?.some((scheme) => schemeTest(scheme)?.test(address))) return url.replaceAll('{format}', 'json');
    }
  }
  return null;
}
