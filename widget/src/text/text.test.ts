import { describe, expect, test } from 'vitest'
import { en } from './en.ts'
import { enFlow } from './enFlow.ts'
import { enPayout } from './enPayout.ts'
import { enTron } from './enTron.ts'
import { overrideText, type Text } from './text.ts'

const text: Text = { ...en, ...enFlow }
const PARAMS = {
  merchant: 'Acme',
  wallet: 'MetaMask',
  network: 'Base',
  symbol: 'USDC',
  amount: '10 USDC',
  seconds: '12',
}

describe('the English sentences', () => {
  test.each(collect({ ...text, payout: enPayout, tron: enTron }))(
    '%s is a sentence without markup or unfilled parameters',
    (_, sentence) => {
      expect(sentence.trim()).not.toBe('')
      expect(sentence).not.toMatch(/[<>{}]|undefined|null|\bNaN\b/)
    },
  )

  test('Every error ends with the payer’s next step', () => {
    const all = [text, overrideText(text, enPayout)]
    const errors = all.flatMap((each) => [
      ...Object.values(each.errors),
      ...Object.values(each.unavailable),
      ...Object.values(enTron.errors),
    ])
    for (const { title, action } of errors) {
      expect(title).not.toMatch(/[.!]$/)
      expect(action).toMatch(/\.$/)
    }
  })
})

describe('overrides', () => {
  test('overrides replace single sentences, inside tables too, and keep the rest', () => {
    const own = overrideText(text, {
      payButton: () => 'Go',
      notes: { rejected: () => 'Declined.' },
    })
    expect(own.payButton('1 ETH')).toBe('Go')
    expect(own.notes.rejected({})).toBe('Declined.')
    expect(own.notes.wallet_busy({})).toBe(text.notes.wallet_busy({}))
    expect(own.back).toBe(text.back)
  })

  test('overrides of the wrong type are ignored: a sentence needs text, and a sentence with parameters needs a function', () => {
    const wrong: object = {
      payButton: 'Pay now',
      back: 5,
      dir: null,
      notes: { rejected: 'x', wallet_busy: null },
      errors: 'x',
    }
    expect(JSON.stringify(overrideText(text, wrong))).toBe(JSON.stringify(text))
    for (const foreign of [null, undefined, 5, 'words', [], new Map()]) {
      expect(overrideText(text, foreign)).toEqual(text)
    }
  })

  test('overrides with an unknown key change nothing', () => {
    const foreign: object = { constructor: 'x', surprise: 'y' }
    expect(overrideText(text, foreign)).toEqual(text)
  })
})

/** Collects each sentence with its path; functions are called with display text. */
function collect(table: object, path = ''): [string, string][] {
  return Object.entries(table).flatMap(([key, value]): [string, string][] => {
    const here = path ? `${path}.${key}` : key
    if (typeof value === 'string') return [[here, value]]
    if (typeof value === 'function') {
      const isMessage = /(^|\.)(notes|steps)\./.test(here)
      return [[here, isMessage ? value(PARAMS) : value('3', '4', '5')]]
    }
    return collect(value, here)
  })
}
