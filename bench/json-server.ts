import cluster from 'node:cluster';
import http from 'node:http';
import pg from 'pg';

/** An SQL statement with its values. It returns one row with one column, `body`, which contains the complete body of the response. */
export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/**
 * Starts a server whose cost is the lower limit: it uses only `node:http` and `pg`, and runs one statement per request. `WORKERS` is the number of
 * its processes.
 */
export function serveJson(toStatement: (url: URL, body: () => Promise<Record<string, unknown>>) => Statement | Promise<Statement>): void {
  const workers = Number(process.env['WORKERS'] ?? 1);
  if (workers > 1 && cluster.isPrimary) {
    for (let worker = 0; worker < workers; worker++) cluster.fork();
    return;
  }
  const max = Number(process.env['DATABASE_POOL'] ?? 10);
  const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max, idleTimeoutMillis: 0 });
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    Promise.resolve(toStatement(url, () => readJson(request)))
      .then((statement) => pool.query<{ body: string | null }>(statement))
      .then(
        ({ rows: [row] }) => {
          response.writeHead(row?.body ? 200 : 404, { 'content-type': 'application/json; charset=utf-8' });
          response.end(row?.body ?? '{}');
        },
        () => response.writeHead(500).end(),
      );
  });
  // workers end with the primary
  process.once('disconnect', () => process.exit());
  server.listen(Number(process.env['PORT']), '127.0.0.1');
}

async function readJson(request: http.IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return JSON.parse(text) as Record<string, unknown>;
}
