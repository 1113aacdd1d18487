import { en } from '../text/en.ts'
import { enAccepted } from '../text/enAccepted.ts'
import { enBridge } from '../text/enBridge.ts'
import { enFlow } from '../text/enFlow.ts'
import { enPayout } from '../text/enPayout.ts'
import { enQuoted } from '../text/enQuoted.ts'
import { enTron } from '../text/enTron.ts'
import { enWallets } from '../text/enWallets.ts'
import { findLocale } from '../text/findLocale.ts'

/** The English texts that a screen in another language must not contain. */
type English = { readonly words: ReadonlySet<string>; readonly phrases: readonly string[] }

/** The English texts per language, each computed once. */
const known = new Map<string, Promise<English>>()

/** Returns the texts of a translated screen that are an English sentence or contain part of one. */
export async function findEnglish(texts: readonly string[], language: string): Promise<string[]> {
  const english = known.get(language) ?? collectEnglish(language)
  known.set(language, english)
  const { words, phrases } = await english
  return texts
    .map((text) => text.trim())
    .filter((text) => words.has(text) || phrases.some((phrase) => text.includes(phrase)))
}

/** Collects the English sentences, and the parts of those with parameters, without those that the language itself contains. */
async function collectEnglish(language: string): Promise<English> {
  const locale = await findLocale(language)?.()
  const own = new Set(locale ? collect(locale) : [])
  const sentences = collect({
    en,
    enFlow,
    enPayout,
    enAccepted,
    enBridge,
    enQuoted,
    enTron,
    enWallets,
  })
  const english = sentences.filter((sentence) => !own.has(sentence))
  return {
    words: new Set(english.filter((sentence) => !sentence.includes(PLACE))),
    phrases: english.flatMap((sentence) => sentence.split(PLACE)).filter(isPhrase),
  }
}

/** Returns a shadow tree's texts, including those for assistive technology. */
export function listTexts(root: ParentNode): string[] {
  return [...root.querySelectorAll('*')].flatMap((node) => {
    const shown = [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE)
    const told = ['aria-label', 'title'].map((name) => node.getAttribute(name) ?? '')
    return node.localName === 'style'
      ? []
      : [...shown.map((text) => text.textContent ?? ''), ...told]
  })
}

/** The placeholder for a sentence's parameter. */
const PLACE = '\u0000'
const PLACES = new Proxy({}, { get: () => PLACE })

/** Returns whether text has enough words to be part of a sentence rather than a name. */
function isPhrase(text: string): boolean {
  return /[a-z]{2,} [a-z]{2,}/i.test(text) && text.trim().length > 8
}

function collect(table: object, path = ''): string[] {
  return Object.entries(table).flatMap(([key, value]): string[] => {
    const here = `${path}.${key}`
    if (typeof value === 'string') return [value]
    if (typeof value !== 'function') return collect(value, here)
    return [/\.(notes|steps)\./.test(here) ? value(PLACES) : value(PLACE, PLACE, PLACE)]
  })
}
