import { builder } from '../builder.ts';

/** A text with its source. It is rendered when it is selected. */
export interface TextSource {
  /** Null for readers who may not edit. */
  raw: string | null;
  rendered(): string | Promise<string>;
}

/** A text that a password may protect. */
export interface ProtectedSource extends TextSource {
  isProtected: boolean;
  blockVersion: number;
}

export const FormattedText = builder.objectRef<TextSource>('FormattedText').implement({
  description: 'A text as its author wrote it, and as HTML.',
  fields: (t) => ({
    raw: t.exposeString('raw', { nullable: true, description: 'The text as its author wrote it; null unless you may edit the content.' }),
    rendered: t.string({ description: 'HTML that can be inserted into a page.', resolve: (text) => text.rendered() }),
  }),
});

/** A text that a password may protect. */
export const ProtectedText = builder.objectRef<ProtectedSource>('ProtectedText').implement({
  description: 'A text that a password may hide.',
  fields: (t) => ({
    raw: t.exposeString('raw', { nullable: true, description: 'The text as its author wrote it; null unless you may edit the content.' }),
    rendered: t.string({
      description: 'HTML that can be inserted into a page; empty while a password hides it.',
      resolve: (text) => text.rendered(),
    }),
    isProtected: t.exposeBoolean('isProtected', { description: 'Whether the content has a password.' }),
    blockVersion: t.exposeInt('blockVersion', { description: '1 if the text has blocks, otherwise 0.' }),
  }),
});
