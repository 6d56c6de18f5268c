import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';

const SUBSCRIPTION = 'subscription { contentChanged(kinds: [POST]) { content { databaseId } } }';

/** A front end with a live list of posts. It subscribes, reads the existing posts, and repeats this whenever its stream ends. */
export class Listener {
  /** IDs of the posts that the list has shown. */
  readonly receivedIds = new Set<number>();
  /** Number of times that its stream ended and was reopened. */
  resumed = 0;
  readonly errors: string[] = [];
  readonly #url: string;
  readonly #agent: Dispatcher;
  readonly #headers: Record<string, string>;
  #isStopped = false;
  #stream: { destroy(): void } | undefined;
  readonly #running: Promise<void>;

  constructor(url: string, agent: Dispatcher, headers: Record<string, string>) {
    this.#url = url;
    this.#agent = agent;
    this.#headers = headers;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stream?.destroy();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#listen();
      } catch (error) {
        if (!this.#isStopped) this.errors.push(String(error));
      }
      if (this.#isStopped) return;
      this.resumed += 1;
      await sleep(50);
    }
  }

  async #listen(): Promise<void> {
    const { statusCode, body } = await request(`${this.#url}/graphql`, {
      dispatcher: this.#agent,
      method: 'POST',
      headers: { ...this.#headers, accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query: SUBSCRIPTION }),
    });
    this.#stream = body;
    if (statusCode !== 200) {
      this.errors.push(`${statusCode} ${await body.text()}`);
      return;
    }
    // later changes arrive over the stream; earlier ones are read now
    const reading = this.#readPosts();
    let text = '';
    for await (const chunk of body) {
      text += String(chunk);
      const end = text.lastIndexOf('\n\n');
      for (const [, id] of text.slice(0, Math.max(0, end)).matchAll(/"databaseId":(\d+)/g)) this.receivedIds.add(Number(id));
      if (end >= 0) text = text.slice(end + 2);
    }
    await reading;
  }

  async #readPosts(): Promise<void> {
    for (let page = 1; ; page += 1) {
      const { statusCode, headers, body } = await request(`${this.#url}/rest/core/v2/posts?per_page=100&page=${page}&_fields=id`, {
        dispatcher: this.#agent,
        headers: this.#headers,
      });
      if (statusCode !== 200) {
        this.errors.push(`${statusCode} while reading`);
        await body.dump();
        return;
      }
      const posts = (await body.json()) as { id: number }[];
      for (const { id } of posts) this.receivedIds.add(id);
      if (page >= Number(headers['x-wp-totalpages'])) return;
    }
  }
}
