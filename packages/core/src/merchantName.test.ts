import { describe, expect, it } from 'vitest'
import { hasMarks, withoutMarks } from './merchantName.ts'

describe('hasMarks', () => {
  it.each([
    '✓ Shop',
    'Shop ✔',
    'Shop ✔️',
    'Shop ☑',
    'Shop ✅',
    'Shop 🗸',
    'Shop √',
    'Shop 🛡️',
    'Shop ⭐',
    'Shop \ue000',
    'Shop Ⓥ',
    'Shop 🇩🇪',
    'Shop 1\u20e3',
    'Shop \u202egpj.elpmaxe',
    'Shop \u2068',
    'Pay\u200bPal',
    'Pay\u2060Pal',
    'Pay\ufeffPal',
    'Pay\u00adPal',
    'Pay\u{e0041}Pal',
    'Pay\u2064Pal',
    '\u3164',
    '\u115f',
    '\uffa0',
  ])('hasMarks finds a mark in %j', (name) => expect(hasMarks(name)).toBe(true))

  it.each([
    'Ana’s shop',
    'North & Bean',
    'A+B = C',
    'Café Nº 1',
    'Магазин №1',
    'Brand®',
    'Brand™',
    '東京ショップ',
    'متجر',
    'فروشگاه\u200cمن',
    'متجر\u200f!',
    'क्\u200dष',
    '20° West',
    '',
  ])('hasMarks finds no mark in %j', (name) => expect(hasMarks(name)).toBe(false))
})

describe('withoutMarks', () => {
  it('withoutMarks keeps the rest of a name, with one space between words', () => {
    expect(withoutMarks('✅ Honest  shop ✔️')).toBe('Honest shop')
    expect(withoutMarks('\u202eHonest\u200b shop\u2069')).toBe('Honest shop')
  })
})
