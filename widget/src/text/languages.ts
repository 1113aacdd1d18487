/** The ISO 639-1 codes of the languages other than English. Each table of words has all of them. */
export const LANGUAGES = ['ar', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pt', 'tr', 'zh'] as const

export type Language = (typeof LANGUAGES)[number]
