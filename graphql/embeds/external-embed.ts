import { refused } from '#app/core/failures/failure.ts';
import { proxyEmbed } from '#app/domains/embeds/proxy.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';

builder.queryField('externalEmbed', (t) =>
  t.field({
    type: 'JSON',
    ...guard((_args: object, { viewer }) => {
      if (!viewer.can('edit_posts')) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to make proxied embed requests.');
    }),
    description:
      'What the site of an address offers for showing it here, in the words of the oEmbed format, with `html` that is safe to show; for authors. ' +
      '`oembed_invalid_url` where there is nothing.',
    args: {
      url: t.arg.string({ required: true, description: 'Address of the page, picture, sound or video.' }),
      maxWidth: t.arg.int({ defaultValue: 600, description: 'Widest in pixels.' }),
      maxHeight: t.arg.int({ description: 'Highest in pixels.' }),
      discover: t.arg.boolean({ defaultValue: true, description: 'Whether the page is looked at where its site is not listed.' }),
      format: t.arg.string({ defaultValue: 'json', description: 'Only tells cached responses apart: the response is always the same.' }),
    },
    resolve: (_root, { url, maxWidth, maxHeight, discover, format }, { site }) =>
      proxyEmbed(site, {
        url,
        maxWidth: Math.max(maxWidth ?? 600, 0),
        maxHeight: maxHeight ?? null,
        discover: discover ?? true,
        format: format === 'xml' ? 'xml' : 'json',
      }),
  }),
);
