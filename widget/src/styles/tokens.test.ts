import { describe, expect, test } from 'vitest'
import { tokens } from './tokens.ts'

type Scheme = 'light' | 'dark'

/** Each text colour and the background colours behind it; the comments name the elements that show the pairs. */
const TEXT_PAIRS: readonly (readonly [string, readonly string[]])[] = [
  // Cards, slips, and notes of every tone.
  ['text', ['surface', 'surface-raised', 'success-surface', 'warning-surface', 'danger-surface']],
  // A slip's labels, badges, disabled buttons.
  ['text-muted', ['surface', 'surface-raised']],
  ['on-primary', ['primary']],
  // Links, including those on a slip, and monograms.
  ['primary', ['surface', 'surface-raised', 'primary-surface']],
  // Verified values; the icon of a success note.
  ['success', ['surface', 'surface-raised', 'success-surface']],
  ['warning', ['surface', 'warning-surface']],
  // The missing amount in an option, failure icons.
  ['danger', ['surface', 'surface-raised', 'danger-surface']],
  // The tick and the cross in their discs.
  ['surface', ['success', 'danger']],
]

/** Marks without text: focus rings, pending steps, hover borders, and the filled part of a meter. */
const MARK_PAIRS: readonly (readonly [string, readonly string[]])[] = [
  ['focus', ['surface', 'surface-raised']],
  ['control-border', ['surface', 'surface-raised']],
  ['primary', ['border']],
]

/** Decorative lines, which need no contrast: the parts that they separate are distinct without them. */
const LINES = ['rule']

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  test.each(flatten(TEXT_PAIRS))(
    'the colour %s on %s has a contrast of at least 4.5',
    (front, back) => {
      expect(contrast(find(front, scheme), find(back, scheme))).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each(flatten(MARK_PAIRS))(
    'the colour %s on %s has a contrast of at least 3',
    (front, back) => {
      expect(contrast(find(front, scheme), find(back, scheme))).toBeGreaterThanOrEqual(3)
    },
  )

  test.each(['text', 'text-muted'])(
    'the colour %s stays readable on the engraved lines',
    (front) => {
      const line = find('line', scheme)
      const share = Number.parseInt(line.slice(7), 16) / 255
      const back = blend(line, find('surface', scheme), share)
      expect(contrast(find(front, scheme), back)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('The main button’s label has a contrast of at least 7 while hovered', () => {
    const away = scheme === 'light' ? '#ffffff' : '#000000'
    // The test mixes linearly, not in oklab: the difference is smaller than the margin that this test requires.
    const back = blend(find('primary', scheme), away, 0.9)
    expect(contrast(find('on-primary', scheme), back)).toBeGreaterThanOrEqual(7)
  })

  test.each(['text', 'text-muted', 'danger'])(
    'the colour %s stays readable on a hovered row',
    (front) => {
      const back = blend(find('text', scheme), find('surface', scheme), 0.05)
      expect(contrast(find(front, scheme), back)).toBeGreaterThanOrEqual(4.5)
    },
  )
})

test('Every colour token is part of a pair, except the lines', () => {
  const all = [
    ...tokens.cssText.matchAll(/--_([a-z-]+):[^;]*light-dark\(#[^)]*#[0-9a-f]{6}\)/g),
  ].map(([, name]) => name)
  const paired = new Set(
    [...TEXT_PAIRS, ...MARK_PAIRS].flatMap(([front, backs]) => [front, ...backs]),
  )
  expect(all.filter((name) => name && !paired.has(name))).toEqual(LINES)
})

test('The height of a control is at least 44 pixels', () => {
  expect(tokens.cssText).toContain('--_control-height: max(44px, var(--sp-control-height, 3rem))')
})

function flatten(pairs: typeof TEXT_PAIRS): [string, string][] {
  return pairs.flatMap(([front, backs]) => backs.map((back): [string, string] => [front, back]))
}

function find(name: string, scheme: Scheme): string {
  const pattern = new RegExp(`--_${name}:[^;]*light-dark\\((#[0-9a-f]{6,8}), (#[0-9a-f]{6,8})\\)`)
  const [, light, dark] = tokens.cssText.match(pattern) ?? []
  const colour = scheme === 'light' ? light : dark
  if (!colour) throw new Error(`There is no colour ${name}.`)
  return colour
}

/** Mixes `share` of the first colour over the second, in sRGB as browsers paint it. */
function blend(over: string, under: string, share: number): string {
  const channels = [1, 3, 5].map((start) => {
    const [first = 0, second = 0] = [over, under].map((hex) =>
      Number.parseInt(hex.slice(start, start + 2), 16),
    )
    return Math.round(first * share + second * (1 - share))
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** Returns the contrast ratio of WCAG 2.2. */
function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns the relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
