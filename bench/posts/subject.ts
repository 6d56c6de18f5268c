import type pg from 'pg';
import type { Subject } from '../subject.ts';
import { posts } from './data.ts';

const COUNT = 10_000;

async function findNewestPostId(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>("SELECT id FROM content WHERE kind = 'post' ORDER BY date_local DESC LIMIT 1");
  return rows[0]?.id ?? 0;
}

export const postsSubject: Subject = {
  title: `Posts (${COUNT.toLocaleString('en')})`,
  fill: posts(COUNT),
  folder: 'posts',
  ready: '/posts',
  async workloads(client) {
    const id = await findNewestPostId(client);
    const createListRequests = (count: number) => ({
      limit: { path: `/posts?per_page=${count}` },
      byHand: { path: `/posts?per_page=${count}` },
    });
    return [
      {
        name: 'post by id',
        limit: { path: `/posts/${id}` },
        byHand: { path: `/posts/${id}` },
        marquee: { path: `/rest/core/v2/posts/${id}` },
        bar: 1.6,
      },
      { name: 'list of 10 with author, terms and totals', ...createListRequests(10), marquee: { path: '/rest/core/v2/posts' }, bar: 1.6 },
      { name: 'list of 100', ...createListRequests(100), marquee: { path: '/rest/core/v2/posts?per_page=100' }, bar: 1.6 },
    ];
  },
};

/** GraphQL document that selects the same data as the list of the handwritten server. */
const POSTS = `query Posts($first: Int!) { posts(first: $first) { totalCount nodes {
  databaseId date dateUtc guid { rendered } modified modifiedUtc slug status kind link title { rendered } body { rendered isProtected } excerpt { rendered isProtected }
  author { databaseId displayName } featuredMediaId commentStatus pingStatus isSticky template format meta categories { databaseId name } tags { databaseId name } classList } } }`;

export const graphqlSubject: Subject = {
  ...postsSubject,
  title: `GraphQL on posts (${COUNT.toLocaleString('en')})`,
  async workloads() {
    return [
      {
        name: 'list of 10 with author, terms and total',
        limit: { path: '/posts' },
        byHand: { path: '/posts' },
        marquee: {
          path: '/graphql',
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: POSTS, variables: { first: 10 } }),
        },
        bar: 1.8,
      },
    ];
  },
};
