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
export type Composer<Site> = (site: Site, subject: MailSubject) => Promise<Message | null>;
