import { inflateSync } from 'node:zlib'

const HEADER_BYTES = 44
const ENTRY_BYTES = 20
const SFNT_HEADER_BYTES = 12
const SFNT_ENTRY_BYTES = 16
/** The maximum size of a font's unpacked table; the largest table of the fonts in `static/fonts` has 4 MB. */
const MAX_TABLE_BYTES = 16_777_216

/**
 * Unpacks a WOFF 1.0 file into the OpenType font that it contains. The PDF library also reads compressed fonts, but unpacks a whole table
 * for each glyph.
 */
export function readWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new TypeError('The file is not a WOFF font.')
  const count = woff.readUInt16BE(12)
  const directory = Buffer.alloc(SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES)
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  const tables: Buffer[] = []
  let offset = directory.length
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES
    const table = readTable(woff, entry)
    const place = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES
    woff.copy(directory, place, entry, entry + 4)
    woff.copy(directory, place + 4, entry + 16, entry + 20)
    directory.writeUInt32BE(offset, place + 8)
    directory.writeUInt32BE(table.length, place + 12)
    const padding = Buffer.alloc(-table.length & 3)
    tables.push(table, padding)
    offset += table.length + padding.length
  }
  return Buffer.concat([directory, ...tables])
}

function readTable(woff: Buffer, entry: number): Buffer {
  const start = woff.readUInt32BE(entry + 4)
  const packedLength = woff.readUInt32BE(entry + 8)
  const packed = woff.subarray(start, start + packedLength)
  const isPacked = packedLength < woff.readUInt32BE(entry + 12)
  return isPacked ? inflateSync(packed, { maxOutputLength: MAX_TABLE_BYTES }) : packed
}
