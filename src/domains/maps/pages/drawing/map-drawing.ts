/** A point as latitude and longitude, in degrees. */
export type Coordinates = readonly [latitude: number, longitude: number];

/** Style of lines and areas. The style sheet provides the values that are omitted. */
export interface DrawingStyle {
  /** CSS color of the line. */
  line?: string;
  /** Opacity from 0 to 1. */
  lineOpacity?: number;
  /** Line width in pixels. */
  width?: number;
  /** CSS color of the area. */
  fill?: string;
  /** Opacity of the area, from 0 to 1. */
  fillOpacity?: number;
}

interface StyleOptions {
  style: DrawingStyle;
  /** Changes of the style while the pointer is over the drawing. */
  hover?: DrawingStyle;
}

/** Drawing of a feature. `isOpen`: the description of the point is open from the start. */
export type Drawing =
  | { kind: 'point'; at: Coordinates; isVenue?: boolean; icon?: string; isOpen?: boolean }
  | ({ kind: 'area'; path: readonly Coordinates[]; hole?: readonly Coordinates[] } & StyleOptions)
  | ({ kind: 'line'; path: readonly Coordinates[] } & StyleOptions)
  | ({ kind: 'circle'; at: Coordinates; meters: number } & StyleOptions)
  | ({ kind: 'rectangle'; corners: readonly [Coordinates, Coordinates] } & StyleOptions)
  | { kind: 'label'; at: Coordinates; text: string; color?: string; halo?: string; opacity?: number; size?: number };

/** Data of a map for the script of a page. */
export interface MapDrawing {
  /** Initial view. If omitted, the map fits all drawings. */
  view?: { at: Coordinates; zoom: number };
  /** CSS length. If omitted, the style sheet sets the width. */
  width?: string;
  /** CSS length. If omitted, the style sheet sets the height. */
  height?: string;
  alignment?: 'left' | 'center' | 'right';
  /** Drawings by the ID of the list item that describes the same feature. */
  drawings: Readonly<Record<string, Drawing>>;
}
