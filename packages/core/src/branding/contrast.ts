/** The minimum contrast of text with its background: WCAG 2.2, success criterion 1.4.3. */
export const MIN_TEXT_CONTRAST = 4.5

/** Returns the contrast ratio of two colours `#rrggbb`, from 1 to 21, in either order: WCAG 2.2, "contrast ratio". */
export function contrastRatio(first: string, second: string): number {
  const one = luminance(first)
  const other = luminance(second)
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Returns black or white, whichever is more readable on a colour; its contrast is at least 4.58:1 on any colour. */
export function inkOn(colour: string): '#000000' | '#ffffff' {
  const black = contrastRatio(colour, '#000000')
  return black >= contrastRatio(colour, '#ffffff') ? '#000000' : '#ffffff'
}

/** Mixes two colours channel by channel: `share` 0 is `from`, 1 is `to`. */
export function mixColours(from: string, to: string, share: number): string {
  const ends = channelsOf(to)
  const mixed = channelsOf(from).map((start, index) =>
    Math.round(start + ((ends[index] ?? start) - start) * share),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the relative luminance of an sRGB colour (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((byte) => {
    const channel = byte / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}
