/** A message that is ready to be sent or displayed. */
export interface Message {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Additional headers, such as `List-Unsubscribe`. */
  headers?: Readonly<Record<string, string>>;
  /** Created when the message is sent. Those with a content ID are images in the HTML. */
  attachments: () => Promise<readonly { filename: string; contentType: string; content: Buffer; cid?: string }[]>;
}

/** The subject of a message. */
export interface MailSubject {
  /** ID of the attendee or waiting list entry; 0 for other kinds. */
  recipientId: number;
  /** Payload from `postMail`; null for tickets and offers, and for a deleted secret. */
  payload: unknown;
}

/** Creates a message; null if it is no longer needed. */
export type Composer<Site> = (site: Site, subject: MailSubject) => Promise<Message | null>;
