import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { errorCodes } from './errorCodes.ts'

const FOLDERS = ['../../../host/src', '../../../packages/core/src']

/** The source of all modules whose errors a response may contain. */
const sources = FOLDERS.flatMap((folder) => {
  const root = fileURLToPath(new URL(folder, import.meta.url))
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(`${root}/${name}`, 'utf8'))
})

/** `kind code` of each class with one code. */
const ofClasses = sources.flatMap((source) =>
  [...source.matchAll(/readonly code = '(\w+)'\s+readonly kind(?:: \w+)? = '(\w+)'/g)].map(
    ([, code, kind]) => `${kind} ${code}`,
  ),
)
/** The codes of the types that list several codes. */
const ofUnions = sources.flatMap((source) =>
  [...source.matchAll(/(?:type \w*ErrorCode =|readonly code:)((?:[\s|]*'\w+')+)/g)].flatMap(
    ([, union]) => [...(union ?? '').matchAll(/'(\w+)'/g)].map(([, code]) => code),
  ),
)
/** `kind code` of each entry in the table of rejections. */
const ofRefusals = sources
  .filter((source) => source.includes('const REFUSALS = {'))
  .flatMap((source) =>
    [...source.matchAll(/^ {2}(\w+): \[\s*'(\w+)',/gm)].map(([, code, kind]) => `${kind} ${code}`),
  )

const listed = Object.entries(errorCodes).flatMap(([kind, codes]) =>
  Object.keys(codes).map((code) => `${kind} ${code}`),
)
const listedCodes = listed.map((entry) => entry.split(' ')[1])

describe('The list of error codes', () => {
  it('the search for error codes finds classes, unions and the table of rejections', () => {
    expect(ofClasses).toContain('conflict payment_completed')
    expect(ofClasses.length).toBeGreaterThan(50)
    expect(ofUnions).toEqual(expect.arrayContaining(['too_many_decimals', 'payment_expired']))
    expect(ofRefusals).toContain('unauthenticated invalid_api_key')
  })

  it('the list of error codes lists every code, with the kind that decides its status', () => {
    // Every error of kind `internal` is returned as `internal`.
    const answered = [...ofClasses, ...ofRefusals].filter((entry) => !entry.startsWith('internal '))
    expect(answered.filter((entry) => !listed.includes(entry))).toEqual([])
    expect(ofUnions.filter((code) => !listedCodes.includes(code))).toEqual([])
  })

  it('the list of error codes contains only codes that the source declares', () => {
    const existing = new Set([
      ...[...ofClasses, ...ofRefusals].map((entry) => entry.split(' ')[1]),
      ...ofUnions,
      'internal',
      'method_not_allowed',
    ])
    expect(listedCodes.filter((code) => !existing.has(code))).toEqual([])
    expect(new Set(listedCodes).size).toBe(listedCodes.length)
  })

  it('the list of error codes explains each code and its fix in sentences', () => {
    for (const text of Object.values(errorCodes).flatMap((codes) => Object.values(codes))) {
      expect(text).toMatch(/^[A-Z].*\.$/)
    }
  })
})
