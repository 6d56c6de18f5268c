import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

const web = z.string().regex(/^https?:\/\//, 'must begin with http:// or https://');

/** One provider as `https://oembed.com/providers.json` writes it, so that entries can be copied from there. */
const provider = z
  .object({
    provider_name: z.string(),
    provider_url: z.string().optional(),
    endpoints: z
      .array(
        z
          .object({
            /** Addresses of pages, `*` standing for anything. */
            schemes: z.array(z.string()).optional(),
            /** Address that serves these pages; `{format}` becomes `json`. */
            url: web,
          })
          .loose(),
      )
      .min(1),
  })
  .loose();

/** A site whose pages can be embedded, as the setting names it. */
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

/** A scheme as a test of addresses: http stands for https too, and a `*` in the host stays in the host. */
function schemeTest(scheme: string): RegExp | null {
  const [, host = '', rest = ''] = /^https?:\/\/([^/]+)(.*)$/i.exec(scheme) ?? [];
  return host === '' ? null : new RegExp(`^https?://${pattern(host, '[^/?#@:]*')}${pattern(rest, '.*')}$`, 'i');
}

/** Endpoint of the first listed provider that serves the address; null when none does. */
export function endpointFor(providers: readonly EmbedProvider[], address: string): string | null {
  for (const { endpoints } of providers) {
    for (const { schemes, url } of endpoints) {
      if (schemes?.some((scheme) => schemeTest(scheme)?.test(address))) return url.replaceAll('{format}', 'json');
    }
  }
  return null;
}
