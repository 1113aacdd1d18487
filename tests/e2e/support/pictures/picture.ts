/** A picture as its colours: red, green and blue of each pixel, row by row. */
export type Picture = {
  readonly width: number
  readonly height: number
  readonly colours: Uint8Array
}

/** The number of values per pixel. */
export const CHANNELS = 3
