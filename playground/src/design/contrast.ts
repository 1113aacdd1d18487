import { tokens } from '../../../widget/src/styles/tokens.ts'

/** The two colour schemes; every colour has a value for each. */
export type Scheme = 'light' | 'dark'

/** A colour's lowest contrast with an adjacent colour. */
export type Contrast = {
  readonly ratio: number
  /** The name of the neighbouring colour, without the prefix. */
  readonly other: string
  /** WCAG 2.2 AA: 4.5 for text, 3 for marks. */
  readonly least: number
}

/** The colours of text and marks, each with the possible surfaces behind it and the minimum contrast. */
const PAIRS: readonly (readonly [string, readonly string[], number])[] = [
  [
    'text',
    ['surface', 'surface-raised', 'success-surface', 'warning-surface', 'danger-surface'],
    4.5,
  ],
  ['text-muted', ['surface', 'surface-raised'], 4.5],
  ['on-primary', ['primary'], 4.5],
  ['primary', ['surface', 'surface-raised', 'primary-surface'], 4.5],
  ['success', ['surface', 'surface-raised', 'success-surface'], 4.5],
  ['warning', ['surface', 'warning-surface'], 4.5],
  ['danger', ['surface', 'surface-raised', 'danger-surface'], 4.5],
  ['focus', ['surface', 'surface-raised'], 3],
]

/** Returns a colour for each scheme; null if the value is not `#rgb`, `#rrggbb` or `light-dark()` of these. */
export function splitSchemes(value: string): Readonly<Record<Scheme, string>> | null {
  const [, light = value, dark = value] =
    /^light-dark\(\s*([^,]+?)\s*,\s*([^,]+?)\s*\)$/.exec(value) ?? []
  return [light, dark].every((each) => HEX.test(each)) ? { light, dark } : null
}

/** Returns the shortest notation: one value if both schemes have the same colour. */
export function joinSchemes({ light, dark }: Readonly<Record<Scheme, string>>): string {
  return light === dark ? light : `light-dark(${light}, ${dark})`
}

/**
 * Finds a colour's pair with the lowest contrast relative to the required minimum. Null for a colour that no text or mark depends on, and
 * for a colour that is not written in hexadecimal digits. `variables` are the chosen values.
 */
export function findContrast(
  variable: string,
  variables: Readonly<Record<string, string>>,
  scheme: Scheme,
): Contrast | null {
  const own = variable.replace('--sp-color-', '')
  const found = PAIRS.flatMap(([front, backs, least]) =>
    backs.flatMap((back) => {
      if (own !== front && own !== back) return []
      const [first, second] = [front, back].map((name) => findColour(name, variables, scheme))
      const other = own === front ? back : front
      return first && second ? [{ ratio: contrast(first, second), other, least }] : []
    }),
  )
  return found.sort((a, b) => a.ratio / a.least - b.ratio / b.least)[0] ?? null
}

/** Returns the "contrast ratio" of WCAG 2.2 for two colours in hexadecimal digits. */
export function contrast(first: string, second: string): number {
  const [high = 0, low = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

const HEX = /^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i

/** Finds the chosen colour, otherwise the element's own colour; null for a colour with an alpha channel. */
function findColour(
  name: string,
  variables: Readonly<Record<string, string>>,
  scheme: Scheme,
): string | null {
  const chosen = variables[`--sp-color-${name}`]
  const [, own = ''] =
    new RegExp(`--_${name}:[^;]*?(light-dark\\([^)]*\\))`).exec(tokens.cssText) ?? []
  const colour = splitSchemes(chosen ?? own)?.[scheme] ?? null
  return colour?.length === 9 ? null : colour
}

/** Returns the "relative luminance" of WCAG 2.2. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/[\da-f]/gi, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(digits.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
