import { buildSchema, graphql, GraphQLError, type GraphQLSchema, isInterfaceType, isObjectType, printType, validateSchema } from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import { flatInPayloads, payload } from '#graphql/public/payload.ts';
import { withPayloads } from '#graphql/public/payloads.ts';
import { Failure, invalid, invalidArguments, notFound } from '../../src/core/failures/failure.ts';

const sdl = `
  type Query { books(first: Int): [Book!]! settings: [Setting!]! }
  interface Named { name: String! }
  type Book implements Named { name: String! pages: Int! }
  type Reply implements Named { name: String! errors: [String!] }
  type Setting { key: String! value: String errors: Int }
  type Borrowed { book: Book! until: String! }
  type Mutation {
    addBook(name: String!): Book!
    addCopies(name: String!): [Book!]!
    addReplies: [Reply!]!
    borrowBook(name: String!): Borrowed!
    loseBook: Boolean!
    findNamed: Named
    updateSetting(key: String!): Setting!
  }`;

const log: string[] = [];
let refusal: unknown;

/** Returns a small library whose resolvers throw `refusal`. */
function library(): GraphQLSchema {
  const schema = buildSchema(sdl);
  const book = (name: string) => ({ __typename: 'Book', name, pages: 3 });
  const resolvers: Record<string, (args: { name: string; key: string }) => unknown> = {
    addBook: ({ name }) => book(name),
    addCopies: ({ name }) => [book(name), book(name)],
    addReplies: () => [],
    borrowBook: ({ name }) => ({ book: book(name), until: 'Monday' }),
    loseBook: () => true,
    findNamed: () => null,
    updateSetting: ({ key }) => ({ key, value: 'v', errors: 2 }),
  };
  for (const [name, resolver] of Object.entries(resolvers)) {
    const field = schema.getMutationType()?.getFields()[name];
    if (field)
      field.resolve = async (_root, args, _context, info) => {
        log.push(
          `${name} ${String(info.returnType)} ${info.fieldNodes.flatMap(({ selectionSet }) => selectionSet?.selections.map((selection) => ('name' in selection ? selection.name.value : '…')) ?? []).join()}`,
        );
        if (refusal !== undefined && args['name'] !== 'good') throw refusal;
        return resolver(args as never);
      };
  }
  const [loseBook, setting] = [schema.getMutationType()?.getFields()['loseBook'], schema.getType('Setting')];
  Object.assign(loseBook?.extensions ?? {}, payload('isLost', 'True if the book is lost.'));
  Object.assign(setting?.extensions ?? {}, flatInPayloads);
  return withPayloads(schema);
}

const schema = library();
const run = async (source: string, signedIn = false, variableValues = {}) => {
  const result = await graphql({ schema, source, variableValues, contextValue: { viewer: { signedIn } } });
  return JSON.parse(JSON.stringify(result)) as { data: Record<string, unknown>; errors?: GraphQLError[] };
};
const printTypeOf = (name: string) =>
  printType(schema.getType(name)!)
    .replaceAll(/\s*"""[^"]*"""\s*/g, '\n')
    .replaceAll(/\s+/g, ' ')
    .trim();

afterEach(() => {
  refusal = undefined;
  log.length = 0;
});

describe('A schema with payloads', () => {
  it('is valid', () => {
    expect(validateSchema(schema)).toEqual([]);
  });

  it.each([
    ['AddBookPayload', 'type AddBookPayload { book: Book errors: [Refusal!]! }'],
    ['AddCopiesPayload', 'type AddCopiesPayload { books: [Book!] errors: [Refusal!]! }'],
    ['AddRepliesPayload', 'type AddRepliesPayload { replies: [Reply!] errors: [Refusal!]! }'],
    ['FindNamedPayload', 'type FindNamedPayload { named: Named errors: [Refusal!]! }'],
    // declares its own field name
    ['LoseBookPayload', 'type LoseBookPayload { isLost: Boolean errors: [Refusal!]! }'],
    // only this mutation returns the type, so its fields become those of the payload
    ['BorrowBookPayload', 'type BorrowBookPayload { book: Book until: String errors: [Refusal!]! }'],
    // the payload contains the fields of the object, except for its `errors`
    ['UpdateSettingPayload', 'type UpdateSettingPayload { key: String value: String setting: Setting errors: [Refusal!]! }'],
  ])('has %s', (name, text) => {
    expect(printTypeOf(name)).toBe(text);
  });

  it('has no unused types', () => {
    expect(schema.getType('Borrowed')).toBeUndefined();
    expect(schema.getType('Book')).toBeDefined();
  });

  it('has refusal types that share common fields and add their own', () => {
    const Refusal = schema.getType('Refusal');
    const refusalTypes = isInterfaceType(Refusal) ? schema.getPossibleTypes(Refusal) : [];
    expect(refusalTypes.map(({ name }) => name)).toContain('InvalidInput');
    for (const type of refusalTypes)
      if (isObjectType(type)) expect(Object.keys(type.getFields())).toEqual(expect.arrayContaining(['message', 'code', 'path']));
    expect(printTypeOf('TooManyRequests')).toContain('retryAfter: Int');
  });

  it('cannot be built while a number or boolean has no field name', () => {
    expect(() => withPayloads(buildSchema(sdl))).toThrow(/loseBook returns a Boolean/);
  });
});

describe('A successful mutation', () => {
  it('returns the created object in its payload', async () => {
    const { data, errors } = await run(`mutation {
      addBook(name: "A") { book { name } errors { code } }
      addCopies(name: "A") { books { name } }
      borrowBook(name: "A") { until book { name } errors { code } }
      loseBook { isLost }
      findNamed { named { name } errors { code } }
      updateSetting(key: "k") { key value setting { key errors } errors { code } }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      addBook: { book: { name: 'A' }, errors: [] },
      addCopies: { books: [{ name: 'A' }, { name: 'A' }] },
      borrowBook: { until: 'Monday', book: { name: 'A' }, errors: [] },
      loseBook: { isLost: true },
      findNamed: { named: null, errors: [] },
      updateSetting: { key: 'k', value: 'v', setting: { key: 'k', errors: 2 }, errors: [] },
    });
  });

  it('receives the selection of the object, also from fragments, and runs without such a selection', async () => {
    await run(
      `mutation($no: Boolean = false) {
        a: addBook(name: "A") { errors { code } ... { ...Selected } ... on AddBookPayload { book @include(if: $no) { name } } }
        b: addBook(name: "A") { errors { code } }
        c: addCopies(name: "A") { x: books { pages } y: books { name } }
      }
      fragment Selected on AddBookPayload { it: book { pages } }`,
    );
    expect(log).toEqual(
      ['addBook Book! pages', 'addBook Book! __typename', 'addCopies [Book!]! pages'].map((line) => line.replace('! ', ' ')),
    );
  });
});

describe('A refused mutation', () => {
  const ERRORS = 'errors { __typename message code path ... on TooManyRequests { retryAfter } }';

  it.each([
    [invalid('bad', 'Bad.'), false, [{ __typename: 'InvalidInput', message: 'Bad.', code: 'bad', path: [] }]],
    [
      invalidArguments({ 'input.startsAt': 'When?', 'input.ids.0': { code: 'unknown', message: 'Who?' } }),
      false,
      [
        { __typename: 'InvalidInput', message: 'When?', code: 'invalid_arguments', path: ['input', 'startsAt'] },
        { __typename: 'InvalidInput', message: 'Who?', code: 'unknown', path: ['input', 'ids', '0'] },
      ],
    ],
    [notFound('gone', 'Gone.'), false, [{ __typename: 'NotFound' }]],
    [new Failure('no', 401, 'No.'), false, [{ __typename: 'SignInRequired' }]],
    [new Failure('no', 401, 'No.'), true, [{ __typename: 'NotAllowed' }]],
    [new Failure('no', 403, 'No.'), true, [{ __typename: 'NotAllowed' }]],
    [new Failure('second_factor_code_wrong', 401, 'No.'), false, [{ __typename: 'WrongCredentials' }]],
    [new Failure('twin', 409, 'Twin.'), true, [{ __typename: 'Conflict' }]],
    [invalid('insufficient_stock', 'None left.'), false, [{ __typename: 'SoldOut' }]],
    [new Failure('slow', 429, 'Slow.', { retryAfter: 2.2 }), false, [{ __typename: 'TooManyRequests', retryAfter: 3 }]],
    [new Failure('not_here', 501, 'Not here.'), false, [{ __typename: 'Unavailable' }]],
    // as plugins wrap the error of a resolver
    [new GraphQLError('Gone.', { originalError: notFound('gone', 'Gone.') }), false, [{ __typename: 'NotFound', code: 'gone' }]],
  ])('reports %s in its payload if the document selects errors', async (failure, signedIn, refusals) => {
    refusal = failure;
    const { data, errors } = await run(
      `mutation { addBook(name: "A") { book { name } ${ERRORS} } borrowBook(name: "A") { until book { name } ${ERRORS} } }`,
      signedIn,
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ addBook: { book: null, errors: refusals }, borrowBook: { until: null, book: null, errors: refusals } });
  });

  it('is otherwise reported as an error of the document', async () => {
    refusal = notFound('gone', 'Gone.');
    for (const selection of ['book { name }', 'book { name } errors @skip(if: true) { code }', '__typename']) {
      const { data, errors } = await run(`mutation { addBook(name: "A") { ${selection} } }`);
      expect([data, errors]).toMatchObject([{ addBook: null }, [{ path: ['addBook'], extensions: { code: 'gone', status: 404 } }]]);
    }
  });

  it('does not hide the results of the other mutations', async () => {
    refusal = notFound('gone', 'Gone.');
    const { data, errors } = await run(`mutation {
      first: addBook(name: "good") { book { name } errors { code } }
      second: addBook(name: "bad") { book { name } errors { code } }
      third: addBook(name: "bad") { book { name } }
      fourth: addBook(name: "good") { book { name } }
    }`);
    expect(data).toEqual({
      first: { book: { name: 'good' }, errors: [] },
      second: { book: null, errors: [{ code: 'gone' }] },
      third: null,
      fourth: { book: { name: 'good' } },
    });
    expect(errors?.map(({ path }) => path)).toEqual([['third']]);
  });
});

describe('A server error', () => {
  it.each([new Error('A bug.'), new Failure('internal_server_error', 500, 'Ours.'), new Failure('service_unavailable', 503, 'Away.')])(
    'is an error of the document even if errors are selected: %s',
    async (error) => {
      refusal = error;
      const { data, errors } = await run('mutation { addBook(name: "A") { book { name } errors { code } } }');
      expect([data, errors]).toMatchObject([{ addBook: null }, [{ path: ['addBook'], message: error.message }]]);
    },
  );
});
