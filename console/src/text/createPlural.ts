/** Chooses a noun's singular or plural form for a count. */
export type Plural = (count: number, one: string, other: string) => string

/**
 * Creates a language's plural function, by CLDR's rules: English has one form for 1, French one for 0 and 1, and Japanese only `other`.
 * The forms of millions (`1 million de paiements`) count as `other`, because the console counts no further than thousands.
 */
export function createPlural(language: string): Plural {
  let rules: Intl.PluralRules | undefined
  return (count, one, other) => {
    rules ??= new Intl.PluralRules(language)
    return rules.select(count) === 'one' ? one : other
  }
}
