/** A point as latitude and longitude, in degrees. */
export type Spot = readonly [latitude: number, longitude: number];

/** Style of lines and areas. Omitted values are those of the style sheet. */
export interface DrawnStyle {
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

interface Styled {
  style: DrawnStyle;
  /** Changes of the style while the pointer is over the drawing. */
  hover?: DrawnStyle;
}

/** Drawing of a feature. */
export type Drawing =
  | { kind: 'point'; at: Spot; isVenue?: boolean; icon?: string; isOpen?: boolean }
  | ({ kind: 'area'; path: readonly Spot[]; hole?: readonly Spot[] } & Styled)
  | ({ kind: 'line'; path: readonly Spot[] } & Styled)
  | ({ kind: 'circle'; at: Spot; meters: number } & Styled)
  | ({ kind: 'rectangle'; corners: readonly [Spot, Spot] } & Styled)
  | { kind: 'label'; at: Spot; text: string; color?: string; halo?: string; opacity?: number; size?: number };

/** Data of a map for the script of a page. The keys of `drawings` are the IDs of the list items that describe the same features. */
export interface DrawnMap {
  /** Initial view. If omitted, the map fits all drawings. */
  view?: { at: Spot; zoom: number };
  /** CSS length. If omitted, that of the style sheet. The same applies to `height`. */
  width?: string;
  height?: string;
  alignment?: 'left' | 'center' | 'right';
  drawings: Readonly<Record<string, Drawing>>;
}
