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
  /** Public URL of the site, without a trailing slash. */
  siteUrl: string;
  /** Path of the REST root on the site, such as `/rest`. */
  restRoot: string;
  /** Maps aliases of REST namespaces to the namespaces. */
  namespaceAliases: Readonly<Record<string, string>>;
  /** Connection URL of the database; undefined for the embedded PostgreSQL in the data directory. */
  databaseUrl: string | undefined;
  /** URL of the database server itself, if `databaseUrl` is that of a connection pooler. */
  directDatabaseUrl: string | undefined;
  /** URLs of database replicas that serve reads. */
  replicaUrls: readonly string[];
  /** Number of connections of each process to the database, and to each replica. */
  databasePoolSize: number;
  /** Number of connections of the pool that transactions and writes may use at the same time; undefined for three quarters of the pool. */
  maxDatabaseWriters: number | undefined;
  /** Number of processes that serve requests on the same port. */
  workers: number;
  /** True if a start applies pending migrations. */
  applyMigrations: boolean;
  /** Key of all keyed hashes; undefined if the site stores its own key in the data directory. */
  secretKey: string | undefined;
  /** File with the secret key, created if it does not exist. */
  secretKeyFile: string | undefined;
  /** Previous keys, which remain valid for existing hashes. */
  previousKeys: readonly string[];
  /** Maximum time in seconds that a start waits for the database server. */
  databaseWait: number;
  bootstrapAdmin: { login?: string; email?: string; password?: string; applicationPassword?: string };
  demoData: 'small' | 'none' | undefined;
  logLevel: string;
  /** URL of the mail server with credentials. Without it, mail is stored and not sent. */
  smtpUrl: string | undefined;
  /** Trusted proxies for `X-Forwarded-For`: a number of consecutive proxies, or networks; false for none. */
  trustProxy: false | number | string[];
  /** Lower-case name of the header in which a proxy sends the visitor's country; undefined if none is used. */
  countryHeader: string | undefined;
  /** Path of a CSV file that maps networks to countries (first address, last address, code); undefined for a small sample. */
  countryDatabase: string | undefined;
  dataDirectory: string;
  /** Bucket for uploaded files instead of the data directory. */
  uploads: S3Location | undefined;
  /** Base URL of uploaded files, without a trailing slash. */
  uploadsUrl: string;
  analytics: AnalyticsConfig;
  payments: PaymentsConfig;
  wallets: WalletConfig;
  webhooks: WebhooksConfig;
  /** Maximum size of request bodies in bytes. */
  bodyLimit: number;
  /** True if visitors may read the GraphQL schema. */
  isIntrospectionEnabled: boolean;
  /** True if everyone may use GraphiQL; signed-in administrators always may. */
  isGraphiqlEnabled: boolean;
  /** True if `/graphql` is a subgraph of Apollo Federation. */
  isFederationEnabled: boolean;
  /** Path of the file with registered GraphQL documents. */
  persistedDocuments: string | undefined;
  /** Requests per minute of a caller, for REST and GraphQL together; 0 for no limit. */
  rateLimit: number;
  /** Maximum number of open subscriptions of visitors with the same IP address. */
  subscriptionsPerAddress: number;
  /** True if all processes on the database count requests and subscriptions together. */
  sharedLimits: boolean;
  /** True if each request is logged. */
  isRequestLogEnabled: boolean;
  /** Bearer token of `/metrics` for callers that are not local; undefined to permit only local callers. */
  metricsToken: string | undefined;
  /** Minimum duration of a statement that is logged as slow, in milliseconds; 0 logs none. */
  slowStatementMs: number;
  /** Tracing of requests; undefined if disabled. */
  traces: TracesConfig | undefined;
  /** Seconds for which a process still accepts requests after the signal to stop. It reports that it is not ready during this time. */
  shutdownDelay: number;
  /** True if the page cache may be filled before visitors request pages. */
  pageCachePreload: boolean;
  /** Base-2 logarithm of the rounds of password hashes. */
  passwordCost: number;
  production: boolean;
}

/** Thrown for an invalid environment. The message lists all faults. */
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
  const values = parsed.data;
  return {
    host: values.HOST,
    port: values.PORT,
    siteUrl: getSiteUrl(env),
    restRoot: values.REST_ROOT,
    namespaceAliases: aliases,
    databaseUrl: values.DATABASE_URL,
    directDatabaseUrl: values.DIRECT_DATABASE_URL,
    replicaUrls: values.DATABASE_REPLICA_URLS?.split(',').map((url) => url.trim()) ?? [],
    databasePoolSize: values.DATABASE_POOL,
    maxDatabaseWriters: values.DATABASE_WRITERS,
    workers: values.WORKERS,
    applyMigrations: values.MIGRATE === 'on' && !args.includes('--no-migrate'),
    secretKey: values.SECRET_KEY,
    secretKeyFile: values.SECRET_KEY_FILE,
    previousKeys: values.SECRET_KEY_PREVIOUS?.split(/\s+/).filter(Boolean) ?? [],
    databaseWait: values.DATABASE_WAIT ?? (values.NODE_ENV === 'production' ? 60 : 0),
    bootstrapAdmin: {
      ...(values.BOOTSTRAP_ADMIN_LOGIN !== undefined && { login: values.BOOTSTRAP_ADMIN_LOGIN }),
      ...(values.BOOTSTRAP_ADMIN_EMAIL !== undefined && { email: values.BOOTSTRAP_ADMIN_EMAIL }),
      ...(values.BOOTSTRAP_ADMIN_PASSWORD !== undefined && { password: values.BOOTSTRAP_ADMIN_PASSWORD }),
      ...(values.BOOTSTRAP_ADMIN_APPLICATION_PASSWORD !== undefined && {
        applicationPassword: values.BOOTSTRAP_ADMIN_APPLICATION_PASSWORD,
      }),
    },
    demoData: values.DEMO_DATA,
    logLevel: values.LOG_LEVEL,
    smtpUrl: values.SMTP_URL,
    trustProxy,
    countryHeader: values.COUNTRY_HEADER?.toLowerCase(),
    countryDatabase: values.COUNTRY_DATABASE,
    dataDirectory: values.DATA_DIRECTORY,
    uploads,
    uploadsUrl,
    analytics,
    payments,
    wallets,
    webhooks,
    bodyLimit: values.BODY_LIMIT,
    isIntrospectionEnabled: isOn(values.GRAPHQL_INTROSPECTION, values.NODE_ENV !== 'production'),
    isGraphiqlEnabled: isOn(values.GRAPHIQL, values.NODE_ENV !== 'production'),
    isFederationEnabled: values.GRAPHQL_FEDERATION === 'on',
    persistedDocuments: values.GRAPHQL_DOCUMENTS,
    rateLimit: values.RATE_LIMIT,
    subscriptionsPerAddress: values.SUBSCRIPTIONS_PER_ADDRESS,
    sharedLimits: values.SHARED_LIMITS === 'on',
    isRequestLogEnabled: (values.REQUEST_LOG ?? (values.NODE_ENV === 'production' ? 'on' : 'off')) === 'on',
    metricsToken: values.METRICS_TOKEN,
    traces,
    shutdownDelay: values.SHUTDOWN_DELAY,
    slowStatementMs: values.SLOW_STATEMENT_MS ?? (values.NODE_ENV === 'production' ? 1000 : 0),
    pageCachePreload: values.PAGE_CACHE_PRELOAD === 'on',
    passwordCost: values.PASSWORD_COST,
    production: values.NODE_ENV === 'production',
  };
}

const isOn = (value: string | undefined, fallback: boolean): boolean =>
  value === undefined ? fallback : ['true', '1', 'yes'].includes(value);

/** Creates a key for keyed hashes: 64 hex characters. */
export function createSecretKey(): string {
  return randomBytes(32).toString('hex');
}
