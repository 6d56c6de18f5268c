import type { ListeningSite } from '../support/listening-site.ts';

/** Text with all elements that authors use in posts. */
const everything = `<p>Doors open at <strong>seven</strong>, the <em>quiet</em> part of the evening begins at <a href="/">eight</a>.</p>
<h2>What to bring</h2>
<ul><li>A ticket</li><li>A lantern, if you have one</li></ul>
<ol><li>First</li><li>Second</li></ol>
<blockquote><p>The best hall for a whisper.</p><cite>A visitor</cite></blockquote>
<h3>Prices</h3>
<table><thead><tr><th scope="col">Seat</th><th scope="col">Price</th><th scope="col">How to get there from the tram stop at the bridge</th></tr></thead><tbody><tr><td>Gallery</td><td>12</td><td>Up the stairs</td></tr><tr><td>Floor</td><td>18</td><td>Straight on</td></tr></tbody></table>
<pre><code>curl --header "Accept: application/json" https://example.org/rest/core/v2/posts?per_page=100&amp;orderby=title&amp;order=asc</code></pre>
<figure><img src="data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==" alt="The hall" width="1600" height="900"><figcaption>The hall, seen from the gallery</figcaption></figure>
<p>Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsversammlungsort</p>`;

export interface Contents {
  /** Path of a public post. */
  post: string;
  /** Path of a post with the password `lantern`. */
  secret: string;
  /** Path of a draft. */
  draft: string;
  category: string;
  author: string;
}

/** Creates posts of every kind through REST. */
export async function makeContents(site: ListeningSite): Promise<Contents> {
  const { authorization, login } = await site.user('editor');
  const make = async (path: string, fields: object) => {
    const response = await fetch(`${site.rest}/core/v2/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const created = (await response.json()) as { id: number; slug: string; link: string };
    if (!response.ok) throw new Error(JSON.stringify(created));
    return { ...created, path: created.link.slice(site.url.length) };
  };
  const category = await make('categories', { name: 'Concerts & more', description: 'Everything with music.' });
  const tag = await make('tags', { name: 'Late hours' });
  for (let n = 1; n <= 11; n += 1)
    await make('posts', {
      title: `Evening number ${n}`,
      content: 'Doors open at seven. '.repeat(n),
      status: 'publish',
      categories: [category.id],
      date: `2026-0${1 + (n % 9)}-1${n % 10}T19:00:00`,
    });
  const post = await make('posts', {
    title: 'A night of “lanterns” & whispers',
    content: everything,
    status: 'publish',
    categories: [category.id],
    tags: [tag.id],
  });
  const secret = await make('posts', {
    title: 'For members',
    content: 'The secret entrance is behind the piano.',
    status: 'publish',
    password: 'lantern',
  });
  const draft = await make('posts', { title: 'Not yet', content: 'Work in progress.', status: 'draft' });
  return { post: post.path, secret: secret.path, draft: draft.path, category: category.path, author: `/author/${login}/` };
}
