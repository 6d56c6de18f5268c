import { randomBytes } from 'node:crypto';
import type { S3Place } from '../domains/media/stores/s3-store.ts';
import { readAliases } from './aliases.ts';
import { type AnalyticsConfig, readAnalytics } from './analytics.ts';
import { environment } from './environment.ts';
import { type PaymentsConfig, readPayments } from './payments.ts';
import { readProxies } from './proxies.ts';
import { readTraces, type TracesConfig } from './traces.ts';
import { readUploads, readUploadsUrl } from './uploads.ts';
import { readWallets, type WalletConfig } from './wallet.ts';
import { readWebhooks, type WebhooksConfig } from './webhooks.ts';

/** Settings of the process, read once at start. */
export interface Config {
  host: string;
  port: number;
  /** Public address of the site without a trailing slash. */
  siteUrl: string;
  /** Path of the REST root on the site, such as `/rest`. */
  restRoot: string;
  /** Names under which namespaces are mounted a second time: `alias=namespace`, or the preset `wordpress`. */
  namespaceAliases: Readonly<Record<string, string>>;
  /** Connection URL of the database; undefined = the embedded PostgreSQL in the data directory. */
  databaseUrl: string | undefined;
  /** The server itself, where `databaseUrl` leads to a pooler. */
  directDatabaseUrl: string | undefined;
  /** Replicas of the server, which serve reads. */
  replicaUrls: readonly string[];
  databasePool: number;
  /** Connections of the pool that writers have at most; undefined = three of four. */
  databaseWriters: number | undefined;
  /** Processes that serve requests at one address. */
  workers: number;
  /** Whether a start brings the schema up to date. */
  migrates: boolean;
  /** Key of all keyed hashes; undefined when none is configured (a site then keeps its own in the data directory). */
  secretKey: string | undefined;
  /** File that holds it, made where none exists. */
  secretKeyFile: string | undefined;
  /** Previous keys, with which what they made still works. */
  previousKeys: readonly string[];
  /** Seconds that a start waits for a database server that does not respond yet. */
  databaseWait: number;
  bootstrapAdmin: { login?: string; email?: string; password?: string; applicationPassword?: string };
  demoData: 'small' | 'none' | undefined;
  logLevel: string;
  /** Mail server with its credentials; without one mail is kept and not sent. */
  smtpUrl: string | undefined;
  /** Whose `X-Forwarded-For` is believed: that of a number of proxies one behind the other, or of those in these networks; false = nobody's. */
  trustProxy: false | number | string[];
  /** Header, in lower case, in which a proxy names the country of a visitor; undefined = none is believed. */
  countryHeader: string | undefined;
  /** CSV file that maps networks to countries (from, to, code); without one a small sample is used. */
  countryDatabase: string | undefined;
  dataDirectory: string;
  /** Where uploaded files lie instead of the data directory. */
  uploads: S3Place | undefined;
  /** What links of uploaded files begin with, without a slash at the end. */
  uploadsUrl: string;
  analytics: AnalyticsConfig;
  payments: PaymentsConfig;
  wallets: WalletConfig;
  webhooks: WebhooksConfig;
  /** Largest accepted request body in bytes. */
  bodyLimit: number;
  /** Whether anonymous callers may read the GraphQL schema. */
  introspection: boolean;
  /** Whether everybody may use GraphiQL; administrators may when they are signed in. */
  graphiql: boolean;
  /** Whether `/graphql` is a subgraph of Apollo Federation. */
  federation: boolean;
  /** File of registered GraphQL documents. */
  persistedDocuments: string | undefined;
  /** Requests of one caller per minute on REST and GraphQL together; 0 = any number. */
  rateLimit: number;
  /** Subscriptions that visitors behind one address may have open. */
  subscriptionsPerAddress: number;
  /** Whether processes on one server count requests and streams together. */
  sharedLimits: boolean;
  /** Whether a line is logged for each request. */
  requestLog: boolean;
  /** What opens `/metrics` for others than tools on the machine itself; undefined = nothing does. */
  metricsToken: string | undefined;
  /** Milliseconds from which on a statement is logged as slow; 0 = none is. */
  slowStatementMs: number;
  /** How requests are traced; undefined = nothing is. */
  traces: TracesConfig | undefined;
  /** Seconds between the word to stop, from which on the process says that it is not ready, and the end of listening. */
  shutdownDelay: number;
  /** Whether the page cache may be filled before visitors ask. */
  pageCachePreload: boolean;
  /** Log2 of the rounds behind the hash of a new account password. */
  passwordCost: number;
  production: boolean;
}

/** Every fault of the environment at once, in words. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

const siteUrlOf = (env: Record<string, string | undefined>) =>
  (env['SITE_URL'] || `http://localhost:${env['PORT'] || '4000'}`).replace(/\/+$/, '');

/** The typed settings of an environment and of the words after the program's name; throws one ConfigurationError that lists every fault. */
export function readConfig(env: Record<string, string | undefined> = process.env, words: readonly string[] = []): Config {
  const parsed = environment.safeParse(env);
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const aliases = readAliases(env['REST_NAMESPACE_ALIASES'] ?? '', faults);
  if (env['DIRECT_DATABASE_URL'] && !env['DATABASE_URL'])
    faults.push('DIRECT_DATABASE_URL: is for a DATABASE_URL that leads to a pooler of PostgreSQL');
  if (env['DATABASE_REPLICA_URLS'] && !env['DATABASE_URL'])
    faults.push('DATABASE_REPLICA_URLS: is for replicas of the PostgreSQL server that DATABASE_URL names');
  if (parsed.success && (parsed.data.DATABASE_WRITERS ?? 0) > parsed.data.DATABASE_POOL)
    faults.push('DATABASE_WRITERS: must be at most DATABASE_POOL');
  const uploads = readUploads(env, faults);
  const uploadsUrl = readUploadsUrl(env, siteUrlOf(env), faults);
  const trustProxy = readProxies(env['TRUST_PROXY'] ?? '', faults);
  const analytics = readAnalytics(env, faults);
  const payments = readPayments(env, faults);
  const wallets = readWallets(env, faults);
  const webhooks = readWebhooks(env, faults);
  const traces = readTraces(env, faults);
  if (!parsed.success || faults.length > 0) throw new ConfigurationError(`The environment cannot be used:\n  ${faults.join('\n  ')}`);
  const e = parsed.data;
  return {
    host: e.HOST,
    port: e.PORT,
    siteUrl: siteUrlOf(env),
    restRoot: e.REST_ROOT,
    namespaceAliases: aliases,
    databaseUrl: e.DATABASE_URL,
    directDatabaseUrl: e.DIRECT_DATABASE_URL,
    replicaUrls: e.DATABASE_REPLICA_URLS?.split(',').map((one) => one.trim()) ?? [],
    databasePool: e.DATABASE_POOL,
    databaseWriters: e.DATABASE_WRITERS,
    workers: e.WORKERS,
    migrates: e.MIGRATE === 'on' && !words.includes('--no-migrate'),
    secretKey: e.SECRET_KEY,
    secretKeyFile: e.SECRET_KEY_FILE,
    previousKeys: e.SECRET_KEY_PREVIOUS?.split(/\s+/).filter(Boolean) ?? [],
    databaseWait: e.DATABASE_WAIT ?? (e.NODE_ENV === 'production' ? 60 : 0),
    bootstrapAdmin: {
      ...(e.BOOTSTRAP_ADMIN_LOGIN !== undefined && { login: e.BOOTSTRAP_ADMIN_LOGIN }),
      ...(e.BOOTSTRAP_ADMIN_EMAIL !== undefined && { email: e.BOOTSTRAP_ADMIN_EMAIL }),
      ...(e.BOOTSTRAP_ADMIN_PASSWORD !== undefined && { password: e.BOOTSTRAP_ADMIN_PASSWORD }),
      ...(e.BOOTSTRAP_ADMIN_APPLICATION_PASSWORD !== undefined && { applicationPassword: e.BOOTSTRAP_ADMIN_APPLICATION_PASSWORD }),
    },
    demoData: e.DEMO_DATA,
    logLevel: e.LOG_LEVEL,
    smtpUrl: e.SMTP_URL,
    trustProxy,
    countryHeader: e.COUNTRY_HEADER?.toLowerCase(),
    countryDatabase: e.COUNTRY_DATABASE,
    dataDirectory: e.DATA_DIRECTORY,
    uploads,
    uploadsUrl,
    analytics,
    payments,
    wallets,
    webhooks,
    bodyLimit: e.BODY_LIMIT,
    introspection: isOn(e.GRAPHQL_INTROSPECTION, e.NODE_ENV !== 'production'),
    graphiql: isOn(e.GRAPHIQL, e.NODE_ENV !== 'production'),
    federation: e.GRAPHQL_FEDERATION === 'on',
    persistedDocuments: e.GRAPHQL_DOCUMENTS,
    rateLimit: e.RATE_LIMIT,
    subscriptionsPerAddress: e.SUBSCRIPTIONS_PER_ADDRESS,
    sharedLimits: e.SHARED_LIMITS === 'on',
    requestLog: (e.REQUEST_LOG ?? (e.NODE_ENV === 'production' ? 'on' : 'off')) === 'on',
    metricsToken: e.METRICS_TOKEN,
    traces,
    shutdownDelay: e.SHUTDOWN_DELAY,
    slowStatementMs: e.SLOW_STATEMENT_MS ?? (e.NODE_ENV === 'production' ? 1000 : 0),
    pageCachePreload: e.PAGE_CACHE_PRELOAD === 'on',
    passwordCost: e.PASSWORD_COST,
    production: e.NODE_ENV === 'production',
  };
}

const isOn = (word: string | undefined, otherwise: boolean): boolean =>
  word === undefined ? otherwise : ['true', '1', 'yes'].includes(word);

/** A new key for keyed hashes: 64 hex characters. */
export function newSecretKey(): string {
  return randomBytes(32).toString('hex');
}
