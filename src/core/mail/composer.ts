/** A message that is ready to be sent or displayed. */
export interface Message {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Additional headers, such as `List-Unsubscribe`. */
  headers?: Readonly<Record<string, string>>;
  /** Creates the attachments when the message is sent. Those with a `cid` are images in the HTML. */
  attachments: () => Promise<readonly { filename: string; contentType: string; content: Buffer; cid?: string }[]>;
}

/** What a message is about. */
export interface MailContext {
  /** ID of the attendee or waiting list entry; 0 for other kinds of mail. */
  recipientId: number;
  /** Payload that was passed to `postMail`; null for tickets and offers, and if it contained a secret that has been deleted. */
  payload: unknown;
}

/** Creates a message. Returns null if it is no longer needed. */
export type Composer<Site> = (site: Site, subject: MailContext) => Promise<Message | null>;
