import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { packLocales } from '../../scripts/packLocales.ts'
import { en } from './en.ts'
import { enBridge } from './enBridge.ts'
import { enFlow } from './enFlow.ts'
import { enPayout } from './enPayout.ts'
import { enPermit } from './enPermit.ts'
import { enTron } from './enTron.ts'
import { enWallets } from './enWallets.ts'
import { findLocale } from './findLocale.ts'
import type { Locale, MoreText } from './text.ts'
import { unpackText } from './unpackText.ts'

const ENGLISH = {
  words: { ...en, ...enFlow },
  payout: enPayout,
  bridge: enBridge,
  tron: enTron,
  wallets: enWallets,
  permit: enPermit,
}
/** Text that is the same in a language as in English: names, and words that both share. */
const SHARED: Readonly<Record<string, string>> = {
  es: 'words.total',
  fr: 'words.direct words.total words.transaction words.transactions',
  nl: 'words.direct',
  pt: 'words.total',
}

const LANGUAGES = ['ar', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pt', 'tr', 'zh']
const packed = await buildPacked()

describe.each(LANGUAGES)('%s', async (language) => {
  const locale = await load(language)
  const own = { words: locale.words, ...(await locale.more()) }
  const sentences = collect(own)

  test('has every sentence, and none in English', () => {
    const english = new Map(collect(ENGLISH))
    expect(sentences.map(([path]) => path).toSorted()).toEqual([...english.keys()].toSorted())
    const shared = ['words.dir', 'wallets.walletConnect', ...(SHARED[language] ?? '').split(' ')]
    const same = sentences.filter(([path, text]) => english.get(path) === text)
    expect(same.map(([path]) => path).filter((path) => !shared.includes(path))).toEqual([])
  })

  test('has the same parameters in each sentence as the English one', () => {
    const english = new Map(collect(ENGLISH))
    for (const [path, text] of sentences) {
      if (path.endsWith('oRecipients')) continue
      expect(listPlaces(text), `${path}: ${text}`).toEqual(listPlaces(english.get(path) ?? ''))
    }
  })

  test('ends its sentences, and contains no repeated, empty or markup text', () => {
    const english = new Map(collect(ENGLISH))
    for (const [path, text] of sentences) {
      expect(text.trim(), path).toBe(text)
      expect(text, path).not.toMatch(/[<>{}]|undefined|\bnull\b|\bNaN\b| {2}|\.\.|^$/)
      const ends = /[.。]$/.test(english.get(path) ?? '')
      expect(/[.。]$/.test(text), `${path}: ${text}`).toBe(ends)
    }
  })

  test('reads the same when it is packed', async () => {
    const { words } = await importChunk<Locale>(language)
    const more = await importChunk<MoreText>(`${language}More`)
    expect(Array.isArray(words) && Array.isArray(more.bridge)).toBe(true)
    const unpacked = {
      words: { ...unpackText(en, words, 0), ...unpackText(enFlow, words, 1) },
      payout: unpackText(enPayout, more.payout),
      bridge: unpackText(enBridge, more.bridge),
      tron: unpackText(enTron, more.tron),
      wallets: unpackText(enWallets, more.wallets),
      permit: unpackText(enPermit, more.permit),
    }
    expect(new Map(collect(unpacked))).toEqual(new Map(sentences))
  })
})

async function load(language: string): Promise<Locale> {
  const locale = await findLocale(language)?.()
  if (!locale) throw new Error(`There is no locale ${language}.`)
  return locale
}

/** The modules as the CDN build packs them, by name. */
async function buildPacked(): Promise<Map<string, string>> {
  const names = LANGUAGES.flatMap((language) => [language, `${language}More`])
  const entry = Object.fromEntries(names.map((name) => [name, `${import.meta.dirname}/${name}.ts`]))
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [packLocales()],
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  const chunks = outputs.flatMap(({ output }) => output).filter((file) => file.type === 'chunk')
  return new Map(chunks.map(({ name, code }) => [name, code]))
}

/** The one export of a packed module. */
async function importChunk<T>(name: string): Promise<T> {
  const code = encodeURIComponent(packed.get(name) ?? '')
  const module: Record<string, T> = await import(/* @vite-ignore */ `data:text/javascript,${code}`)
  const [exported] = Object.values(module)
  if (exported === undefined) throw new Error(`${name} exports nothing.`)
  return exported
}

/** The parameters that a sentence names, in any order. */
function listPlaces(text: string): string[] {
  return [...new Set(text.match(/«\w+»/g))].toSorted()
}

/** Each sentence with its path; a function is called with placeholders as its parameters. */
function collect(table: object, path = ''): [string, string][] {
  return Object.entries(table).flatMap(([key, value]): [string, string][] => {
    const here = path ? `${path}.${key}` : key
    if (typeof value === 'string') return [[here, value]]
    if (typeof value !== 'function') return collect(value, here)
    return [[here, /\.(notes|steps)\./.test(here) ? value(NAMED) : value('«a»', '«b»', '«c»')]]
  })
}

const NAMED = new Proxy({}, { get: (_, name) => `«${String(name)}»` })
