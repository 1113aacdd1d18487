import { describe, expect, test } from 'vitest'
import {
  type BrandColours,
  contrastPairs,
  deriveBrandTheme,
  type ThemeColours,
} from './brandTheme.ts'
import { contrastRatio, inkOn, mixColours } from './contrast.ts'

const NONE: BrandColours = {
  pageBackgroundColor: null,
  cardBackgroundColor: null,
  primaryActionColor: null,
  primaryTextColor: null,
  secondaryTextColor: null,
}

/** Text colours of the element with their backgrounds; the element's design-token test has the same list. */
const TEXT_PAIRS: readonly (readonly [keyof ThemeColours, readonly (keyof ThemeColours)[]])[] = [
  ['text', ['surface', 'surface-raised', 'success-surface', 'warning-surface', 'danger-surface']],
  ['text-muted', ['surface', 'surface-raised']],
  ['on-primary', ['primary']],
  ['link', ['surface', 'surface-raised', 'primary-surface']],
  ['success', ['surface', 'success-surface']],
  ['warning', ['surface', 'warning-surface']],
  ['danger', ['surface', 'surface-raised', 'danger-surface']],
]
const MARK_PAIRS: readonly (readonly [keyof ThemeColours, readonly (keyof ThemeColours)[]])[] = [
  ['focus', ['surface', 'surface-raised']],
  ['control-border', ['surface', 'surface-raised']],
]

describe('contrastRatio', () => {
  // The ratios from WCAG 2.2 itself and from its working group's examples.
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
  ])('contrastRatio of %s and %s is %d, in either order', (first, second, ratio) => {
    expect(contrastRatio(first, second)).toBeCloseTo(ratio, 2)
    expect(contrastRatio(second, first)).toBeCloseTo(ratio, 2)
  })

  test('black or white is readable on any grey', () => {
    for (let level = 0; level < 256; level += 1) {
      const grey = `#${level.toString(16).padStart(2, '0').repeat(3)}`
      expect(contrastRatio(inkOn(grey), grey)).toBeGreaterThan(4.5)
    }
  })

  test('a mixture starts at the first colour and ends at the second', () => {
    expect(mixColours('#102030', '#ffffff', 0)).toBe('#102030')
    expect(mixColours('#102030', '#ffffff', 1)).toBe('#ffffff')
    expect(mixColours('#000000', '#ffffff', 0.5)).toBe('#808080')
  })
})

describe('deriveBrandTheme', () => {
  test('deriveBrandTheme keeps the chosen colours', () => {
    const { light, page } = deriveBrandTheme({
      pageBackgroundColor: '#f0ead6',
      cardBackgroundColor: '#fffdf5',
      primaryActionColor: '#ffcc00',
      primaryTextColor: '#222222',
      secondaryTextColor: '#555555',
    })
    expect(light).toMatchObject({
      surface: '#fffdf5',
      primary: '#ffcc00',
      'on-primary': '#000000',
      text: '#222222',
      'text-muted': '#555555',
    })
    expect(page).toEqual({ light: '#f0ead6', dark: null })
  })

  test('a light colour of the card does not apply to dark pages, and a dark colour applies to every page', () => {
    const fromLight = deriveBrandTheme({ ...NONE, cardBackgroundColor: '#fffdf5' })
    expect(contrastRatio(fromLight.dark.surface, '#000000')).toBeLessThan(2)
    const fromDark = deriveBrandTheme({ ...NONE, cardBackgroundColor: '#101820' })
    expect(fromDark.light).toEqual(fromDark.dark)
    expect(fromDark.light.surface).toBe('#101820')
  })

  test('a button on a dark page contrasts with its card', () => {
    const { dark } = deriveBrandTheme({ ...NONE, primaryActionColor: '#000040' })
    expect(contrastRatio(dark.primary, dark.surface)).toBeGreaterThanOrEqual(3)
  })

  test('themes from a thousand readable choices are readable in both schemes', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed / 2_147_483_648
    }
    const colour = () => {
      const value = Math.floor(random() * 0x1000000)
      return random() < 0.2 ? null : `#${value.toString(16).padStart(6, '0')}`
    }
    let accepted = 0
    for (let round = 0; accepted < 1_000; round += 1) {
      expect(round).toBeLessThan(30_000)
      const colours = {
        pageBackgroundColor: colour(),
        cardBackgroundColor: colour(),
        primaryActionColor: colour(),
        primaryTextColor: colour(),
        secondaryTextColor: colour(),
      }
      if (contrastPairs(colours).some(({ ratio }) => ratio < 4.5)) continue
      accepted += 1
      const { light, dark } = deriveBrandTheme(colours)
      for (const theme of [light, dark]) {
        expect(unreadable(theme, TEXT_PAIRS, 4.5), JSON.stringify(colours)).toEqual([])
        expect(unreadable(theme, MARK_PAIRS, 3), JSON.stringify(colours)).toEqual([])
      }
    }
  })
})

describe('contrastPairs', () => {
  test("contrastPairs measures the contrast of the merchant's text colours", () => {
    const pairs = contrastPairs({
      ...NONE,
      cardBackgroundColor: '#ffffff',
      primaryTextColor: '#777777',
    })
    expect(pairs.map(({ foreground, ratio }) => [foreground, ratio.toFixed(2)])).toEqual([
      ['primaryTextColor', '4.48'],
      // #5a6273 on white, and white on #17223f, computed independently of this code.
      ['secondaryTextColor', '6.12'],
      ['buttonText', '15.71'],
    ])
  })

  test('a dark card gets the dark scheme’s light text colours unless the merchant chose others', () => {
    const pairs = contrastPairs({ ...NONE, cardBackgroundColor: '#101820' })
    for (const { ratio } of pairs) expect(ratio).toBeGreaterThan(4.5)
  })
})

function unreadable(
  theme: ThemeColours,
  pairs: typeof TEXT_PAIRS,
  least: number,
): readonly string[] {
  return pairs.flatMap(([front, backs]) =>
    backs
      .filter((back) => contrastRatio(theme[front], theme[back]) < least)
      .map((back) => `${front} ${theme[front]} on ${back} ${theme[back]}`),
  )
}
