import { action, type Cell, empty, icon, mark, plain, shortcode, sticky, typeWord } from './cells.ts';

/** A column of a table: its cells, and the stored column if it is sortable. */
export interface TableColumn {
  name: string;
  cell: Cell;
  /** Stored column; absent for cells that are only rendered. */
  column?: string;
  /** True if the stored column is a number or flag, not text. */
  isNumber?: boolean;
}

/** A table that old scripts request by a class name (cache-compliance-maps-2fa-theme.md 3.8). */
export interface FeatureTable {
  /** Table in the database. */
  from: string;
  columns: readonly TableColumn[];
  /** True if only editors of maps may read it. */
  isAdmin: boolean;
  /** Kind of the rows: features of maps, or maps. */
  of: 'marker' | 'shape' | 'map';
  /** Selected expressions by the names that cells use. */
  reads: Readonly<Record<string, string>>;
  /** Searched expressions in lower case. Each has a trigram index. */
  searches: readonly string[];
}

/** Joins columns to one lower-case text, with the same expression as the indexes in the migrations. */
const joined = (...columns: string[]): string => `lower(${columns.join(' || chr(1) || ')})`;
const ID_TEXT = '(id::text)';
/** Column with folded texts; others are compared in lower case without folding. */
export const FOLDED = 'search_text';

type Reads = Readonly<Record<string, string>>;

/** Declares a table column for a stored column. */
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

/** Tables by class name. */
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

/** Returns the table of a class name such as `Maps\MarkerDataTable`; undefined for other classes. */
export function tableOf(className: string): FeatureTable | undefined {
  const name = PREFIX.exec(className)?.[1] ?? '';
  return Object.hasOwn(featureTables, name) ? featureTables[name] : undefined;
}
