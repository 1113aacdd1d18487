import type { Context } from '../context.ts'

const BYTES = 16
/** The number of bytes that contain the time, in milliseconds since 1970. */
const TIME_BYTES = 6

/** Creates a UUID of version 7 (RFC 9562, section 5.7): ids sort by creation time, to the millisecond. */
export function createUuid(context: Pick<Context, 'now' | 'random'>): string {
  const bytes = Buffer.from(context.random(BYTES))
  bytes.writeUIntBE(context.now().getTime(), 0, TIME_BYTES)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [8, 4, 4, 4, 12]
    .reduce<{ parts: string[]; at: number }>(
      ({ parts, at }, length) => ({
        parts: [...parts, hex.slice(at, at + length)],
        at: at + length,
      }),
      { parts: [], at: 0 },
    )
    .parts.join('-')
}

/** Returns whether a string is a UUID in its canonical form, like this service's ids. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
