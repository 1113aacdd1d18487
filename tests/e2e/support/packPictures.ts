import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE_BYTES = 8
/** A chunk has its length and type before its data, and its checksum after it. */
const [HEAD_BYTES, CHECKSUM_BYTES] = [8, 4]

/** The offset in the header, and the channels of browsers' files: with alpha and without. */
const COLOUR_TYPE_AT = 9
const CHANNELS: ReadonlyMap<number, number> = new Map([
  [2, 3],
  [6, 4],
])

/** Compresses a folder's PNG files that begin with `prefix` further than a browser does, which writes them fast. No pixel changes. */
export async function packPictures(folder: string, prefix: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue
    const path = join(folder, name)
    const picture = await readFile(path)
    const packed = pack(picture)
    if (packed.length < picture.length) await writeFile(path, packed)
  }
}

function pack(picture: Buffer): Buffer {
  const [header, ...chunks] = readChunks(picture)
  if (!header) return picture
  const lines = inflateSync(
    Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)),
  )
  const channels = CHANNELS.get(header.data[COLOUR_TYPE_AT] ?? 0)
  if (channels === undefined) return picture
  unfilter(lines, header.data.readUInt32BE(0) * channels, channels)
  const data = deflateSync(lines, { level: 9, memLevel: 9 })
  const others = chunks.filter(({ type }) => type !== 'IDAT')
  return Buffer.concat([
    picture.subarray(0, SIGNATURE_BYTES),
    ...[header, { type: 'IDAT', data }, ...others].map(writeChunk),
  ])
}

/** Reverts the filter of each line in place (PNG, "filter algorithms"): flat surfaces and letters compress better unfiltered. */
function unfilter(lines: Buffer, width: number, step: number): void {
  const at = (index: number): number => lines[index] ?? 0
  for (let line = 0; line < lines.length; line += width + 1) {
    const filter = at(line)
    for (let x = 1; x <= width; x += 1) {
      const here = line + x
      const left = x > step ? at(here - step) : 0
      const up = line > 0 ? at(here - width - 1) : 0
      const corner = x > step && line > 0 ? at(here - width - 1 - step) : 0
      const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)]
      lines[here] = at(here) + (guesses[filter] ?? 0)
    }
    lines[line] = 0
  }
}

/** Returns the neighbour, of three, that is nearest to their plane. */
function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp] = [Math.abs(up - corner), Math.abs(left - corner)]
  const toCorner = Math.abs(left + up - 2 * corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

type Chunk = { readonly type: string; readonly data: Buffer }

function* readChunks(picture: Buffer): Generator<Chunk> {
  let at = SIGNATURE_BYTES
  while (at < picture.length) {
    const start = at + HEAD_BYTES
    const end = start + picture.readUInt32BE(at)
    yield { type: picture.toString('latin1', at + 4, start), data: picture.subarray(start, end) }
    at = end + CHECKSUM_BYTES
  }
}

function writeChunk({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(CHECKSUM_BYTES)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
