import { createVisitor } from '../checkout/visitor.ts';
import { hiddenFields } from '../pages/open-pages.ts';
import type { TestUserName, WholeSite } from '../support/site.ts';

/** Signs a user in and returns their browser. */
export async function signInStaff(site: WholeSite, as: TestUserName, headers: Record<string, string> = {}) {
  const { login, password } = await site.user(as);
  const browser = createVisitor(site, headers);
  const form = await browser.get('/sign-in');
  await browser.post('/sign-in', { ...hiddenFields(form.html, '/sign-in'), login, password });
  return browser;
}
/** A browser of a signed-in user. */
export type Staff = Awaited<ReturnType<typeof signInStaff>>;

/** Returns the nonce of the first form of a page. */
export const readNonce = async (browser: Staff, path: string) =>
  /name="nonce" value="([^"]+)"/.exec((await browser.get(path)).html.split('<main')[1] ?? '')?.[1] ?? '';

/** Returns the values of the input fields of a page, without checkboxes, files and unselected radio buttons. */
export function readFormValues(page: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [, attributes = ''] of page.split('<main')[1]?.matchAll(/<input ([^>]*)>/g) ?? []) {
    const name = /name="([^"]*)"/.exec(attributes)?.[1];
    const isOmitted = /type="(checkbox|file)"/.test(attributes) || (/type="radio"/.test(attributes) && !/ checked/.test(attributes));
    if (name && !isOmitted) values[name] = /value="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&') ?? '';
  }
  return values;
}

/** Submits a multipart form, as browsers do for forms with files. */
export async function sendMultipartForm(site: WholeSite, browser: Staff, url: string, fields: Record<string, string | Blob>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, value, 'lake.png');
  }
  const request = new Request('http://localhost/', { method: 'POST', body });
  return await site.http.inject({
    method: 'POST',
    url,
    headers: {
      cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      'content-type': request.headers.get('content-type') ?? '',
      'sec-fetch-site': 'same-origin',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}
