import type { Site } from '../../site.ts';

/** A message, ready to be sent or read. */
export interface Message {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Headers of its own, such as `List-Unsubscribe`. */
  headers?: Readonly<Record<string, string>>;
  /** Made when it is sent; those with a content id are pictures of the HTML. */
  attachments: () => Promise<readonly { filename: string; contentType: string; content: Buffer; cid?: string }[]>;
}

/** What a message is about. */
export interface MailSubject {
  /** Number of the attendee or the entry of a waiting list; 0 for the other kinds. */
  recipientId: number;
  /** What `postMail` was given; null for tickets and offers, and for a secret one that is over. */
  payload: unknown;
}

/** Makes a message; null when there is nothing to say any more. */
export type Composer = (site: Site, subject: MailSubject) => Promise<Message | null>;

/** Who makes a kind of message, as the site's domains declare it; null for a kind that nobody makes any more. */
export function composerOf(site: Site, kind: string): Composer | null {
  for (const { mails } of site.domains) if (mails && Object.hasOwn(mails, kind)) return mails[kind] ?? null;
  return null;
}
