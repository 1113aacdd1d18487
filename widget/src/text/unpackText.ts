/**
 * Sentences under their keys again: the CDN build leaves a locale's keys out, lists its sentences in the order of the English ones,
 * and writes `Pay {0}` for a function; together a third less to load. `part` is which of several lists. What is not packed comes
 * back as it is.
 */
export function unpackText<T extends object>(english: T, words: T, part?: number): T {
  if (!Array.isArray(words)) return words
  const list: unknown = part === undefined ? words : words[part]
  const entries = Object.entries(english).map(([key, value], index) => {
    const word: unknown = Reflect.get(Object(list), index)
    if (Array.isArray(word)) return [key, unpackText(value, word)]
    const isMessage = typeof value === 'function' && typeof word === 'string'
    return [key, isMessage ? (...params: unknown[]) => fill(word, params) : word]
  })
  return Object.fromEntries(entries)
}

/** Puts parameters in their places: by position, or by name when they come in one object. */
function fill(sentence: string, params: readonly unknown[]): string {
  const [first] = params
  const places = Object(typeof first === 'object' ? first : params)
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => places[name])
}
