import { deflateSync } from 'node:zlib';

// Packs parameters into a path as clients do, in the published format (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.9).

/** A sequence of bits, written from the highest bit of each byte. */
class Bits {
  readonly bytes: number[] = [];
  #free = 0;

  push(bit: number): void {
    if (this.#free === 0) {
      this.bytes.push(0);
      this.#free = 8;
    }
    this.#free--;
    this.bytes[this.bytes.length - 1]! |= bit << this.#free;
  }
}

/** Returns the Elias–Fano bytes of ascending unique IDs, followed by the pointer. */
export function encodeEliasFano(ids: readonly number[]): { bytes: Buffer; end: number } {
  const count = ids.length;
  const lowBits = Math.max(0, Math.floor(Math.log2(ids[count - 1]! / count)));
  const [lows, highs] = [new Bits(), new Bits()];
  let previous = 0;
  for (const id of ids) {
    const delta = id - previous - 1;
    previous = id;
    for (let i = lowBits - 1; i >= 0; i--) lows.push(Math.floor(delta / 2 ** i) % 2);
    for (let i = Math.floor(delta / 2 ** lowBits); i > 0; i--) highs.push(0);
    highs.push(1);
  }
  const start = Math.floor((lowBits * count) / 8 + 6);
  const bytes = Buffer.alloc(start + highs.bytes.length);
  bytes.writeUInt32LE(count, 0);
  bytes[4] = lowBits;
  bytes.set(lows.bytes, 5);
  bytes.set(highs.bytes, start);
  return { bytes, end: bytes.length };
}

const encodeSegment = (bytes: Buffer) => bytes.toString('base64').replaceAll('/', '-').replace(/=+$/, '');

/** Returns the last segments of a path, which contain the parameters. */
export function packParameters(parameters: Record<string, unknown>, deflate: (bytes: Buffer) => Buffer = deflateSync): string {
  const { markerIDs, ...plainParameters } = parameters;
  const ids = typeof markerIDs === 'string' ? markerIDs.split(',').map(Number) : [];
  const encoded = ids.length >= 2 ? encodeEliasFano(ids) : undefined;
  const first = encoded ? { ...plainParameters, midcbp: encoded.end } : parameters;
  const text = `base64${encodeSegment(deflate(Buffer.from(JSON.stringify(first))))}`;
  return encoded ? `${text}/${encodeSegment(deflateSync(encoded.bytes))}` : text;
}
