/** Degrees north and east. */
export type Spot = readonly [latitude: number, longitude: number];

/** How lines and areas look; what is absent looks as the map's style sheet says. */
export interface DrawnStyle {
  /** Color of the line, as CSS names it. */
  line?: string;
  /** 0 to 1. */
  lineOpacity?: number;
  /** Pixels. */
  width?: number;
  fill?: string;
  fillOpacity?: number;
}

interface Styled {
  style: DrawnStyle;
  /** Style on hover. */
  hover?: DrawnStyle;
}

/** What is drawn of a feature. */
export type Drawing =
  | { kind: 'point'; at: Spot; isVenue?: boolean; icon?: string; isOpen?: boolean }
  | ({ kind: 'area'; path: readonly Spot[]; hole?: readonly Spot[] } & Styled)
  | ({ kind: 'line'; path: readonly Spot[] } & Styled)
  | ({ kind: 'circle'; at: Spot; metres: number } & Styled)
  | ({ kind: 'rectangle'; corners: readonly [Spot, Spot] } & Styled)
  | { kind: 'label'; at: Spot; text: string; color?: string; halo?: string; opacity?: number; size?: number };

/** Data of the map for the script of a page: `drawings` by the id of the list item that says the same in words. */
export interface DrawnMap {
  /** The first view; absent = everything that is drawn. */
  view?: { at: Spot; zoom: number };
  /** CSS lengths; absent = the style sheet's. */
  width?: string;
  height?: string;
  alignment?: 'left' | 'center' | 'right';
  drawings: Readonly<Record<string, Drawing>>;
}
