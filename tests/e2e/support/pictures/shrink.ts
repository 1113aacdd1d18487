import { CHANNELS, type Picture } from './picture.ts'

/** Returns the picture with each square of `size` by `size` pixels reduced to one pixel of their mean colour. Drops incomplete squares. */
export function shrink(picture: Picture, size: number): Picture {
  if (size === 1) return picture
  const width = Math.floor(picture.width / size)
  const height = Math.floor(picture.height / size)
  const colours = new Uint8Array(width * height * CHANNELS)
  const sums = new Uint32Array(width * CHANNELS)
  for (let row = 0; row < height; row += 1) {
    sums.fill(0)
    for (let line = row * size; line < (row + 1) * size; line += 1) {
      addLine(picture, line, size, sums)
    }
    for (const [index, sum] of sums.entries()) {
      colours[row * sums.length + index] = Math.round(sum / (size * size))
    }
  }
  return { width, height, colours }
}

/** Adds the colours of one line to the sums of its squares. */
function addLine(picture: Picture, line: number, size: number, sums: Uint32Array): void {
  const start = line * picture.width * CHANNELS
  for (let square = 0; square < sums.length; square += CHANNELS) {
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      let sum = 0
      const first = start + square * size + channel
      for (let pixel = 0; pixel < size; pixel += 1) {
        sum += picture.colours[first + pixel * CHANNELS] ?? 0
      }
      sums[square + channel] = (sums[square + channel] ?? 0) + sum
    }
  }
}
