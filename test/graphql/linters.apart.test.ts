import graphqlEslint from '@graphql-eslint/eslint-plugin';
import { Linter } from 'eslint';
import { buildSchema, type GraphQLObjectType, isObjectType, lexicographicSortSchema, printSchema } from 'graphql';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { createSchema, createPublicSchema } from '#graphql/schema.ts';

// in its own process: ESLint with its plugin is large, and no other test needs it

const schema = createPublicSchema(createSchema());
const sdl = printSchema(lexicographicSortSchema(schema));
const objects = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type)) as GraphQLObjectType[];
const modelOf = (type: GraphQLObjectType) => type.extensions['pothosPrismaModel'];

/** Stored types without their own `id`, by reason. */
const WITHOUT_ID: Readonly<Record<string, readonly string[]>> = {
  'it is identified by a secret or a name, which is the only way to read it': [
    'AnalyticsDismissal',
    'AnalyticsNotification',
    'Cart',
    'Checkout',
    'ConsentTemplate',
    'Hold',
  ],
  'a line of another object, with which it is read': [
    'CartAnswers',
    'CartLine',
    'CheckoutLine',
    'EventImportError',
    'GalleryImage',
    'HoldLine',
    'NavigationMenuItem',
    'OrderItem',
    'OrderState',
    'ScannedMarkup',
    'WebhookAttempt',
  ],
  'its owner has only one': [
    'AnalyticsAudienceSettings',
    'AnalyticsConversionReportingSettings',
    'AnalyticsInitialSetup',
    'AnalyticsKeyMetrics',
    'AnalyticsReportSubscription',
    'AnalyticsTracking',
    'AuthenticatorApp',
    'ProductLicense',
    'ProgrammaticLicense',
    'SurveyState',
  ],
  'the file of a media item, which has the ID': ['Image', 'TicketImage'],
  'only short lists of its owner contain it, which are read as a whole': [
    'Announcement',
    'ApplicationPassword',
    'NavigationMenu',
    'Passkey',
    'ScanFinding',
  ],
};

/** Edges to types that do not implement Node, with the reason. */
const NO_NODES: Readonly<Record<string, string>> = {
  RevisionEdge: 'a revision is read through its content, which requires the same permission',
  SearchResultEdge: 'a result links to an object of one of several types, which has the ID',
};

/** Types with their own model but without `id`, with the reason. */
const NO_IDS: Readonly<Record<string, string>> = {
  EventSeries: 'a series is read through its events, which require the same permission',
  Refund: 'a refund is read through its order, which requires the same permission',
  AttendeeMessage: 'a message is read through its event, which requires the same permission',
  Receipt: 'a receipt is read through its order, which requires the same permission',
  BuyerQuestion: 'a question is read through its event or checkout, which requires the same permission',
  DiscountCode: 'a code is read through its event, which requires the same permission',
};

/** True for types that need no `id`: results and values, which have no model, and parts of a type that has an `id` and the same model. */
function hasNoId(type: GraphQLObjectType): boolean {
  const model = modelOf(type);
  return (
    model === undefined ||
    NO_IDS[type.name] !== undefined ||
    objects.some((other) => other !== type && modelOf(other) === model && 'id' in other.getFields())
  );
}

/** Returns the type that contains a line of the SDL. */
function typeAt(line: number): string {
  const precedingLines = sdl.split('\n').slice(0, line).reverse();
  return (
    precedingLines.map((text) => /^(?:type|interface|input|enum|union|scalar) (\w+)/.exec(text)?.[1]).find((name) => name !== undefined) ??
    ''
  );
}

it('ESLint with the GraphQL plugin reports nothing in the public schema', () => {
  const withoutId = [...new Set([...objects.filter(hasNoId).map(({ name }) => name), ...Object.values(WITHOUT_ID).flat()])];
  const findings = new Linter({ configType: 'flat' }).verify(
    sdl,
    [
      {
        files: ['**/*.graphql'],
        languageOptions: { parser: graphqlEslint.parser as never, parserOptions: { graphQLConfig: { schema: sdl } } },
        plugins: { '@graphql-eslint': graphqlEslint as never },
        rules: {
          '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
          '@graphql-eslint/relay-connection-types': 'error',
          // short lists inside an object are not connections
          '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false }],
          '@graphql-eslint/relay-page-info': 'error',
          '@graphql-eslint/require-description': [
            'error',
            {
              types: true,
              rootField: true,
              FieldDefinition: true,
              InputValueDefinition: true,
              EnumValueDefinition: true,
              DirectiveDefinition: true,
            },
          ],
          '@graphql-eslint/no-unreachable-types': 'error',
          '@graphql-eslint/strict-id-in-types': [
            'error',
            { acceptedIdNames: ['id'], acceptedIdTypes: ['ID'], exceptions: { types: withoutId } },
          ],
        },
      },
    ],
    { filename: 'schema.graphql' },
  );
  const reports = findings.map(({ line, ruleId, message }) => ({ type: typeAt(line), text: `${line} ${ruleId}: ${message}` }));
  expect(
    reports.filter(({ type, text }) => !(NO_NODES[type] !== undefined && text.includes('relay-edge-types'))).map(({ text }) => text),
  ).toEqual([]);
});

it('graphql-schema-linter reports nothing in the public schema', () => {
  // the package exports only a command line: its rules are run in the same way
  const require = createRequire(import.meta.url);
  const { validator, configuration } = require('graphql-schema-linter') as {
    validator: {
      validateSchemaDefinition(schema: object, rules: unknown[], configuration: object): { message: string; ruleName: string }[];
    };
    configuration: { Configuration: new (schema: object, options: object) => { getRules(): unknown[] } };
  };
  const source = { definition: sdl, sourceMap: { getOriginalPathForLine: () => 'schema.graphql' } };
  const settings = new configuration.Configuration(source, {});
  const findings = validator.validateSchemaDefinition(source, settings.getRules(), settings);
  expect(findings.map(({ ruleName, message }) => `${ruleName}: ${message}`)).toEqual([]);
});

it('graphql-js builds the printed schema', () => {
  expect(buildSchema(sdl).getQueryType()?.name).toBe('Query');
});
