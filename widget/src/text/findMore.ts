import type { Locale, MoreText } from './text.ts'

const loaded = new WeakMap<Locale, MoreText | null>()

/**
 * The rarer sentences of a locale: undefined while they load, after which `update` is called; null in English and
 * when they fail to load.
 */
export function findMore(locale: Locale | null, update: () => void): MoreText | null | undefined {
  if (!locale) return null
  if (loaded.has(locale)) return loaded.get(locale)
  const take = (words: MoreText | null): void => {
    loaded.set(locale, words)
    update()
  }
  locale.more().then(take, () => take(null))
  return undefined
}
