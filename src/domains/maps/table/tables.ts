import { action, type Cell, empty, icon, mark, plain, shortcode, sticky, typeWord } from './cells.ts';

/** A column of a table: what it shows, and the stored column behind it where it can be sorted. */
export interface TableColumn {
  name: string;
  cell: Cell;
  /** Stored column; absent for what is only drawn. */
  column?: string;
  /** The stored column is a number or flag, not text. */
  isNumber?: boolean;
}

/** One of the tables that old scripts ask for by the name of a class (cache-compliance-maps-2fa-theme.md 3.8). */
export interface FeatureTable {
  /** The database's table. */
  from: string;
  columns: readonly TableColumn[];
  /** For editors of maps only. */
  isAdmin: boolean;
  /** Whether the rows hang on maps, or are maps. */
  of: 'marker' | 'shape' | 'map';
  /** What is read of each row, by the names that cells know. */
  reads: Readonly<Record<string, string>>;
  /** Expressions that hold the searched texts, in small letters; each has an index of trigrams. */
  searches: readonly string[];
}

/** Several columns as one text, in small letters: as the indexes of the migration have it. */
const joined = (...columns: string[]): string => `lower(${columns.join(' || chr(1) || ')})`;
const ID_TEXT = '(id::text)';
/** The column whose texts are folded; others are compared as they are written, in lower case. */
export const FOLDED = 'search_text';

type Reads = Readonly<Record<string, string>>;

/** A column that shows a stored one. */
const shown = (name: string, column = name, cell: Cell = plain(name)): TableColumn => ({ name, column, cell });
const number = (name: string, cell: Cell = plain(name)): TableColumn => ({ name, column: name, isNumber: true, cell });
const drawn = (name: string, cell: Cell): TableColumn => ({ name, cell });

const id = number('id');
const markerReads: Reads = Object.fromEntries(
  ['id', 'title', 'category', 'address', 'description', 'icon', 'pic', 'link', 'sticky'].map((name) => [name, name]),
);

const marker: FeatureTable = {
  from: 'map_marker',
  of: 'marker',
  isAdmin: false,
  reads: markerReads,
  searches: [FOLDED],
  columns: [shown('title'), shown('category'), shown('address'), shown('description')],
};

const adminMarker: FeatureTable = {
  ...marker,
  isAdmin: true,
  searches: [FOLDED, joined('icon', 'pic', 'link'), ID_TEXT],
  columns: [
    drawn('mark', mark),
    id,
    shown('icon', 'icon', icon),
    shown('title'),
    shown('category', 'category', empty),
    shown('address'),
    shown('description', 'description', empty),
    shown('pic', 'pic', empty),
    shown('link'),
    number('sticky', sticky),
    drawn('action', action('marker')),
  ],
};

const unit =
  (value: string): Cell =>
  (row) =>
    `${row[value] ?? ''}${row[`${value}_type`] ?? ''}`;

const adminMap: FeatureTable = {
  from: 'map',
  of: 'map',
  isAdmin: true,
  searches: [joined('title'), ID_TEXT],
  reads: Object.fromEntries(['id', 'title', 'width', 'width_type', 'height', 'height_type', 'type'].map((name) => [name, name])),
  columns: [
    id,
    shown('map_title', 'title', plain('title')),
    shown('width', 'width', unit('width')),
    shown('height', 'height', unit('height')),
    number('type', typeWord),
    drawn('action', action('map')),
    drawn('shortcode', shortcode),
  ],
};

function shape(from: string, columns: readonly TableColumn[]): FeatureTable {
  return {
    from,
    of: 'shape',
    isAdmin: false,
    searches: [joined(...columns.flatMap(({ column, isNumber }) => (column === undefined || isNumber ? [] : [column]))), ID_TEXT],
    reads: Object.fromEntries(columns.map(({ name, column = name }) => [name, column])),
    columns,
  };
}

const admin = (table: FeatureTable, thing: string): FeatureTable => ({
  ...table,
  isAdmin: true,
  columns: [drawn('mark', mark), ...table.columns, drawn('action', action(thing))],
});

const polyname = shown('polyname', 'name');
const polygon = shape('map_polygon', [id, polyname, shown('title'), shown('link')]);
const polyline = shape('map_polyline', [id, polyname, shown('title'), shown('description'), shown('link')]);
const circle = shape('map_circle', [id, shown('name'), shown('description'), shown('link')]);
const rectangle = shape('map_rectangle', [id, shown('name'), shown('description'), shown('link')]);
const pointLabel = shape('map_point_label', [id, shown('name')]);

/** The tables by the names of their classes. */
export const featureTables: Readonly<Record<string, FeatureTable>> = {
  MarkerDataTable: marker,
  AdminMarkerDataTable: adminMarker,
  AdminMapDataTable: adminMap,
  PolygonDataTable: polygon,
  PolylineDataTable: polyline,
  CircleDataTable: circle,
  RectangleDataTable: rectangle,
  PointlabelDataTable: pointLabel,
  AdminPolygonDataTable: admin(polygon, 'polygon'),
  AdminPolylineDataTable: admin(polyline, 'polyline'),
  AdminCircleDataTable: admin(circle, 'circle'),
  AdminRectangleDataTable: admin(rectangle, 'rectangle'),
  AdminPointlabelDataTable: admin(pointLabel, 'pointlabel'),
};

const PREFIX = /^\\{0,2}Maps\\{1,2}(\w+)$/;

/** The table of a class name such as `Maps\MarkerDataTable`; undefined for any other class. */
export function tableOf(className: string): FeatureTable | undefined {
  const name = PREFIX.exec(className)?.[1] ?? '';
  return Object.hasOwn(featureTables, name) ? featureTables[name] : undefined;
}
