import type { FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failure.ts';
import { type Html, html } from '#app/core/html.ts';
import { fieldsOf } from '#app/web/pages/forms.ts';

/** What a page says of what was just done or refused. */
export interface Notice {
  body: Html;
  status: number;
}

const said: Readonly<Record<string, string>> = {
  settled: 'The order is paid. Its tickets are on their way by mail.',
  cancelled: 'Cancelled. The places are free again, and the buyer is told.',
  resent: 'The ticket is on its way by mail.',
  undone: 'Not in any more.',
  opened: 'The sale is open.',
  closed: 'The sale is closed.',
  saved: 'Saved.',
  published: 'Published: everybody can see the event now.',
};

/** What the address says was done. */
export function noticeOf(request: FastifyRequest): Notice | null {
  const text = said[fieldsOf(request.query)('done')];
  return text === undefined ? null : { status: 200, body: html`<div class="notice good" role="status"><p>${text}</p></div>` };
}

/** What is said of a refusal; what is none is thrown on. */
export function refusalOf(error: unknown): Notice {
  if (!(error instanceof Failure) || error.status === 403 || error.status === 401) throw error;
  return { status: error.status, body: html`<div class="notice error" role="alert"><p>${error.message}</p></div>` };
}
