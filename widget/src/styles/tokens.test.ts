import { describe, expect, test } from 'vitest'
import { tokens } from './tokens.ts'

type Scheme = 'light' | 'dark'

/** Text (or what stands for text) and the surfaces that it stands on. */
const TEXT_PAIRS: readonly (readonly [string, readonly string[]])[] = [
  ['text', ['surface', 'surface-raised', 'success-surface', 'warning-surface', 'danger-surface']],
  ['text-muted', ['surface', 'surface-raised']],
  ['on-primary', ['primary']],
  ['primary', ['surface', 'surface-raised', 'primary-surface']],
  ['success', ['surface', 'success-surface']],
  ['warning', ['surface', 'warning-surface']],
  ['danger', ['surface', 'surface-raised', 'danger-surface']],
  ['surface', ['success', 'danger']],
]

/** Marks without text: rings, borders of what is hovered. */
const MARK_PAIRS: readonly (readonly [string, readonly string[]])[] = [
  ['focus', ['surface', 'surface-raised']],
  ['control-border', ['surface', 'surface-raised']],
]

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  test.each(flatten(TEXT_PAIRS))('%s on %s has a contrast of at least 4.5', (front, back) => {
    expect(contrast(find(front, scheme), find(back, scheme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(flatten(MARK_PAIRS))('%s on %s has a contrast of at least 3', (front, back) => {
    expect(contrast(find(front, scheme), find(back, scheme))).toBeGreaterThanOrEqual(3)
  })
})

test('every colour token is part of a pair, but the lines', () => {
  const all = [
    ...tokens.cssText.matchAll(/--_([a-z-]+):[^;]*light-dark\(#[^)]*#[0-9a-f]{6}\)/g),
  ].map(([, name]) => name)
  const paired = new Set(
    [...TEXT_PAIRS, ...MARK_PAIRS].flatMap(([front, backs]) => [front, ...backs]),
  )
  expect(all.filter((name) => name && !paired.has(name))).toEqual(['border'])
})

test('a control is never lower than 44 pixels', () => {
  expect(tokens.cssText).toContain('--_control-height: max(44px, var(--sp-control-height, 3rem))')
})

function flatten(pairs: typeof TEXT_PAIRS): [string, string][] {
  return pairs.flatMap(([front, backs]) => backs.map((back): [string, string] => [front, back]))
}

function find(name: string, scheme: Scheme): string {
  const pattern = new RegExp(`--_${name}:[^;]*light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`)
  const [, light, dark] = tokens.cssText.match(pattern) ?? []
  const colour = scheme === 'light' ? light : dark
  if (!colour) throw new Error(`There is no colour ${name}.`)
  return colour
}

/** WCAG 2.2, "contrast ratio". */
function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
