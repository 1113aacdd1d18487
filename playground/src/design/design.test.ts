import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { en } from '../../../widget/src/text/en.ts'
import { enBridge } from '../../../widget/src/text/enBridge.ts'
import { enFlow } from '../../../widget/src/text/enFlow.ts'
import { enTron } from '../../../widget/src/text/enTron.ts'
import { catalogue, previewModels } from './catalogue.ts'
import { contrast, findContrast, joinSchemes, splitSchemes } from './contrast.ts'
import { LANGUAGES, type Studio, UNCHANGED } from './design.ts'
import { readHash, writeHash } from './hash.ts'
import { isFit, knobGroups, knobs } from './knobs.ts'
import { loadSpeaker } from './sentences.ts'

const ELEMENT = join(import.meta.dirname, '../../../widget/src/secure-payment.ts')
const STATES = Object.keys(previewModels)

describe('knobs', () => {
  let source = ''
  beforeAll(async () => {
    source = await readFile(ELEMENT, 'utf8')
  })

  test('there is one for every attribute and variable that the class names', () => {
    const attributes = [...source.matchAll(/^ \* @attr \{[^}]+\} ([\w-]+)/gm)].map(
      ([, name]) => name,
    )
    const variables = [...source.matchAll(/^ \* @cssproperty \[(--sp-[\w-]+)/gm)].map(
      ([, name]) => name,
    )
    expect(attributes.length).toBeGreaterThan(25)
    expect(variables.length).toBeGreaterThan(25)
    expect(knobs.map(({ name }) => name).sort()).toEqual([...attributes, ...variables].sort())
  })

  test('each is in one group and says what it is for', () => {
    expect(new Set(knobs.map(({ name }) => name)).size).toBe(knobs.length)
    expect(knobGroups.every(({ knobs: own }) => own.length > 0)).toBe(true)
    expect(knobs.every(({ description }) => description.length > 3)).toBe(true)
  })

  test('choices are those of the class', () => {
    const theme = knobs.find(({ name }) => name === 'theme')
    expect(theme?.input).toEqual({ type: 'choice', choices: ['auto', 'light', 'dark'] })
    expect(knobs.find(({ name }) => name === 'open')?.input).toEqual({ type: 'flag' })
    expect(knobs.find(({ name }) => name === '--sp-radius')?.input).toMatchObject({ unit: 'rem' })
  })
})

describe('the address', () => {
  const studio: Studio = {
    design: {
      attributes: { theme: 'dark', disabled: '', 'merchant-name': 'Kaffee & Söhne' },
      variables: { '--sp-color-primary': 'light-dark(#0f5132, #8fd6b0)', '--sp-radius': '0rem' },
    },
    preview: { state: 'note:rejected', dir: 'rtl', width: '320' },
  }

  test('brings a design back', () => {
    expect(readHash(`#${writeHash(studio)}`, STATES)).toEqual(studio)
    expect(writeHash(UNCHANGED)).toBe('')
  })

  test.each([
    'theme=neon&onclick=alert(1)&preview-state=nowhere&preview-width=9999&preview-dir=up',
    '--sp-radius=0;}body{display:none&--sp-shadow=url(https://a.example)&--sp-evil=1',
    'open=javascript:1&confirmations=1e9&merchant-name=&%E0%A4%A',
  ])('leaves out what is unknown or unfit: %s', (hash) => {
    expect(readHash(hash, STATES)).toEqual(UNCHANGED)
  })

  test('a variable cannot end its declaration', () => {
    const radius = knobs.find(({ name }) => name === '--sp-radius')
    expect(radius && isFit(radius, '1rem')).toBe(true)
    expect(radius && isFit(radius, '1rem; color: red')).toBe(false)
  })
})

describe('contrast', () => {
  // From WCAG's own formula: black on white, and the lightest grey that passes on white.
  test.each([
    ['#000000', '#ffffff', 21],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#fff', '#ffffff', 1],
  ])('of %s on %s is %s', (first, second, ratio) => {
    expect(contrast(first, second)).toBeCloseTo(ratio, 2)
  })

  test('every colour of the element has enough, in both schemes', () => {
    const colours = knobs.filter(({ input }) => input.type === 'colour')
    const found = colours.flatMap(({ name }) => [
      findContrast(name, {}, 'light'),
      findContrast(name, {}, 'dark'),
    ])
    expect(found.filter(Boolean)).toHaveLength(20)
    expect(found.filter((each) => each && each.ratio < each.least)).toEqual([])
  })

  test('warns of the worst pair', () => {
    const low = { '--sp-color-primary': '#eeee00', '--sp-color-on-primary': '#ffffff' }
    const found = findContrast('--sp-color-on-primary', low, 'light')
    expect(found).toMatchObject({ other: 'primary', least: 4.5 })
    expect(found?.ratio).toBeLessThan(1.5)
    expect(
      findContrast('--sp-color-on-primary', { '--sp-color-primary': 'tomato' }, 'light'),
    ).toBeNull()
  })

  test('a colour is split into its schemes and joined again', () => {
    const both = { light: '#0f5132', dark: '#8fd6b0' }
    expect(splitSchemes(joinSchemes(both))).toEqual(both)
    expect(joinSchemes({ light: '#fff', dark: '#fff' })).toBe('#fff')
    expect(splitSchemes('light-dark(#0f5132, red)')).toBeNull()
  })
})

describe('messages', () => {
  test('there is one for every key of the text tables', () => {
    const codes = (kind: string) =>
      catalogue.filter((each) => each.kind === kind).map(({ code }) => code)
    const errors = { ...enFlow.errors, ...enBridge.errors, ...enTron.errors }
    expect(codes('error').sort()).toEqual(Object.keys(errors).sort())
    expect(codes('unavailable').sort()).toEqual(Object.keys(en.unavailable).sort())
    expect(codes('note').sort()).toEqual(Object.keys({ ...enFlow.notes, ...enTron.notes }).sort())
  })

  test('where a fixture shows an error, its money and recovery are the same', () => {
    for (const { error } of Object.values(previewModels)) {
      const entry = catalogue.find(({ kind, code }) => kind === 'error' && code === error?.code)
      if (!error || error.code === 'calldata_mismatch') continue
      expect
        .soft(`${error.code} ${entry?.money} ${entry?.isRecoverable}`)
        .toBe(`${error.code} ${error.moneyState} ${error.recoverable}`)
    }
  })

  test.each(LANGUAGES)('every one is said in %s', async (language) => {
    const speaker = await loadSpeaker(language)
    const english = await loadSpeaker('en')
    for (const entry of catalogue) {
      const { title, action } = speaker.say(entry)
      expect.soft(`${entry.code} ${title}`).not.toMatch(/ $|undefined/)
      if (entry.kind !== 'note') expect.soft(action, entry.code).not.toBe('')
      if (language !== 'en') expect.soft(title, entry.code).not.toBe(english.say(entry).title)
    }
    expect(speaker.dir).toBe(language === 'ar' ? 'rtl' : 'ltr')
  })
})
