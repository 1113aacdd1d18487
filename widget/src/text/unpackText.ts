/**
 * Restores the keys of packed sentences. The CDN build omits a locale's keys, lists its sentences in the order of the
 * English ones, and writes `Pay {0}` for a function. This reduces the size by a third. `part` is the number of the
 * list. Unpacked input is returned unchanged.
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

/** Fills in parameters: by position, or by name when they come in one object. */
function fill(sentence: string, params: readonly unknown[]): string {
  const [first] = params
  const places = Object(typeof first === 'object' ? first : params)
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => places[name])
}
