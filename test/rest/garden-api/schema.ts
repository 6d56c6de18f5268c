import { buildSchema, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Context } from '#graphql/context.ts';
import { Failure, invalid, invalidArguments, notFound, refused } from '../../../src/core/failures/failure.ts';

/** A fictional garden that exercises every feature of the engine. */
const sdl = /* GraphQL */ `
  scalar JSON
  scalar Day
  enum PlantOrder { NAME PLANTED_AT }
  enum Light { SUN HALF_SHADE SHADE }
  "Something that grows."
  type Plant {
    "Number of the plant."
    databaseId: Int!
    name: String!
    label(language: String): Label!
    notes: String
    light: Light!
    height: Float
    parentId: Int!
    bedId: Int!
    isRare: Boolean!
    tags: [String!]!
    sizes: [Int!]!
    extra: JSON!
    "Day and time on the garden's clock."
    plantedAt: String!
    isSecret: Boolean!
    bed: Bed
    bedList: [Bed!]!
    visits: Int
    secret: String
    can: PlantRights!
  }
  type Label { rendered: String!, raw: String!, language: String! }
  type Bed { number: Int!, name: String!, soil: Soil! }
  type Soil { kind: String!, ph: Float! }
  type PlantRights { edit: Boolean!, remove: Boolean! }
  type PlantPage { totalCount: Int!, totalPages: Int!, nodes: [Plant!]!, effective: PlantEffective! }
  type PlantEffective { perPage: Int!, text: String, lights: [Light!]! }
  type Uprooted { isGone: Boolean!, plant: Plant! }
  input PlantFilter { light: [Light!], text: String, ids: [Int!], bedId: Int }
  input PlantDraft { id: Int, name: String!, light: Light, height: Float, parentId: Int, bedId: Int, tags: [String!], extra: JSON, plantedOn: Day }
  type Site { name: String!, url: String!, logoId: Int! }
  type Query {
    site: Site!
    plant(id: Int!, forEdit: Boolean): Plant!
    plantPage(page: Int, perPage: Int, orderBy: PlantOrder, filter: PlantFilter, forEdit: Boolean, beyondEnd: Boolean): PlantPage!
    bed(number: Int!): Bed!
    beds(plantId: Int): [Bed!]!
    nothing: String
    echo(int: Int, float: Float, text: String, flag: Boolean, list: [Int!], words: [String!], json: JSON, day: Day, light: Light): JSON!
    broken: String!
    busy: String!
    members: String!
    waits: String!
  }
  type Mutation {
    createPlant(draft: PlantDraft!): Plant!
    updatePlant(id: Int!, changes: JSON): Plant!
    wilt(id: Int!): Plant!
    uproot(id: Int!): Uprooted!
    forget: Boolean
  }
`;

export interface PlantRow {
  id: number;
  name: string;
  light: 'SUN' | 'HALF_SHADE' | 'SHADE';
  height: number | null;
  parentId: number;
  bedId: number;
  isRare: boolean;
  tags: string[];
  extra: unknown;
  notes: string | null;
}

/** Arguments of all root fields. Each resolver reads its own. */
interface Args {
  id: number;
  number: number;
  plantId: number;
  forEdit?: boolean;
  beyondEnd?: boolean;
  changes?: object;
  draft?: { id?: number | null };
  page?: number;
  perPage?: number;
  orderBy?: string;
  filter?: { light?: string[]; text?: string; ids?: number[]; bedId?: number | null };
}

export interface Garden {
  plants: Map<number, PlantRow>;
  /** Names of the root fields that ran, in order. */
  ran: string[];
  /** Names of the root fields whose permission was checked without running them. */
  checked: string[];
}

const createPlantRow = (id: number, name: string, overrides: Partial<PlantRow> = {}): PlantRow => ({
  id,
  name,
  light: 'SUN',
  height: null,
  parentId: 0,
  bedId: 1,
  isRare: false,
  tags: [],
  extra: {},
  notes: null,
  ...overrides,
});

export function createGarden(): Garden {
  const rows = [
    createPlantRow(1, 'Ash', { height: 12.5, tags: ['tree', 'tall'], extra: { latin: 'Fraxinus' }, notes: 'old', isRare: true }),
    createPlantRow(2, 'Bean', { light: 'HALF_SHADE', parentId: 1, bedId: 2 }),
    createPlantRow(3, 'Cress', { light: 'SHADE', bedId: 9 }),
    createPlantRow(4, 'Dill', { bedId: 0 }),
    createPlantRow(5, 'Elder', { tags: ['tree'] }),
  ];
  return { plants: new Map(rows.map((row) => [row.id, row])), ran: [], checked: [] };
}

const beds = new Map([
  [1, { number: 1, name: 'North', soil: { kind: 'clay', ph: 6.5 } }],
  [2, { number: 2, name: 'South', soil: { kind: 'sand', ph: 7 } }],
]);
const translations: Record<string, Record<string, string>> = { de: { Ash: 'Esche' } };

/** Returns the schema of the garden: permissions on root fields as in the real schema, data from memory. */
export function createGardenSchema(garden: Garden): GraphQLSchema {
  const schema = buildSchema(sdl);
  const getPlant = (id: number) => {
    const row = garden.plants.get(id);
    if (!row) throw notFound('rest_plant_invalid_id', 'There is no such plant.');
    return row;
  };
  const checkCanEdit = (context: Context) => {
    if (!context.viewer.can('edit')) throw refused(context.viewer, 'rest_cannot_edit', 'You may not edit plants.');
  };
  const allowAnyone = () => undefined;
  const defineField = (
    type: 'Query' | 'Mutation',
    name: string,
    access: (args: Args, context: Context) => void,
    resolve: (args: Args, context: Context) => unknown,
  ) => {
    const objectType = schema.getType(type) as import('graphql').GraphQLObjectType;
    const target = objectType.getFields()[name];
    if (!target) throw new Error(`The schema has no field ${name}.`);
    const checkAccess = (args: Args, context: Context) => {
      garden.checked.push(name);
      access(args, context);
    };
    target.extensions = { access: checkAccess as never };
    target.resolve = async (_root, args: Args, context: Context) => {
      access(args, context);
      garden.ran.push(name);
      return await resolve(args, context);
    };
  };

  defineField('Query', 'site', allowAnyone, () => ({ name: 'Garden', url: 'http://garden.test', logoId: 0 }));
  defineField(
    'Query',
    'plant',
    (args, context) => {
      getPlant(args.id);
      if (args.forEdit === true) checkCanEdit(context);
    },
    (args) => getPlant(args.id),
  );
  defineField(
    'Query',
    'plantPage',
    (args, context) => {
      if (args.forEdit === true) checkCanEdit(context);
    },
    ({ page, perPage, orderBy, filter, beyondEnd }) => {
      const { light, text, ids, bedId } = filter ?? {};
      if (bedId !== undefined && bedId !== null && !beds.has(bedId)) {
        throw invalidArguments({ 'filter.bedId': { code: 'rest_unknown_bed', message: 'There is no such bed.', data: { status: 404 } } });
      }
      const matches = [...garden.plants.values()]
        .filter(
          (row) =>
            (!light || light.includes(row.light)) &&
            (!text || row.name.includes(text)) &&
            (!ids || ids.includes(row.id)) &&
            (!bedId || row.bedId === bedId),
        )
        .sort((a, b) => (orderBy === 'NAME' ? a.name.localeCompare(b.name) : a.id - b.id));
      const size = Number(perPage ?? 10);
      const totalPages = Math.ceil(matches.length / size);
      if (Number(page ?? 1) > totalPages && matches.length > 0 && beyondEnd !== true)
        throw invalid('rest_plant_invalid_page_number', 'That page does not exist.');
      return {
        totalCount: matches.length,
        totalPages,
        nodes: matches.slice((Number(page ?? 1) - 1) * size, Number(page ?? 1) * size),
        effective: { perPage: size, text: text ?? null, lights: light ?? [] },
      };
    },
  );
  defineField('Query', 'bed', allowAnyone, (args) => {
    const bed = beds.get(args.number);
    if (!bed) throw notFound('rest_bed_invalid', 'There is no such bed.');
    return bed;
  });
  defineField('Query', 'beds', allowAnyone, (args) => {
    const row = garden.plants.get(args.plantId);
    const bed = row && beds.get(row.bedId);
    return bed ? [bed] : [];
  });
  defineField('Query', 'nothing', allowAnyone, () => null);
  defineField('Query', 'echo', allowAnyone, (args) => ({ ...args }));
  defineField('Query', 'broken', allowAnyone, () => {
    throw new Error('the secret of the house');
  });
  defineField('Query', 'busy', allowAnyone, () => {
    throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
  });
  defineField(
    'Query',
    'members',
    (_args, context) => {
      if (!context.viewer.signedIn) throw refused(context.viewer, 'rest_forbidden', 'Sorry.');
    },
    () => 'welcome',
  );
  defineField('Query', 'waits', allowAnyone, () => {
    throw new Failure('rest_too_many_requests', 429, 'Slow down.', { retryAfter: 7 });
  });

  defineField(
    'Mutation',
    'createPlant',
    (args, context) => {
      checkCanEdit(context);
      if (typeof args.draft?.id === 'number') throw invalid('rest_plant_exists', 'Exists.');
    },
    ({ draft }) => {
      const { id: _id, ...columns } = { ...draft };
      const id = Math.max(...garden.plants.keys()) + 1;
      garden.plants.set(id, createPlantRow(id, '', columns as Partial<PlantRow>));
      return garden.plants.get(id);
    },
  );
  defineField(
    'Mutation',
    'updatePlant',
    (args, context) => {
      getPlant(args.id);
      checkCanEdit(context);
    },
    ({ id, changes }) => Object.assign(getPlant(id), changes),
  );
  defineField(
    'Mutation',
    'wilt',
    (args, context) => {
      getPlant(args.id);
      checkCanEdit(context);
    },
    ({ id }) => Object.assign(getPlant(id), { notes: 'wilted' }),
  );
  defineField(
    'Mutation',
    'uproot',
    (args, context) => {
      getPlant(args.id);
      checkCanEdit(context);
    },
    ({ id }) => {
      const row = getPlant(id);
      garden.plants.delete(id);
      return { isGone: true, plant: row };
    },
  );
  defineField('Mutation', 'forget', allowAnyone, () => true);

  const setResolvers = (type: string, fields: Record<string, (row: never, args: Record<string, unknown>, context: Context) => unknown>) => {
    const typeFields = (schema.getType(type) as import('graphql').GraphQLObjectType).getFields();
    for (const [name, resolve] of Object.entries(fields)) (typeFields[name] as { resolve: unknown }).resolve = resolve;
  };
  setResolvers('Plant', {
    databaseId: (row: PlantRow) => row.id,
    plantedAt: (row: PlantRow) => `2026-03-04T05:06:0${row.id % 10}`,
    isSecret: (row: PlantRow) => row.name === 'Elder',
    label: (row: PlantRow, { language = '' }) => ({
      rendered: `<b>${translations[language as string]?.[row.name] ?? row.name}</b>`,
      raw: row.name,
      language,
    }),
    sizes: (row: PlantRow) => (row.height === null ? [] : [1, Math.floor(row.height)]),
    bed: (row: PlantRow) => beds.get(row.bedId) ?? null,
    bedList: (row: PlantRow) => [...beds.values()].filter((bed) => bed.number === row.bedId),
    visits: () => null,
    secret: (_row: PlantRow, _args, context) => {
      if (!context.viewer.signedIn) throw refused(context.viewer, 'rest_secret', 'Not for you.');
      return 'under the stone';
    },
    can: (_row: PlantRow, _args, context) => ({ edit: context.viewer.can('edit'), remove: context.viewer.can('remove') }),
  });
  const day = schema.getType('Day') as import('graphql').GraphQLScalarType;
  day.parseValue = (value) => {
    if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) throw new GraphQLError('A Day looks like 2026-11-20.');
    return value;
  };
  return schema;
}
