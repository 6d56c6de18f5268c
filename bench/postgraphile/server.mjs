import http from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

// Starts PostGraphile as its documentation describes for production, with the tables of Marquee and the functions of `race.sql`.
const server = http.createServer();
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env['DATABASE_URL'],
      schemas: ['public', 'race'],
      poolConfig: { max: 10, idleTimeoutMillis: 0 },
    }),
  ],
  grafserv: { graphiql: false, watch: false },
});
const serv = instance.createServ(grafserv);
await serv.addTo(server);
await serv.ready?.();
server.listen(Number(process.env['PORT']), '127.0.0.1');
