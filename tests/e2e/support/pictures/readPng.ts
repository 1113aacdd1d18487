import { inflateSync } from 'node:zlib'
import { CHANNELS, type Picture } from './picture.ts'
import { readChunks } from './pngChunks.ts'

/** The offsets in the header (PNG, "IHDR Image header"). */
const [WIDTH_AT, HEIGHT_AT, DEPTH_AT, COLOUR_TYPE_AT] = [0, 4, 8, 9]

/** The channels of the colour types that browsers write: with alpha and without. */
const STORED_CHANNELS: ReadonlyMap<number, number> = new Map([
  [2, 3],
  [6, 4],
])

/** Reads a PNG file with eight bits per channel, true colour, not interlaced. Ignores alpha: a page's picture is opaque. */
export function readPng(file: Buffer): Picture {
  const [header, ...chunks] = readChunks(file)
  const stored = STORED_CHANNELS.get(header?.data[COLOUR_TYPE_AT] ?? 0)
  if (header?.type !== 'IHDR' || stored === undefined || header.data[DEPTH_AT] !== 8) {
    throw new Error('The file is not a true-colour PNG with eight bits per channel.')
  }
  const width = header.data.readUInt32BE(WIDTH_AT)
  const height = header.data.readUInt32BE(HEIGHT_AT)
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  const lines = inflateSync(Buffer.concat(packed))
  const colours = new Uint8Array(width * height * CHANNELS)
  const length = width * stored
  for (let row = 0; row < height; row += 1) {
    const start = row * (length + 1) + 1
    unfilter(lines, start, length, stored, row === 0)
    for (let x = 0; x < width; x += 1) {
      const [from, to] = [start + x * stored, (row * width + x) * CHANNELS]
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        colours[to + channel] = lines[from + channel] ?? 0
      }
    }
  }
  return { width, height, colours }
}

/** Reverts the filter of a line in place (PNG, "Filter algorithms"). `step` is the distance to the pixel on the left. */
function unfilter(
  lines: Buffer,
  start: number,
  length: number,
  step: number,
  isFirst: boolean,
): void {
  const filter = lines[start - 1]
  if (filter === 0) return
  for (let x = 0; x < length; x += 1) {
    const here = start + x
    const above = here - length - 1
    const left = x >= step ? (lines[here - step] ?? 0) : 0
    const up = isFirst ? 0 : (lines[above] ?? 0)
    const value = lines[here] ?? 0
    if (filter === 1) lines[here] = value + left
    else if (filter === 2) lines[here] = value + up
    else if (filter === 3) lines[here] = value + ((left + up) >> 1)
    else {
      const corner = isFirst || x < step ? 0 : (lines[above - step] ?? 0)
      lines[here] = value + paeth(left, up, corner)
    }
  }
}

/** Returns the Paeth predictor: the neighbour that is nearest to left plus upper minus upper left. */
function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner)
  const toUp = Math.abs(left - corner)
  const toCorner = Math.abs(left + up - 2 * corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
