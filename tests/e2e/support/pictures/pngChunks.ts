import { crc32 } from 'node:zlib'

/** A part of a PNG file. */
export type Chunk = { readonly type: string; readonly data: Buffer }

/** The first bytes of every PNG file. */
export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A chunk has its length and type before its data, and its checksum after it. */
const [HEAD_BYTES, CHECKSUM_BYTES] = [8, 4]

/** Yields the chunks of a PNG file in their order; trusts the checksums. */
export function* readChunks(file: Buffer): Generator<Chunk> {
  let at = SIGNATURE.length
  while (at < file.length) {
    const start = at + HEAD_BYTES
    const end = start + file.readUInt32BE(at)
    yield { type: file.toString('latin1', at + 4, start), data: file.subarray(start, end) }
    at = end + CHECKSUM_BYTES
  }
}

/** Returns a chunk's bytes with its length and checksum. */
export function writeChunk({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(CHECKSUM_BYTES)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
