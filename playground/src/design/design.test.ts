import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { previewModels } from './catalogue.ts'
import { contrast, findContrast, joinSchemes, splitSchemes } from './contrast.ts'
import { countChoices, type Studio, UNCHANGED } from './design.ts'
import { readHash, writeHash } from './hash.ts'
import { isFit, type Knob, knobGroups, knobs, readChoice, writeChoice } from './knobs.ts'

const ELEMENT = join(import.meta.dirname, '../../../widget/src/secure-payment.ts')
const STATES = Object.keys(previewModels)

describe('knobs', () => {
  let source = ''
  beforeAll(async () => {
    source = await readFile(ELEMENT, 'utf8')
  })

  test('knobs exist for every attribute, variable, slot and part of the element’s class', () => {
    const named = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, name]) => name ?? '')
    const expected = [
      ...named(/^ \* @attr \{[^}]+\} ([\w-]+)/gm),
      ...named(/^ \* @cssproperty \[(--sp-[\w-]+)/gm),
      ...named(/^ \* @slot (?:([\w-]+) )?- /gm).map((name) => `slot.${name || 'default'}`),
      ...named(/^ \* @csspart ([\w-]+)/gm).map((name) => `part.${name}`),
    ]
    expect(expected.length).toBeGreaterThan(110)
    expect(knobs.map(({ key }) => key).sort()).toEqual(expected.sort())
  })

  test('each control belongs to one group and has a description', () => {
    expect(new Set(knobs.map(({ key }) => key)).size).toBe(knobs.length)
    expect(knobGroups.every(({ knobs: own }) => own.length > 0)).toBe(true)
    expect(knobs.every(({ description }) => description.length > 3)).toBe(true)
  })

  test('knobs offer the choices of the class', () => {
    const theme = knobs.find(({ name }) => name === 'theme')
    expect(theme?.input).toEqual({ type: 'choice', choices: ['auto', 'light', 'dark'] })
    expect(knobs.find(({ name }) => name === 'open')?.input).toEqual({ type: 'flag' })
    expect(knobs.find(({ name }) => name === '--sp-radius')?.input).toMatchObject({ unit: 'rem' })
  })
})

describe('a choice', () => {
  test.each([
    ['open', ''],
    ['mode', 'button'],
    ['auto-select', 'false'],
    ['slot.footer', 'Hello'],
  ])('a choice of %s is kept', (key, value) => {
    const knob = findKnob(key)
    expect(readChoice(writeChoice(UNCHANGED.design, knob, value), knob)).toBe(value)
  })

  test.each([
    ['mode', 'inline'],
    ['--sp-radius', '1.25rem'],
    ['slot.default', 'Pay on the payment page'],
    ['theme', 'neon'],
    ['open', null],
  ])('a choice of %s with the default or invalid value %s is dropped', (key, value) => {
    expect(writeChoice(UNCHANGED.design, findKnob(key), value)).toEqual(UNCHANGED.design)
  })

  test('a choice can be undone', () => {
    const knob = findKnob('open')
    const open = writeChoice(UNCHANGED.design, knob, '')
    expect(writeChoice(open, knob, null)).toEqual(UNCHANGED.design)
  })
})

describe('the address', () => {
  const studio: Studio = {
    design: {
      attributes: { theme: 'dark', disabled: '', 'merchant-name': 'Kaffee & Söhne' },
      variables: { '--sp-color-primary': 'light-dark(#0f5132, #8fd6b0)', '--sp-radius': '0rem' },
      slots: { footer: 'Frågor? <b>Ring</b> & fråga', header: 'Nord' },
      parts: { header: 'order: 2', 'pay-button': "font: 600 1rem 'Inter', serif; color: red;" },
    },
    preview: { state: 'note:rejected', dir: 'rtl', width: '320' },
  }

  test('the address restores a design', () => {
    expect(readHash(`#${writeHash(studio)}`, STATES)).toEqual(studio)
    expect(writeHash(UNCHANGED)).toBe('')
    expect(countChoices(studio.design)).toBe(9)
    expect(countChoices(UNCHANGED.design)).toBe(0)
  })

  test.each([
    'theme=neon&onclick=alert(1)&preview-state=nowhere&preview-width=9999&preview-dir=up',
    '--sp-radius=0;}body{display:none&--sp-shadow=url(https://a.example)&--sp-evil=1',
    'open=javascript:1&confirmations=1e9&merchant-name=&%E0%A4%A',
    'part.card=color&part.evil=color:red&slot.evil=x&slot.footer=&part.=a:b&slot.=x',
  ])('the address ignores unknown and invalid parts: %s', (hash) => {
    expect(readHash(hash, STATES)).toEqual(UNCHANGED)
  })

  test.each([
    ['--sp-radius', '1rem'],
    ['--sp-font-family', "'Inter', sans-serif"],
    ['--sp-shadow', '0 1px 2px rgb(0 0 0 / 20%)'],
    ['part.card', 'border: 0; box-shadow: none'],
    ['part.amount', '-webkit-text-stroke: 1px; --own: 2'],
  ])('the address accepts %s: %s', (key, value) => {
    expect(isFitAt(key, value)).toBe(true)
  })

  test.each([
    ['--sp-radius', '1rem; color: red'],
    ['--sp-radius', 'calc(1rem'],
    ['--sp-radius', '1rem)'],
    ['--sp-font-family', "'Inter"],
    ['--sp-backdrop', "image-set('https://a.example/x.png' 1x)"],
    ['--sp-shadow', 'url(https://a.example)'],
    ['part.card', 'color: red } body { display: none'],
    ['part.card', "background: URL('https://a.example')"],
    ['part.card', 'color: red; /* x'],
    ['part.card', 'just words'],
    ['part.card', '@import: x'],
  ])(
    'the address rejects %s: %s, which ends its rule, loads something or is not a style',
    (key, value) => {
      expect(isFitAt(key, value)).toBe(false)
    },
  )

  function isFitAt(key: string, value: string): boolean {
    return isFit(findKnob(key), value)
  }
})

describe('contrast', () => {
  // The expected values come from WCAG's own formula: black on white, and the lightest grey that passes on white.
  test.each([
    ['#000000', '#ffffff', 21],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#fff', '#ffffff', 1],
  ])('contrast of %s on %s is %s', (first, second, ratio) => {
    expect(contrast(first, second)).toBeCloseTo(ratio, 2)
  })

  test('the contrast is sufficient for every colour of the element, in both schemes', () => {
    const colours = knobs.filter(({ input }) => input.type === 'colour')
    const found = colours.flatMap(({ name }) => [
      findContrast(name, {}, 'light'),
      findContrast(name, {}, 'dark'),
    ])
    expect(found.filter(Boolean)).toHaveLength(20)
    expect(found.filter((each) => each && each.ratio < each.least)).toEqual([])
  })

  test('the check reports the pair of colours with the lowest contrast', () => {
    const low = { '--sp-color-primary': '#eeee00', '--sp-color-on-primary': '#ffffff' }
    const found = findContrast('--sp-color-on-primary', low, 'light')
    expect(found).toMatchObject({ other: 'primary', least: 4.5 })
    expect(found?.ratio).toBeLessThan(1.5)
    expect(
      findContrast('--sp-color-on-primary', { '--sp-color-primary': 'tomato' }, 'light'),
    ).toBeNull()
  })

  test('a colour can be split into its schemes and joined again', () => {
    const both = { light: '#0f5132', dark: '#8fd6b0' }
    expect(splitSchemes(joinSchemes(both))).toEqual(both)
    expect(joinSchemes({ light: '#fff', dark: '#fff' })).toBe('#fff')
    expect(splitSchemes('light-dark(#0f5132, red)')).toBeNull()
  })
})

function findKnob(key: string): Knob {
  const knob = knobs.find((each) => each.key === key)
  if (knob === undefined) throw new Error(`There is no knob ${key}.`)
  return knob
}
