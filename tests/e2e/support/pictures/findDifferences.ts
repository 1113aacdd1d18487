import { CHANNELS, type Picture } from './picture.ts'

/** A pixel, counted from the picture's upper left corner. */
export type Point = { readonly x: number; readonly y: number }

/** Returns the pixels of both pictures in which a channel (0 to 255) differs by more than `tolerance`. */
export function findDifferences(one: Picture, other: Picture, tolerance: number): Point[] {
  const width = Math.min(one.width, other.width)
  const height = Math.min(one.height, other.height)
  const found: Point[] = []
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (distance(one, other, x, y) > tolerance) found.push({ x, y })
    }
  }
  return found
}

function distance(one: Picture, other: Picture, x: number, y: number): number {
  let largest = 0
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    const own = one.colours[(y * one.width + x) * CHANNELS + channel] ?? 0
    const theirs = other.colours[(y * other.width + x) * CHANNELS + channel] ?? 0
    largest = Math.max(largest, Math.abs(own - theirs))
  }
  return largest
}
