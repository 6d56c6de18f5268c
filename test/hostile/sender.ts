import { Agent, request } from 'node:http';
import type { HostileRequest } from './requests.ts';

export interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Creates a client that sends raw requests over keep-alive connections. `close` ends the connections. */
export function sender(root: string): {
  send: (asked: HostileRequest, more?: Record<string, string>) => Promise<Answered>;
  close: () => void;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const at = new URL(root);
  const once = (asked: HostileRequest, more: Record<string, string>) =>
    new Promise<Answered>((resolve, reject) => {
      const headers = { ...more, ...asked.headers, ...(asked.body && { 'content-length': String(asked.body.length) }) };
      const sent = request(
        { agent, host: at.hostname, port: at.port, method: asked.method, path: at.pathname + asked.path, headers },
        (answer) => {
          const pieces: Buffer[] = [];
          answer.on('data', (piece: Buffer) => pieces.push(piece));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(pieces).toString('utf8') }),
          );
          answer.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(asked.body ?? undefined);
    });
  return {
    // retry: the server may close a connection between two requests
    send: (asked, more = {}) =>
      once(asked, more).catch((error: NodeJS.ErrnoException) =>
        error.code === 'ECONNRESET' || error.code === 'EPIPE' ? once(asked, more) : Promise.reject(error),
      ),
    close: () => agent.destroy(),
  };
}
