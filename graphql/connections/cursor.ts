import { type OrderKey, type KeysetPosition, parseKeysetPosition } from '#app/core/db/lists/keyset.ts';
import { invalidCursor } from '../prisma-connections.ts';

/** Creates the opaque cursor of a row from the position of the row and from the sort order to which the position refers. */
export function createCursor(order: string, position: string): string {
  return Buffer.from(`${order}:${position}`).toString('base64url');
}

function decodeValues(order: string, cursor: string): unknown {
  const decoded = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!decoded.startsWith(`${order}:`)) return null;
  try {
    return JSON.parse(decoded.slice(order.length + 1));
  } catch {
    return null;
  }
}

/** Reads the position from a cursor of this sort order. Throws `invalid_cursor` with the name of the argument for any other string. */
export function readCursor(argument: string, order: string, keys: readonly OrderKey[], cursor: string): KeysetPosition {
  const values = decodeValues(order, cursor);
  const position = Array.isArray(values) ? parseKeysetPosition(keys, values) : null;
  if (!position) throw invalidCursor(argument);
  return position;
}
