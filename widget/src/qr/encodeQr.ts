/** The dark and light modules of a QR code, row by row, without its quiet zone. */
export type QrMatrix = readonly (readonly boolean[])[]

/** The text has more bytes than the largest code here can carry. */
export class QrTooLongError extends Error {
  override readonly name = 'QrTooLongError'
  readonly code = 'qr_too_long'

  constructor(bytes: number) {
    super(`A QR code holds at most 666 bytes here, and the text has ${bytes}.`)
  }
}

/** Versions beyond it are too fine for a phone's camera at the width of a payment card. */
const MAX_VERSION = 20
/**
 * ISO/IEC 18004, table 9, level M (a tenth of the code may be unreadable): check bytes per block, and blocks, by
 * version.
 */
const CHECK_BYTES = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]
const BYTE_MODE = 4
const PAD_BYTES = [0xec, 0x11]
const FIELD_POLYNOMIAL = 0x11d
const FORMAT_POLYNOMIAL = 0x537
const FORMAT_MASK = 0x5412
const VERSION_POLYNOMIAL = 0x1f25
/** Light outside and dark inside: a finder pattern along a line. */
const FINDER_LIKE = ['00001011101', '10111010000']

/**
 * Draws text as a QR code: UTF-8 bytes, level M, the smallest version that holds them and the mask that ISO/IEC 18004 prefers.
 * Throws QrTooLongError.
 */
export function encodeQr(text: string): QrMatrix {
  const bytes = new TextEncoder().encode(text)
  const version = findVersion(bytes.length)
  const codewords = interleave(withPadding(bytes, version), version)
  const masked = MASKS.map((_, mask) => draw(version, codewords, mask))
  return masked.reduce((best, next) => (penalty(next) < penalty(best) ? next : best))
}

function findVersion(length: number): number {
  for (let version = 1; version <= MAX_VERSION; version++) {
    if (length + (version < 10 ? 2 : 3) <= dataBytes(version)) return version
  }
  throw new QrTooLongError(length)
}

const sizeOf = (version: number): number => 17 + version * 4

/** Bytes of data and checks that fit between the patterns of a version. */
function allBytes(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2
  const modules =
    (16 * version + 128) * version +
    64 -
    (alignments === 0 ? 0 : (25 * alignments - 10) * alignments - 55) -
    (version < 7 ? 0 : 36)
  return modules >> 3
}

function dataBytes(version: number): number {
  return allBytes(version) - of(CHECK_BYTES, version) * of(BLOCKS, version)
}

function of(table: readonly number[], version: number): number {
  return table[version - 1] ?? 0
}

/** Mode, length, the bytes, the terminator, and padding to the version's capacity. */
function withPadding(bytes: Uint8Array, version: number): Uint8Array {
  const lengthBits = version < 10 ? 8 : 16
  const bits: number[] = []
  const put = (value: number, count: number): void => {
    for (let at = count - 1; at >= 0; at--) bits.push((value >> at) & 1)
  }
  put(BYTE_MODE, 4)
  put(bytes.length, lengthBits)
  for (const byte of bytes) put(byte, 8)
  put(0, 4)
  const padded = new Uint8Array(dataBytes(version))
  for (const [at, bit] of bits.entries())
    padded[at >> 3] = (padded[at >> 3] ?? 0) | (bit << (7 - (at & 7)))
  for (let at = bits.length >> 3, turn = 0; at < padded.length; at++, turn ^= 1) {
    padded[at] = PAD_BYTES[turn] ?? 0
  }
  return padded
}

/** Splits the data into blocks, adds the check bytes of each, and interleaves them. */
function interleave(data: Uint8Array, version: number): readonly number[] {
  const blockCount = of(BLOCKS, version)
  const checkCount = of(CHECK_BYTES, version)
  const shortLength = Math.floor(data.length / blockCount)
  const longFrom = blockCount - (data.length % blockCount)
  const generator = createGenerator(checkCount)
  let start = 0
  const blocks = Array.from({ length: blockCount }, (_, index) => {
    const end = start + shortLength + (index < longFrom ? 0 : 1)
    const block = data.slice(start, end)
    start = end
    return { block, checks: remainder(block, generator) }
  })
  const turns = [...Array(shortLength + 1).keys()]
  return [
    ...turns.flatMap((at) => blocks.flatMap(({ block }) => block[at] ?? [])),
    ...generator.flatMap((_, at) => blocks.flatMap(({ checks }) => checks[at] ?? [])),
  ]
}

/** Coefficients of Reed-Solomon's generator of a degree, without the leading one. */
function createGenerator(degree: number): readonly number[] {
  let coefficients: readonly number[] = [...Array(degree - 1).fill(0), 1]
  let root = 1
  for (let step = 0; step < degree; step++) {
    const present = coefficients
    coefficients = present.map((value, at) => multiply(value, root) ^ (present[at + 1] ?? 0))
    root = multiply(root, 2)
  }
  return coefficients
}

function remainder(block: Uint8Array, generator: readonly number[]): readonly number[] {
  let result: number[] = generator.map(() => 0)
  for (const byte of block) {
    const factor = byte ^ (result[0] ?? 0)
    result = [...result.slice(1), 0].map(
      (value, at) => value ^ multiply(generator[at] ?? 0, factor),
    )
  }
  return result
}

/** In GF(2^8). */
function multiply(a: number, b: number): number {
  let product = 0
  for (let at = 7; at >= 0; at--) {
    product = (product << 1) ^ ((product >> 7) * FIELD_POLYNOMIAL)
    product ^= ((b >> at) & 1) * a
  }
  return product
}

/** The modules that a mask inverts, by column and row. */
const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

function draw(version: number, codewords: readonly number[], mask: number): boolean[][] {
  const size = sizeOf(version)
  const grid: (boolean | undefined)[][] = Array.from({ length: size }, () => Array(size))
  const set = (x: number, y: number, isDark: boolean): void => {
    const row = grid[y]
    if (row && x >= 0 && x < size) row[x] = isDark
  }
  drawPatterns(version, set)
  drawFormat(size, mask, set)
  const isTurned = MASKS[mask] ?? (() => 1)
  let bit = 0
  for (const { x, y } of zigzag(size)) {
    if (grid[y]?.[x] !== undefined) continue
    const isSet = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1
    bit++
    set(x, y, isSet !== (isTurned(x, y) === 0))
  }
  return grid.map((row) => row.map((isDark) => isDark === true))
}

type SetModule = (x: number, y: number, isDark: boolean) => void

/** Timing, finder and alignment patterns, and the version's number. */
function drawPatterns(version: number, set: SetModule): void {
  const size = sizeOf(version)
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const square = (
    centerX: number,
    centerY: number,
    radius: number,
    light: readonly number[],
  ): void => {
    for (let y = -radius; y <= radius; y++) {
      for (let x = -radius; x <= radius; x++) {
        set(centerX + x, centerY + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))))
      }
    }
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, [2, 4])
  const places = alignmentPlaces(version)
  const last = places.length - 1
  for (const [i, x] of places.entries()) {
    for (const [j, y] of places.entries()) {
      const isFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)
      if (!isFinder) square(x, y, 2, [1])
    }
  }
  if (version < 7) return
  const bits = withChecks(version, VERSION_POLYNOMIAL, 12)
  for (let at = 0; at < 18; at++) {
    const [a, b] = [size - 11 + (at % 3), Math.floor(at / 3)]
    set(a, b, ((bits >> at) & 1) === 1)
    set(b, a, ((bits >> at) & 1) === 1)
  }
}

/** The mask's number and the level (M is 0), twice, and the module that is always dark. */
function drawFormat(size: number, mask: number, set: SetModule): void {
  const bits = withChecks(mask, FORMAT_POLYNOMIAL, 10) ^ FORMAT_MASK
  for (let at = 0; at < 15; at++) {
    const isDark = ((bits >> at) & 1) === 1
    set(8, at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, isDark)
    set(at < 8 ? size - 1 - at : at < 9 ? 7 : 14 - at, 8, isDark)
  }
  set(8, size - 8, true)
}

/** A number followed by the remainder of its division: a BCH code. */
function withChecks(value: number, polynomial: number, degree: number): number {
  let rest = value
  for (let step = 0; step < degree; step++)
    rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial)
  return (value << degree) | rest
}

function alignmentPlaces(version: number): readonly number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const end = sizeOf(version) - 7
  return [6, ...Array.from({ length: count - 1 }, (_, at) => end - (count - 2 - at) * step)]
}

/** Two columns at a time from the right, up and down, past the timing column. */
function* zigzag(size: number): Generator<{ x: number; y: number }> {
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step
      yield { x: right, y }
      yield { x: right - 1, y }
    }
  }
}

/** The penalty of a code: runs, squares, patterns like a finder, and an uneven share of dark. */
function penalty(matrix: QrMatrix): number {
  const rows = matrix.map((row) => row.map(Number).join(''))
  const columns = matrix.map((_, x) => matrix.map((row) => Number(row[x])).join(''))
  let points = 0
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2
    for (const like of FINDER_LIKE) {
      for (let at = line.indexOf(like); at >= 0; at = line.indexOf(like, at + 1)) points += 40
    }
  }
  for (const [y, row] of rows.entries()) {
    const next = rows[y + 1] ?? ''
    for (let x = 0; x + 1 < row.length; x++) {
      if (row[x] === row[x + 1] && row.slice(x, x + 2) === next.slice(x, x + 2)) points += 3
    }
  }
  const dark = rows.join('').replaceAll('0', '').length / rows.length ** 2
  return points + Math.floor(Math.abs(dark - 0.5) * 20) * 10
}
