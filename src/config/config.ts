import { randomBytes } from 'node:crypto';
import type { S3Location } from '../domains/media/stores/s3-store.ts';
import { readAliases } from './aliases.ts';
import { type AnalyticsConfig, readAnalytics } from './analytics.ts';
import { environment } from './environment.ts';
import { type PaymentsConfig, readPayments } from './payments.ts';
import { readProxies } from './proxies.ts';
import { readTraces, type TracesConfig } from './traces.ts';
import { readUploads, readUploadsUrl } from './uploads.ts';
import { readWallets, type WalletConfig } from './wallet.ts';
import { readWebhooks, type WebhooksConfig } from './webhooks.ts';

/** Configuration of the process, read once at the start. */
export interface Config {
  host: string;
  port: number;
  /** Public address of the site without a trailing slash. */
  siteUrl: string;
  /** Path of the REST root on the site, such as `/rest`. */
  restRoot: string;
  /** Aliases of namespaces: `alias=namespace`, or the preset `wordpress`. */
  namespaceAliases: Readonly<Record<string, string>>;
  /** Connection URL of the database; undefined for the embedded PostgreSQL in the data directory. */
  databaseUrl: string | undefined;
  /** URL of the server itself, if `databaseUrl` is that of a pooler. */
  directDatabaseUrl: string | undefined;
  /** URLs of replicas, which serve reads. */
  replicaUrls: readonly string[];
  databasePool: number;
  /** Maximum number of connections of the pool for writers; undefined for three quarters of the pool. */
  databaseWriters: number | undefined;
  /** Number of processes that serve requests at one address. */
  workers: number;
  /** True if a start migrates the schema. */
  migrates: boolean;
  /** Key of all keyed hashes; undefined if the site stores its own key in the data directory. */
  secretKey: string | undefined;
  /** File with the secret key, created if it does not exist. */
  secretKeyFile: string | undefined;
  /** Previous keys, which remain valid for existing hashes. */
  previousKeys: readonly string[];
  /** Seconds that a start waits for the database server. */
  databaseWait: number;
  bootstrapAdmin: { login?: string; email?: string; password?: string; applicationPassword?: string };
  demoData: 'small' | 'none' | undefined;
  logLevel: string;
  /** URL of the mail server with credentials. Without it, mail is stored and not sent. */
  smtpUrl: string | undefined;
  /** Trusted proxies for `X-Forwarded-For`: a number of consecutive proxies, or networks; false for none. */
  trustProxy: false | number | string[];
  /** Header, in lower case, with the visitor's country from a proxy; undefined if none is used. */
  countryHeader: string | undefined;
  /** CSV file that maps networks to countries (from, to, code); by default a small sample. */
  countryDatabase: string | undefined;
  dataDirectory: string;
  /** Bucket for uploaded files instead of the data directory. */
  uploads: S3Location | undefined;
  /** Base address of uploaded files, without a trailing slash. */
  uploadsUrl: string;
  analytics: AnalyticsConfig;
  payments: PaymentsConfig;
  wallets: WalletConfig;
  webhooks: WebhooksConfig;
  /** Maximum size of request bodies in bytes. */
  bodyLimit: number;
  /** True if visitors may read the GraphQL schema. */
  introspection: boolean;
  /** True if everyone may use GraphiQL; signed-in administrators always may. */
  graphiql: boolean;
  /** True if `/graphql` is a subgraph of Apollo Federation. */
  federation: boolean;
  /** File of registered GraphQL documents. */
  persistedDocuments: string | undefined;
  /** Requests per minute of a caller, for REST and GraphQL together; 0 for no limit. */
  rateLimit: number;
  /** Maximum number of open subscriptions of visitors with the same address. */
  subscriptionsPerAddress: number;
  /** True if the processes on a server count requests and streams together. */
  sharedLimits: boolean;
  /** True if each request is logged. */
  requestLog: boolean;
  /** Bearer token of `/metrics` for callers that are not local; undefined to permit only local callers. */
  metricsToken: string | undefined;
  /** Duration in milliseconds from which a statement is logged as slow; 0 logs none. */
  slowStatementMs: number;
  /** Tracing of requests; undefined if disabled. */
  traces: TracesConfig | undefined;
  /** Seconds between the signal to stop, from which on the process is not ready, and the end of listening. */
  shutdownDelay: number;
  /** True if the page cache may be filled before visitors request pages. */
  pageCachePreload: boolean;
  /** Base-2 logarithm of the rounds of password hashes. */
  passwordCost: number;
  production: boolean;
}

/** All faults of the environment in one message. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

const getSiteUrl = (env: Record<string, string | undefined>) =>
  (env['SITE_URL'] || `http://localhost:${env['PORT'] || '4000'}`).replace(/\/+$/, '');

/** Reads the configuration from the environment and the arguments of the program. Throws one ConfigurationError that lists every fault. */
export function readConfig(env: Record<string, string | undefined> = process.env, args: readonly string[] = []): Config {
  const parsed = environment.safeParse(env);
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const aliases = readAliases(env['REST_NAMESPACE_ALIASES'] ?? '', faults);
  if (env['DIRECT_DATABASE_URL'] && !env['DATABASE_URL'])
    faults.push('DIRECT_DATABASE_URL: is for a DATABASE_URL that leads to a pooler of PostgreSQL; set DATABASE_URL, too');
  if (env['DATABASE_REPLICA_URLS'] && !env['DATABASE_URL'])
    faults.push('DATABASE_REPLICA_URLS: is for replicas of the PostgreSQL server in DATABASE_URL; set DATABASE_URL, too');
  if (parsed.success && (parsed.data.DATABASE_WRITERS ?? 0) > parsed.data.DATABASE_POOL)
    faults.push('DATABASE_WRITERS: must be at most DATABASE_POOL');
  const uploads = readUploads(env, faults);
  const uploadsUrl = readUploadsUrl(env, getSiteUrl(env), faults);
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
    siteUrl: getSiteUrl(env),
    restRoot: e.REST_ROOT,
    namespaceAliases: aliases,
    databaseUrl: e.DATABASE_URL,
    directDatabaseUrl: e.DIRECT_DATABASE_URL,
    replicaUrls: e.DATABASE_REPLICA_URLS?.split(',').map((url) => url.trim()) ?? [],
    databasePool: e.DATABASE_POOL,
    databaseWriters: e.DATABASE_WRITERS,
    workers: e.WORKERS,
    migrates: e.MIGRATE === 'on' && !args.includes('--no-migrate'),
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

const isOn = (value: string | undefined, fallback: boolean): boolean =>
  value === undefined ? fallback : ['true', '1', 'yes'].includes(value);

/** Creates a key for keyed hashes: 64 hex characters. */
export function createSecretKey(): string {
  return randomBytes(32).toString('hex');
}
