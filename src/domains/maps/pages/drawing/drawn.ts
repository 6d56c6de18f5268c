/** A point in degrees north and east. */
export type Spot = readonly [latitude: number, longitude: number];

/** Style of lines and areas; absent = the map's style sheet. */
export interface DrawnStyle {
  /** CSS color of the line. */
  line?: string;
  /** Opacity from 0 to 1. */
  lineOpacity?: number;
  /** Line width in pixels. */
  width?: number;
  fill?: string;
  fillOpacity?: number;
}

interface Styled {
  style: DrawnStyle;
  /** Style on hover. */
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

/** Map data for the script of a page. The keys of `drawings` are the IDs of the list items that describe them. */
export interface DrawnMap {
  /** Initial view; absent = fits all drawings. */
  view?: { at: Spot; zoom: number };
  /** CSS lengths; absent = those of the style sheet. */
  width?: string;
  height?: string;
  alignment?: 'left' | 'center' | 'right';
  drawings: Readonly<Record<string, Drawing>>;
}
