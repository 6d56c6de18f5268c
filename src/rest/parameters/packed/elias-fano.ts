/** Where the low parts begin: behind the count (four bytes) and the number of low bits. */
const LOWS = 5;

/** The bit at a position, the most significant of a byte first; undefined behind the end. */
function bitAt(bytes: Uint8Array, position: number): 0 | 1 | undefined {
  const byte = bytes[position >> 3];
  return byte === undefined ? undefined : (((byte >> (7 - (position & 7))) & 1) as 0 | 1);
}

/**
 * Ascending ids from their Elias–Fano bytes (cache-compliance-maps-2fa-theme.md 3.9), one after another, so that a short text that stands for
 * very many of them costs nothing until they are taken. Bytes: the count, little endian in four; the number of low bits of each gap; the low
 * bits, packed; the high bits in unary up to byte `end`. Some encoders cut their last byte off: the ids that can be decoded are returned.
 */
export function* eliasFanoIds(bytes: Uint8Array, end: number): Generator<number> {
  if (bytes.length < LOWS) return;
  const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const lowBits = bytes[4] as number;
  const lowEnd = Math.min(bytes.length, LOWS + Math.ceil((lowBits * count) / 8)) * 8;
  let lowAt = LOWS * 8;
  let highAt = Math.floor((lowBits * count) / 8 + 6) * 8;
  const highEnd = Math.min(bytes.length, end) * 8;
  let previous = 0;
  for (let n = 0; n < count; n++) {
    let low = 0;
    for (let i = 0; i < lowBits; i++, lowAt++) {
      if (lowAt >= lowEnd) return;
      low = low * 2 + (bitAt(bytes, lowAt) as number);
    }
    let high = 0;
    for (; highAt < highEnd && bitAt(bytes, highAt) === 0; highAt++) high++;
    if (highAt >= highEnd) return;
    highAt++;
    previous += high * 2 ** lowBits + low + 1;
    if (!Number.isSafeInteger(previous)) return;
    yield previous;
  }
}
