import type { Measured } from './checkSizes.ts'

/**
 * The maximum number of `?? ''` per source folder. In each place, the value may be missing, so an empty text is correct: a field without an
 * entry, an absent header, or a cursor's start. A value that cannot be missing needs `ensureDefined`, `nonEmpty` or a narrower type
 * instead, because an empty id or address may be stored. The numbers only shrink.
 */
export const EMPTY_TEXTS: Readonly<Record<string, number>> = {
  'console/src': 36,
  'host/src': 36,
  'packages/cli/src': 9,
  'packages/core/src': 6,
  'packages/devnet/src': 8,
  'widget/src': 50,
}

/** Returns a line per folder with more `?? ''` than its limit, which lists them. */
export function checkEmptyTexts(
  files: readonly Pick<Measured, 'path' | 'emptyTexts'>[],
  limits: Readonly<Record<string, number>>,
): string[] {
  return Object.entries(limits).flatMap(([folder, most]) => {
    const places = files
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .flatMap(({ path, emptyTexts }) => emptyTexts.map((line) => `${path}:${line}`))
    if (places.length <= most) return []
    return [`${folder} has ${places.length} \`?? ''\`, more than ${most}: ${places.join(' ')}`]
  })
}
