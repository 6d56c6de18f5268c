import type * as stable from '@opentelemetry/semantic-conventions';
import type * as incubating from '@opentelemetry/semantic-conventions/incubating';

/**
 * Names of span attributes. Most are from OpenTelemetry's semantic conventions. They are literals, so that the package need not be loaded at run
 * time, but its types check them.
 */
export const spanAttributes = {
  method: 'http.request.method' satisfies typeof stable.ATTR_HTTP_REQUEST_METHOD,
  status: 'http.response.status_code' satisfies typeof stable.ATTR_HTTP_RESPONSE_STATUS_CODE,
  route: 'http.route' satisfies typeof stable.ATTR_HTTP_ROUTE,
  resends: 'http.request.resend_count' satisfies typeof stable.ATTR_HTTP_REQUEST_RESEND_COUNT,
  scheme: 'url.scheme' satisfies typeof stable.ATTR_URL_SCHEME,
  host: 'server.address' satisfies typeof stable.ATTR_SERVER_ADDRESS,
  port: 'server.port' satisfies typeof stable.ATTR_SERVER_PORT,
  errorType: 'error.type' satisfies typeof stable.ATTR_ERROR_TYPE,
  database: 'db.system.name' satisfies typeof stable.ATTR_DB_SYSTEM_NAME,
  statement: 'db.query.text' satisfies typeof stable.ATTR_DB_QUERY_TEXT,
  statementName: 'db.query.summary' satisfies typeof stable.ATTR_DB_QUERY_SUMMARY,
  databaseReply: 'db.response.status_code' satisfies typeof stable.ATTR_DB_RESPONSE_STATUS_CODE,
  operationType: 'graphql.operation.type' satisfies typeof incubating.ATTR_GRAPHQL_OPERATION_TYPE,
  operationName: 'graphql.operation.name' satisfies typeof incubating.ATTR_GRAPHQL_OPERATION_NAME,
  service: 'service.name' satisfies typeof stable.ATTR_SERVICE_NAME,
  serviceVersion: 'service.version' satisfies typeof stable.ATTR_SERVICE_VERSION,
  serviceInstance: 'service.instance.id' satisfies typeof stable.ATTR_SERVICE_INSTANCE_ID,
  // the attributes below are specific to this service
  request: 'marquee.request.id',
  face: 'marquee.face',
  statements: 'marquee.statements',
  cost: 'marquee.cost',
  job: 'marquee.job',
  keys: 'marquee.batch.keys',
  databaseTarget: 'marquee.database.target',
} as const;
