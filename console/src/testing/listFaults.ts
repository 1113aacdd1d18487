/**
 * Returns the faults of a language against the English sentences, one line each. A fault is a missing, unknown, empty or English sentence,
 * or a function that lacks a parameter of the English one.
 */
export function listFaults(language: object, english: object): readonly string[] {
  return compare(language, english, { path: '', isEnglish: language === english })
}

/** A sentence's path, and whether English is compared with itself. */
type Place = { readonly path: string; readonly isEnglish: boolean }

function compare(language: object, english: object, { path, isEnglish }: Place): readonly string[] {
  const unknown = Object.keys(language).filter((key) => !Object.hasOwn(english, key))
  const faults = Object.entries(english).flatMap(([key, theirs]): readonly string[] => {
    const here = path + key
    const place = { path: here, isEnglish }
    const own: unknown = Reflect.get(language, key)
    if (own === undefined) return [`${here} is missing`]
    if (typeof own !== typeof theirs) return [`${here} is a ${typeof own}, not a ${typeof theirs}`]
    if (isSay(own) && isSay(theirs)) return compareFunctions(place, own, theirs)
    if (typeof own === 'string') return compareSentences(place, own, String(theirs))
    return compare(Object(own), Object(theirs), { path: `${here}.`, isEnglish })
  })
  return [...faults, ...unknown.map((key) => `${path}${key} is unknown`)]
}

type Say = (...parameters: readonly unknown[]) => unknown

/** Numbers that use every plural form of the six languages. */
const COUNTS = [0, 1, 2] as const
/** A text of at least four words is never the same in two languages. */
const SENTENCE = /(\p{L}[\p{L}’,;:-]*\s+){3}\p{L}/u
const ODD = /undefined|\bNaN\b|\[object| {2}/
const END = /[.。]$/

function compareSentences(
  { path, isEnglish }: Place,
  own: string,
  theirs: string,
): readonly string[] {
  if (own.trim() === '' && theirs !== '') return [`${path} is empty`]
  const [odd] = ODD.exec(own) ?? []
  if (odd !== undefined && !ODD.test(theirs)) return [`${path} contains “${odd}”`]
  if (!isEnglish && own === theirs && SENTENCE.test(own)) return [`${path} is in English`]
  if (END.test(own) !== END.test(theirs)) return [`${path} ends unlike the English one`]
  return []
}

function compareFunctions(place: Place, own: Say, theirs: Say): readonly string[] {
  const { path, isEnglish } = place
  if (own.length !== theirs.length) {
    return [`${path} has ${own.length} parameters, not ${theirs.length}`]
  }
  const [said, expected] = [own(...PLACES), theirs(...PLACES)]
  if (typeof expected === 'object')
    return compare(Object(said), Object(expected), { path: `${path}.`, isEnglish })
  const lost = listPlaces(expected).filter((place) => !listPlaces(said).includes(place))
  if (lost.length > 0) return [`${path} does not show ${lost.join(', ')}`]
  const faults = compareSentences(place, String(said), String(expected))
  return faults.length > 0 ? faults : compareCounts(place, own, theirs)
}

/** Compares the plural forms. A function that accepts only text throws for numbers, in English too. */
function compareCounts(place: Place, own: Say, theirs: Say): readonly string[] {
  const faults = COUNTS.flatMap((number) => {
    const numbers = PLACES.map(() => number)
    try {
      return compareSentences(place, String(own(...numbers)), String(theirs(...numbers)))
    } catch {
      return []
    }
  })
  return faults.slice(0, 1)
}

function isSay(value: unknown): value is Say {
  return typeof value === 'function'
}

/** Lists the parameters that a sentence shows. */
function listPlaces(text: unknown): readonly string[] {
  return String(text).match(/«[\w.]+»/g) ?? []
}

/** Creates a parameter that a sentence shows as `«1»`, and whose members it shows as `«1.name»`. */
function createPlace(name: string): object {
  return new Proxy(Object(`«${name}»`), {
    get: (text, member) => {
      const value: unknown = Reflect.get(text, member)
      if (typeof value === 'function') return value.bind(text)
      return typeof member === 'symbol' ? value : `«${name}.${member}»`
    },
  })
}

const PLACES = ['1', '2', '3', '4'].map(createPlace)
