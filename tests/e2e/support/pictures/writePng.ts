import { deflateSync } from 'node:zlib'
import { CHANNELS, type Picture } from './picture.ts'
import { SIGNATURE, writeChunk } from './pngChunks.ts'

/** Eight bits per channel, true colour, and the only methods that PNG has: compression, filter, no interlace. */
const FORMAT = [8, 2, 0, 0, 0]

/** Returns a picture as a PNG file. The lines are unfiltered: flat surfaces and letters compress better that way. */
export function writePng({ width, height, colours }: Picture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(FORMAT, 8)
  const length = width * CHANNELS
  const lines = Buffer.alloc((length + 1) * height)
  for (let row = 0; row < height; row += 1) {
    lines.set(colours.subarray(row * length, (row + 1) * length), row * (length + 1) + 1)
  }
  const data = deflateSync(lines, { level: 9, memLevel: 9 })
  return Buffer.concat([
    SIGNATURE,
    writeChunk({ type: 'IHDR', data: header }),
    writeChunk({ type: 'IDAT', data }),
    writeChunk({ type: 'IEND', data: Buffer.alloc(0) }),
  ])
}
