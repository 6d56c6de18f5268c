import { actionsCell, type Cell, emptyCell, iconCell, checkboxCell, valueCell, shortcodeCell, stickyCell, typeCell } from './cells.ts';

/** A column of a table. */
export interface TableColumn {
  name: string;
  cell: Cell;
  /** Stored column by which rows are sorted. Absent for columns that cannot be sorted. */
  column?: string;
  /** True if the stored column is a number or flag instead of a string. */
  isNumber?: boolean;
}

/** A table that old scripts request by a class name (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.8). */
export interface FeatureTable {
  /** Name of the database table. */
  tableName: string;
  columns: readonly TableColumn[];
  /** True if only editors of maps may read it. */
  isAdmin: boolean;
  /** Type of object that each row represents. */
  rowKind: 'marker' | 'shape' | 'map';
  /** Selected columns by the names that cells use. */
  selects: Readonly<Record<string, string>>;
  /** SQL expressions to search, in lower case. Each has a trigram index. */
  searchExpressions: readonly string[];
}

/** Returns SQL that joins columns to one lower-case string, with the same expression as the indexes in the migrations. */
const joinLowercase = (...columns: string[]): string => `lower(${columns.join(' || chr(1) || ')})`;
const ID_TEXT = '(id::text)';
/** Column whose strings have no accents and are in lower case, for searches. Searches in other columns ignore case but not accents. */
export const FOLDED_COLUMN = 'search_text';

type SelectedColumns = Readonly<Record<string, string>>;

/** Declares a sortable column that stores a string. */
const textColumn = (name: string, column = name, cell: Cell = valueCell(name)): TableColumn => ({ name, column, cell });
const numberColumn = (name: string, cell: Cell = valueCell(name)): TableColumn => ({ name, column: name, isNumber: true, cell });
const renderedColumn = (name: string, cell: Cell): TableColumn => ({ name, cell });

const id = numberColumn('id');
const markerSelects: SelectedColumns = Object.fromEntries(
  ['id', 'title', 'category', 'address', 'description', 'icon', 'pic', 'link', 'sticky'].map((name) => [name, name]),
);

const marker: FeatureTable = {
  tableName: 'map_marker',
  rowKind: 'marker',
  isAdmin: false,
  selects: markerSelects,
  searchExpressions: [FOLDED_COLUMN],
  columns: [textColumn('title'), textColumn('category'), textColumn('address'), textColumn('description')],
};

const adminMarker: FeatureTable = {
  ...marker,
  isAdmin: true,
  searchExpressions: [FOLDED_COLUMN, joinLowercase('icon', 'pic', 'link'), ID_TEXT],
  columns: [
    renderedColumn('mark', checkboxCell),
    id,
    textColumn('icon', 'icon', iconCell),
    textColumn('title'),
    textColumn('category', 'category', emptyCell),
    textColumn('address'),
    textColumn('description', 'description', emptyCell),
    textColumn('pic', 'pic', emptyCell),
    textColumn('link'),
    numberColumn('sticky', stickyCell),
    renderedColumn('action', actionsCell('marker')),
  ],
};

const getSizeCell =
  (column: string): Cell =>
  (row) =>
    `${row[column] ?? ''}${row[`${column}_type`] ?? ''}`;

const adminMap: FeatureTable = {
  tableName: 'map',
  rowKind: 'map',
  isAdmin: true,
  searchExpressions: [joinLowercase('title'), ID_TEXT],
  selects: Object.fromEntries(['id', 'title', 'width', 'width_type', 'height', 'height_type', 'type'].map((name) => [name, name])),
  columns: [
    id,
    textColumn('map_title', 'title', valueCell('title')),
    textColumn('width', 'width', getSizeCell('width')),
    textColumn('height', 'height', getSizeCell('height')),
    numberColumn('type', typeCell),
    renderedColumn('action', actionsCell('map')),
    renderedColumn('shortcode', shortcodeCell),
  ],
};

function createShapeTable(tableName: string, columns: readonly TableColumn[]): FeatureTable {
  return {
    tableName,
    rowKind: 'shape',
    isAdmin: false,
    searchExpressions: [
      joinLowercase(...columns.flatMap(({ column, isNumber }) => (column === undefined || isNumber ? [] : [column]))),
      ID_TEXT,
    ],
    selects: Object.fromEntries(columns.map(({ name, column = name }) => [name, column])),
    columns,
  };
}

const toAdminTable = (table: FeatureTable, featureName: string): FeatureTable => ({
  ...table,
  isAdmin: true,
  columns: [renderedColumn('mark', checkboxCell), ...table.columns, renderedColumn('action', actionsCell(featureName))],
});

const polyname = textColumn('polyname', 'name');
const polygon = createShapeTable('map_polygon', [id, polyname, textColumn('title'), textColumn('link')]);
const polyline = createShapeTable('map_polyline', [id, polyname, textColumn('title'), textColumn('description'), textColumn('link')]);
const circle = createShapeTable('map_circle', [id, textColumn('name'), textColumn('description'), textColumn('link')]);
const rectangle = createShapeTable('map_rectangle', [id, textColumn('name'), textColumn('description'), textColumn('link')]);
const pointLabel = createShapeTable('map_point_label', [id, textColumn('name')]);

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
  AdminPolygonDataTable: toAdminTable(polygon, 'polygon'),
  AdminPolylineDataTable: toAdminTable(polyline, 'polyline'),
  AdminCircleDataTable: toAdminTable(circle, 'circle'),
  AdminRectangleDataTable: toAdminTable(rectangle, 'rectangle'),
  AdminPointlabelDataTable: toAdminTable(pointLabel, 'pointlabel'),
};

const CLASS_NAME = /^\\{0,2}Maps\\{1,2}(\w+)$/;

/** Returns the table of a class name such as `Maps\MarkerDataTable`, or undefined for other classes. */
export function findTable(className: string): FeatureTable | undefined {
  const name = CLASS_NAME.exec(className)?.[1] ?? '';
  return Object.hasOwn(featureTables, name) ? featureTables[name] : undefined;
}
