/**
 * Sentences under their keys again: the CDN build leaves a locale's keys out and lists its sentences in the order of the English
 * ones, a third less to load. `part` is which of several lists. What is not packed comes back as it is.
 */
export function unpackText<T extends object>(english: T, words: T, part?: number): T {
  if (!Array.isArray(words)) return words
  const list: unknown = part === undefined ? words : words[part]
  const entries = Object.entries(english).map(([key, value], index) => {
    const word: unknown = Reflect.get(Object(list), index)
    return [key, Array.isArray(word) ? unpackText(value, word) : word]
  })
  return Object.fromEntries(entries)
}
