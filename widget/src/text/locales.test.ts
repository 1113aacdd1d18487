import { describe, expect, test } from 'vitest'
import { en } from './en.ts'
import { enAccepted } from './enAccepted.ts'
import { enBridge } from './enBridge.ts'
import { enFlow } from './enFlow.ts'
import { enPayout } from './enPayout.ts'
import { enPermit } from './enPermit.ts'
import { enQuoted } from './enQuoted.ts'
import { enTron } from './enTron.ts'
import { enWallets } from './enWallets.ts'
import { findLocale } from './findLocale.ts'
import { LANGUAGES } from './languages.ts'
import type { Locale } from './text.ts'

const ENGLISH = {
  words: { ...en, ...enFlow },
  payout: enPayout,
  accepted: enAccepted,
  bridge: enBridge,
  quoted: enQuoted,
  tron: enTron,
  wallets: enWallets,
  permit: enPermit,
}
/** The keys of the words that a language shares with English. */
const SHARED: Readonly<Record<string, string>> = {
  es: 'words.total',
  fr: 'words.direct words.total words.transaction words.transactions',
  nl: 'words.direct',
  pt: 'words.total',
}

describe.each(LANGUAGES)('%s', async (language) => {
  const locale = await load(language)
  const sentences = collect(locale)

  test('the locale has every sentence, and none in English', () => {
    const english = new Map(collect(ENGLISH))
    expect(sentences.map(([path]) => path).toSorted()).toEqual([...english.keys()].toSorted())
    const shared = ['words.dir', 'wallets.walletConnect', ...(SHARED[language] ?? '').split(' ')]
    const same = sentences.filter(([path, text]) => english.get(path) === text)
    expect(same.map(([path]) => path).filter((path) => !shared.includes(path))).toEqual([])
  })

  test('the locale has the same parameters in each sentence as the English sentence', () => {
    const english = new Map(collect(ENGLISH))
    for (const [path, text] of sentences) {
      if (path.endsWith('oRecipients')) continue
      expect(listPlaces(text), `${path}: ${text}`).toEqual(listPlaces(english.get(path) ?? ''))
    }
  })

  test('the locale ends its sentences, and contains no repeated, empty or markup text', () => {
    const english = new Map(collect(ENGLISH))
    for (const [path, text] of sentences) {
      expect(text.trim(), path).toBe(text)
      expect(text, path).not.toMatch(/[<>{}]|undefined|\bnull\b|\bNaN\b| {2}|\.\.|^$/)
      const ends = /[.。]$/.test(english.get(path) ?? '')
      expect(/[.。]$/.test(text), `${path}: ${text}`).toBe(ends)
    }
  })
})

async function load(language: string): Promise<Locale> {
  const locale = await findLocale(language)?.()
  if (!locale) throw new Error(`There is no locale ${language}.`)
  return locale
}

/** Returns the parameters that a sentence names, in any order. */
function listPlaces(text: string): string[] {
  return [...new Set(text.match(/«\w+»/g))].toSorted()
}

/** Collects each sentence with its path; a function is called with placeholders as its parameters. */
function collect(table: object, path = ''): [string, string][] {
  return Object.entries(table).flatMap(([key, value]): [string, string][] => {
    const here = path ? `${path}.${key}` : key
    if (typeof value === 'string') return [[here, value]]
    if (typeof value !== 'function') return collect(value, here)
    return [[here, /\.(notes|steps)\./.test(here) ? value(NAMED) : value('«a»', '«b»', '«c»')]]
  })
}

const NAMED = new Proxy({}, { get: (_, name) => `«${String(name)}»` })
