/** Words of speech, belief and bookish English, with the maximum number of uses in 10,000 words of prose. */
const WORDS: Readonly<Record<string, number>> = {
  'tell|tells|told|telling': 3,
  'say|says|said|saying': 4,
  'hear|hears|heard': 0.5,
  'takes|taken': 6,
  'whoever|whatever|wherever': 2,
  'nobody|somebody|anybody|everybody': 1,
  'by itself|of its own|of their own|of our own|for good': 1,
  beside: 0.5,
  'goes on|go on|going on|went on': 0.5,
  'anew|all the same|after all|meanwhile': 0.5,
  "(its|(host|chain|payer|page|watcher|service)['’]s|own) word": 0.2,
  '(costs?|asks?|knows?|sees?|loses?|reads?|writes?|believes?) (nothing|none|nobody)': 1,
}
/** A statement that opens with one of these words as a noun. */
const OPENING =
  /(?:^|[.;:] |\*\* |\* )(What|Who|Whose|Whoever|Where) (?!is |are |does |do |did |can |if |to )[a-z]+ [^?\n]{3,}\./gm
/** Patterns, each with the maximum number of matches in 10,000 words. */
export const RULES: readonly (readonly [RegExp, number])[] = [
  [OPENING, 2],
  ...Object.entries(WORDS).map(
    ([words, limit]) => [RegExp(`\\b(${words})\\b`, 'gi'), limit] as const,
  ),
]
/** In a document with more than ten sentences, the share of sentences that may exceed this number of words. */
export const LONG = { words: 30, share: 0.1 }
/** The documents in which the gate measures sentences. */
export const DOCUMENTS = /(^|\/)(README|ARCHITECTURE|CONTRIBUTING|SECURITY)\.md$|docs\/guides\//
/** Files without prose under the rules, each with the reason. */
export const EXCEPTIONS: readonly RegExp[] = [
  /CHANGELOG/, // Entries of a release never change.
  /\/vectors\//, // Data that other implementations read.
  /\/text\/.*\.(ts|tsx|mjs|sol|css)$/, // Sentences on screen, in twelve languages.
]
