import { z } from 'zod';

declare module 'zod' {
  interface GlobalMeta {
    /** Description of a default that is not constant. */
    fallback?: string;
  }
}

const emptyAsUndefined = (value: unknown) => (value === '' ? undefined : value);
const optionalText = z.preprocess(emptyAsUndefined, z.string().optional());
const integer = (fallback: number, minimum = 0) => z.preprocess(emptyAsUndefined, z.coerce.number().int().min(minimum).default(fallback));

/**
 * Environment variables of the service. Uploads, payments, wallets, webhooks, traces and analytics declare theirs in their own files.
 * `docs/reference/configuration.md` is generated from the descriptions.
 */
export const environment = z.object({
  HOST: z
    .preprocess(emptyAsUndefined, z.string().default('127.0.0.1'))
    .meta({ description: 'Host name or IP address that the service listens on.' }),
  PORT: integer(4000).meta({ description: 'Port that the service listens on.' }),
  SITE_URL: z
    .preprocess(emptyAsUndefined, z.url({ protocol: /^https?$/ }).optional())
    .meta({ description: 'Public URL of the site, without a trailing slash.', fallback: '`http://localhost:PORT`' }),
  REST_ROOT: z
    .preprocess(
      emptyAsUndefined,
      z
        .string()
        .regex(/^\/[\w-]+$/, 'must be one path segment such as /rest')
        .default('/rest'),
    )
    .meta({ description: 'Path of the REST root.' }),
  REST_NAMESPACE_ALIASES: z.preprocess(emptyAsUndefined, z.string().default('')).meta({
    description:
      'Additional names of REST namespaces: pairs `alias=namespace`, separated by commas. `wordpress` mounts `core/v2` as `wp/v2` too, for clients that hard-code it.',
    fallback: 'none',
  }),
  DATABASE_URL: z
    .preprocess(
      emptyAsUndefined,
      z
        .string()
        .regex(
          /^postgres(ql)?:\/\/.+$/,
          'must be postgres://user:password@host/database; without it the service starts an embedded PostgreSQL in DATA_DIRECTORY (PGlite is no longer supported: run npm run backup with the previous version and npm run restore with this one)',
        )
        .optional(),
    )
    .meta({
      description: 'PostgreSQL server, `postgres://user:password@host/database`. The start applies migrations.',
      fallback: 'an embedded PostgreSQL in the data directory',
    }),
  DIRECT_DATABASE_URL: z
    .preprocess(
      emptyAsUndefined,
      z
        .string()
        .regex(/^postgres(ql)?:\/\/.+$/, 'must be postgres://…, the server behind the pooler of DATABASE_URL')
        .optional(),
    )
    .meta({
      description:
        'The server itself, if `DATABASE_URL` is the URL of a pooler such as PgBouncer ([Connection pooler](../operating/README.md#connection-pooler)).',
    }),
  DATABASE_REPLICA_URLS: z
    .preprocess(
      emptyAsUndefined,
      z
        .string()
        .regex(/^\s*postgres(ql)?:\/\/[^,\s]+(\s*,\s*postgres(ql)?:\/\/[^,\s]+)*\s*$/, 'must be postgres://… URLs, separated by commas')
        .optional(),
    )
    .meta({ description: 'Streaming replicas that serve reads, separated by commas ([Replicas](../operating/README.md#replicas)).' }),
  DATABASE_POOL: integer(10, 1).meta({ description: 'Number of connections of each process to PostgreSQL, and to each replica.' }),
  DATABASE_WRITERS: z.preprocess(emptyAsUndefined, z.coerce.number().int().min(1).optional()).meta({
    description: 'Number of connections of the pool that transactions and writes may use at the same time. The others are for reads.',
    fallback: 'three quarters of `DATABASE_POOL`',
  }),
  WORKERS: integer(1, 1).meta({ description: 'Number of processes that serve requests. One more process supervises them.' }),
  MIGRATE: z.preprocess(emptyAsUndefined, z.enum(['on', 'off']).default('on')).meta({
    description:
      '`off` (or `npm start -- --no-migrate`): the start applies no migrations, and fails if the schema is out of date. `npm run db:migrate` applies them.',
  }),
  SECRET_KEY: z.preprocess(emptyAsUndefined, z.string().min(32, 'must have at least 32 characters').optional()).meta({
    description:
      'Key of nonces and of the hashes of application passwords, at least 32 characters. Required in production with `DATABASE_URL`, unless `SECRET_KEY_FILE` is set.',
    fallback: 'generated and stored as `secret-key` in the data directory',
  }),
  SECRET_KEY_FILE: optionalText.meta({ description: 'File with the secret key. It is created if it does not exist.' }),
  SECRET_KEY_PREVIOUS: z
    .preprocess(
      emptyAsUndefined,
      z
        .string()
        .regex(/^\s*\S{32,}(\s+\S{32,})*\s*$/, 'must be keys of at least 32 characters, separated by spaces')
        .optional(),
    )
    .meta({
      description:
        'Previous keys, separated by spaces. Data that was created with them stays valid; new data is created with `SECRET_KEY`.',
    }),
  DATABASE_WAIT: z.preprocess(emptyAsUndefined, z.coerce.number().int().min(0).optional()).meta({
    description: 'Seconds that the start waits for a database server that does not accept connections yet.',
    fallback: '`60` in production, otherwise `0`',
  }),
  BOOTSTRAP_ADMIN_LOGIN: optionalText.meta({ description: 'Login of the first administrator.', fallback: 'generated and printed' }),
  BOOTSTRAP_ADMIN_EMAIL: z
    .preprocess(emptyAsUndefined, z.email().optional())
    .meta({ description: 'Email address of the first administrator.', fallback: 'generated and printed' }),
  BOOTSTRAP_ADMIN_PASSWORD: optionalText.meta({ description: 'Password of the first administrator.', fallback: 'generated and printed' }),
  BOOTSTRAP_ADMIN_APPLICATION_PASSWORD: z
    .preprocess(
      emptyAsUndefined,
      z
        .string()
        .regex(/^[A-Za-z0-9]{24}$/, 'must be 24 letters and digits')
        .optional(),
    )
    .meta({ description: 'Application password of the first administrator, 24 letters and digits.', fallback: 'generated and printed' }),
  DEMO_DATA: z
    .preprocess(emptyAsUndefined, z.enum(['small', 'none']).optional())
    .meta({ description: 'Demo content of a new site.', fallback: '`small` with an embedded database, otherwise `none`' }),
  LOG_LEVEL: z
    .preprocess(emptyAsUndefined, z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'))
    .meta({ description: 'Lowest level that is logged.' }),
  SMTP_URL: z.preprocess(emptyAsUndefined, z.url({ protocol: /^smtps?$/ }).optional()).meta({
    description:
      'Mail server, such as `smtps://user:password@mail.example.org`. Without it, mail is stored and not sent; administrators can read it with `outgoingMailPage`.',
  }),
  TRUST_PROXY: optionalText.meta({
    description:
      'Proxies between the service and its visitors: their number (`1`), or their networks (`10.0.0.0/8, loopback`). The IP address that the outermost proxy reports is that of the visitor, and rate limits apply to it.',
    fallback: '`0`',
  }),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'is not the name of a header')
    .optional()
    .meta({
      description: 'Header in which a proxy sends the country of a visitor, such as `CF-IPCountry`. It decides which privacy law applies.',
    }),
  COUNTRY_DATABASE: optionalText.meta({
    description: 'CSV file (first address, last address, country) from which the consent banner determines the country of a visitor.',
    fallback: 'a small sample',
  }),
  DATA_DIRECTORY: z
    .preprocess(emptyAsUndefined, z.string().default('.data'))
    .meta({ description: 'Folder of the embedded PostgreSQL, the key and uploaded files.' }),
  BODY_LIMIT: integer(10 * 1024 * 1024, 1024).meta({
    description: 'Maximum size of a request body in bytes; a larger one is refused with 413. The limit for visitors is 1 MB.',
  }),
  GRAPHQL_INTROSPECTION: z
    .preprocess(emptyAsUndefined, z.enum(['true', 'false', '1', '0', 'yes', 'no']).optional())
    .meta({ description: 'Whether visitors may read the GraphQL schema.', fallback: '`false` in production, otherwise `true`' }),
  GRAPHIQL: z.preprocess(emptyAsUndefined, z.enum(['true', 'false', '1', '0', 'yes', 'no']).optional()).meta({
    description: 'Whether everyone may use GraphiQL at `/graphql`. Signed-in administrators always may.',
    fallback: '`false` in production, otherwise `true`',
  }),
  GRAPHQL_DOCUMENTS: optionalText.meta({
    description:
      'File of registered documents (`{ hash: document }`). They may be longer than others, and the page cache stores the responses to their GET requests.',
  }),
  GRAPHQL_FEDERATION: z
    .preprocess(emptyAsUndefined, z.enum(['on', 'off']).default('off'))
    .meta({ description: '`on`: `/graphql` is a subgraph of Apollo Federation 2. Every type with a global `id` is an entity.' }),
  RATE_LIMIT: integer(60_000).meta({
    description: 'Requests per minute of one caller, over REST and GraphQL together. `0` means no limit.',
  }),
  SUBSCRIPTIONS_PER_ADDRESS: integer(100, 1).meta({
    description:
      'Maximum number of open GraphQL subscriptions of all visitors with the same IP address, such as in an office. A signed-in user may have 20.',
  }),
  SHARED_LIMITS: z.preprocess(emptyAsUndefined, z.enum(['on', 'off']).default('on')).meta({
    description: '`on`: processes on one database count requests and subscriptions together. `off`: each process counts its own.',
  }),
  REQUEST_LOG: z.preprocess(emptyAsUndefined, z.enum(['on', 'off']).optional()).meta({
    description: 'Whether each request is logged: route, caller, status, duration and number of statements.',
    fallback: '`on` in production, otherwise `off`',
  }),
  METRICS_TOKEN: z
    .preprocess(emptyAsUndefined, z.string().min(16, 'must have at least 16 characters').optional())
    .meta({ description: 'Bearer token that allows reading `/metrics` (Prometheus) from other machines, at least 16 characters.' }),
  SHUTDOWN_DELAY: integer(0).meta({
    description:
      'Seconds for which the service still accepts requests after the signal to stop. `/health/ready` returns 503 during this time.',
  }),
  SLOW_STATEMENT_MS: z.preprocess(emptyAsUndefined, z.coerce.number().int().min(0).optional()).meta({
    description: 'Statements that take at least this many milliseconds are logged, without their values. `0` logs none.',
    fallback: '`1000` in production, otherwise `0`',
  }),
  PAGE_CACHE_PRELOAD: z
    .preprocess(emptyAsUndefined, z.enum(['on', 'off']).default('on'))
    .meta({ description: '`off`: the page cache is not filled in advance.' }),
  PASSWORD_COST: z
    .preprocess(emptyAsUndefined, z.coerce.number().int().min(8).max(20).default(15))
    .meta({ description: 'Base-2 logarithm of the rounds of password hashes, 8 to 20. Each step doubles the work of a sign-in.' }),
  NODE_ENV: optionalText.meta({
    description:
      '`production` disables features for developers: visitors may not read the GraphQL schema, and application passwords require HTTPS unless the site is on `localhost`.',
  }),
});
