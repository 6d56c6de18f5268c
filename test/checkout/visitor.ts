import type { WholeSite } from '../support/site.ts';

/** Response of a page. */
export interface PageReply {
  status: number;
  /** Path of the redirect, or empty. */
  to: string;
  html: string;
  /** Visible text of the main part. */
  text: string;
  headers: Record<string, unknown>;
}

/** Simulates a browser without scripts: it stores cookies and submits forms. */
export function createVisitor(site: WholeSite, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>();

  async function send(method: 'GET' | 'POST', url: string, fields?: Record<string, string | number>): Promise<PageReply> {
    const form = fields && new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
    const reply = await site.http.inject({
      method,
      url,
      headers: {
        ...headers,
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(form !== undefined && {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': headers['sec-fetch-site'] ?? 'same-origin',
        }),
      },
      ...(form !== undefined && { payload: form }),
    });
    for (const { name, value } of reply.cookies) cookies.set(name, value);
    const main = /<main[\s\S]*<\/main>/.exec(reply.payload)?.[0] ?? '';
    return {
      status: reply.statusCode,
      to: String(reply.headers['location'] ?? ''),
      html: reply.payload,
      text: main
        .replace(/<option[\s\S]*?<\/option>/g, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      headers: reply.headers,
    };
  }

  const get = (path: string) => send('GET', path);
  const post = (path: string, fields: Record<string, string | number>) => send('POST', path, fields);
  return {
    cookies,
    get,
    post,
    /** Submits a form and follows its redirect. */
    async go(path: string, fields: Record<string, string | number>): Promise<PageReply & { path: string }> {
      const submitted = await post(path, fields);
      if (submitted.status !== 303) throw new Error(`${submitted.status} ${submitted.text}`);
      return { ...(await get(submitted.to)), path: submitted.to };
    },
  };
}
