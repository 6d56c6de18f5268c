import { type Html, html } from '#app/core/html.ts';

const shownTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A moment in words, in UTC. */
export function time(moment: Date): Html {
  return html`<time datetime="${moment.toISOString()}">${shownTime.format(moment)} UTC</time>`;
}
