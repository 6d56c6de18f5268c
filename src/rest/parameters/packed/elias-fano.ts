/** Offset of the low bits in bytes. Before them are the count (four bytes) and the number of low bits (one byte). */
const LOW_BITS_OFFSET = 5;

/** Returns the bit at a position, most significant bit first, or undefined after the end. */
function getBit(bytes: Uint8Array, position: number): 0 | 1 | undefined {
  const byte = bytes[position >> 3];
  return byte === undefined ? undefined : (((byte >> (7 - (position & 7))) & 1) as 0 | 1);
}

/**
 * Decodes ascending IDs from Elias–Fano bytes (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.9). Yields them one by one, because a short input
 * may contain very many IDs. Format: the count as four bytes, little endian; the number of low bits of each gap; the low bits, packed; the high bits
 * in unary up to byte `end`. Some encoders omit the last byte. Then yields the IDs that can be decoded.
 */
export function* decodeEliasFano(bytes: Uint8Array, end: number): Generator<number> {
  if (bytes.length < LOW_BITS_OFFSET) return;
  const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const lowBits = bytes[4] as number;
  const lowEnd = Math.min(bytes.length, LOW_BITS_OFFSET + Math.ceil((lowBits * count) / 8)) * 8;
  let lowAt = LOW_BITS_OFFSET * 8;
  let highAt = Math.floor((lowBits * count) / 8 + 6) * 8;
  const highEnd = Math.min(bytes.length, end) * 8;
  let previous = 0;
  for (let n = 0; n < count; n++) {
    let low = 0;
    for (let i = 0; i < lowBits; i++, lowAt++) {
      if (lowAt >= lowEnd) return;
      low = low * 2 + (getBit(bytes, lowAt) as number);
    }
    let high = 0;
    for (; highAt < highEnd && getBit(bytes, highAt) === 0; highAt++) high++;
    if (highAt >= highEnd) return;
    highAt++;
    previous += high * 2 ** lowBits + low + 1;
    if (!Number.isSafeInteger(previous)) return;
    yield previous;
  }
}
