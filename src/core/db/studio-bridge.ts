import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';
import { listenOnLoopback, readJson, sameSecret } from './loopback.ts';
import { answerStudio, embeddedExecutor, type StudioExecutor } from './studio-procedures.ts';

/** Where a running site answers Studio's requests; kept in its data directory, readable by its user only. */
interface BridgeAddress {
  url: string;
  token: string;
  pid: number;
}

const bridgeFile = (directory: string) => join(resolve(directory), 'studio.json');

/** Answers what is no question of Studio's, as JSON text; undefined for what it does not know either. */
export type OtherAnswers = (body: unknown) => Promise<string> | undefined;

/** Clients give up on an answer of which nothing comes for minutes. */
const SIGN_OF_LIFE_MS = 20_000;

/** Sends JSON text once it is there; blanks before it say that it is being made. */
async function sendWhenReady(response: ServerResponse, text: Promise<string>): Promise<void> {
  const life = setInterval(() => response.write(' '), SIGN_OF_LIFE_MS);
  try {
    response.end(await text);
  } finally {
    clearInterval(life);
  }
}

/** Answers Studio's requests, and others, to whoever has the token: POST with `Authorization: Bearer <token>`, everything else 403. */
function studioHandler(executor: StudioExecutor, token: string, others: OtherAnswers = () => undefined): RequestListener {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST' || !sameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) {
      response.writeHead(403).end();
      return;
    }
    const body = await readJson(request);
    const other = others(body);
    response.setHeader('content-type', 'application/json');
    if (other) return await sendWhenReady(response, other);
    response.writeHead(200).end(await answerStudio(executor, body));
  };
  return (request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(400);
      response.end(error instanceof Error ? error.message : '');
    });
  };
}

/**
 * Lets other commands work on an embedded database while this process has it, `npm run studio` and what `others` answers: a listener on a free loopback port, whose address and token lie
 * in the data directory (mode 0600) until it is closed. Does nothing for a server or a database in memory.
 */
export async function startStudioBridge(database: Database, log?: Log, others?: OtherAnswers): Promise<{ close: () => Promise<void> }> {
  const { embedded, directory } = database;
  if (!embedded || directory === undefined) return { close: async () => undefined };
  const token = randomBytes(32).toString('base64url');
  const server = createServer(studioHandler(embeddedExecutor(embedded), token, others));
  server.on('error', (error) => log?.warn({ err: error }, 'the listener for Prisma Studio failed'));
  const port = await listenOnLoopback(server, 0);
  server.unref();
  const file = bridgeFile(directory);
  const draft = `${file}.${process.pid}`;
  const address: BridgeAddress = { url: `http://127.0.0.1:${port}/`, token, pid: process.pid };
  await writeFile(draft, JSON.stringify(address), { mode: 0o600 });
  await rename(draft, file);
  return {
    async close() {
      await rm(file, { force: true });
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/**
 * The answer of the site that runs on a data directory to a question of Studio's page or of a command, as JSON text; undefined when no site is running there.
 * The address is read anew each time, so Studio survives a restart of the site.
 */
export async function askRunningSite(directory: string, body: unknown): Promise<string | undefined> {
  const text = await readFile(bridgeFile(directory), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { url, token } = JSON.parse(text) as BridgeAddress;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  // A killed site leaves its file behind; then nobody listens, or somebody else who does not know the token.
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => undefined);
  return response?.ok ? response.text() : undefined;
}
