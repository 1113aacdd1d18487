import { describe, expect, it } from 'vitest'
import { checkEmptyTexts } from './lib/checkEmptyTexts.ts'
import { checkRooms, findUnused, type RoomTable } from './lib/checkRooms.ts'
import { checkSizes } from './lib/checkSizes.ts'
import { readSource } from './lib/readSource.ts'

const TABLE: RoomTable = {
  source: 'host/src',
  packages: ['kysely', 'node:'],
  rooms: { db: [], webhooks: ['db'], payments: ['db', 'webhooks'] },
  files: { 'app.ts': ['payments'] },
  closed: { 'db/migrations': ['kysely'] },
}

const check = (path: string, imports: readonly string[], table: Partial<RoomTable> = {}) =>
  checkRooms({ ...TABLE, ...table }, [{ path, imports }])

describe('The rooms of a source folder', () => {
  it.each([
    ['a room that the table lists', 'host/src/payments/record.ts', '../webhooks/emit.ts'],
    ['its own room', 'host/src/payments/api/record.ts', '../emit.ts'],
    ['a file next to the rooms', 'host/src/payments/record.ts', '../context.ts'],
    ['a package that the table lists', 'host/src/payments/record.ts', 'node:fs'],
    ['a room, next to the rooms', 'host/src/app.ts', './payments/record.ts'],
  ])('the rooms of a source folder may import %s', (_, path, specifier) => {
    expect(check(path, [specifier])).toEqual([])
  })

  it.each([
    ['a room that the table does not list', 'host/src/webhooks/emit.ts', '../payments/record.ts'],
    ['a package that the table does not list', 'host/src/webhooks/emit.ts', 'express'],
    ['the start of a package alone', 'host/src/webhooks/emit.ts', 'kysely-extra'],
    ['a room, next to the rooms, unless listed', 'host/src/main.ts', './payments/record.ts'],
    ['another package, in a migration', 'host/src/db/migrations/0001-begin.ts', 'node:fs'],
    ['code, in a migration', 'host/src/db/migrations/0001-begin.ts', '../schema.ts'],
  ])('the rooms of a source folder may not import %s', (_, path, specifier) => {
    expect(check(path, [specifier])).toEqual([
      expect.stringContaining(`${path} imports ${specifier}`),
    ])
  })

  it('the rooms of a source folder must all be listed in the table', () => {
    expect(check('host/src/mail/send.ts', [])).toEqual([
      'The table does not list the room host/src/mail',
    ])
  })

  it('the rooms of a source folder may import only rooms below them, so that no imports form a cycle', () => {
    const rooms = { db: ['payments'], webhooks: [], payments: ['db'] }
    expect(check('host/src/app.ts', [], { rooms })).toEqual([
      'host/src: db may not import payments, which is not below it',
    ])
  })
})

describe('The table of a source folder', () => {
  it('the table of a source folder lists only rooms and packages that a file imports', () => {
    const files = [
      { path: 'host/src/webhooks/emit.ts', imports: ['../db/open.ts', 'node:fs'] },
      { path: 'host/src/app.ts', imports: ['./payments/record.ts'] },
      { path: 'host/src/payments/record.ts', imports: ['../webhooks/emit.ts'] },
    ]
    expect(findUnused(TABLE, files)).toEqual([
      'host/src: payments no longer imports db: remove it from the table',
      'host/src: no file imports kysely: remove it from the table',
    ])
  })
})

describe('The imports of a file', () => {
  it('the imports of a file include imports of values and types, static and dynamic, and exports', () => {
    const { imports } = readSource(
      'a.ts',
      `import { a } from './a.ts'
import type { B } from './b.ts'
import './c.ts'
export { d } from './d.ts'
export * from './e.ts'
const f = await import('./f.ts')
type G = import('./g.ts').G
/** import './h.ts' */
`,
    )
    expect(imports).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts', './g.ts'])
  })
})

describe('The sizes of files and functions', () => {
  const lines = (count: number) => '  // a line\n'.repeat(count)
  const measure = (text: string) => ({ path: 'host/src/a.ts', ...readSource('a.ts', text) })
  const long = measure(`const act = () => {\n${lines(69)}}\n`)

  it('the sizes of files and functions are 400 lines per file and 70 per function at most', () => {
    expect(checkSizes([measure(`const act = () => {\n${lines(68)}}\n${lines(330)}`)], {})).toEqual(
      [],
    )
    expect(checkSizes([measure(lines(401))], {})).toEqual([
      'host/src/a.ts has 401 lines, more than 400',
    ])
    expect(checkSizes([long], {})).toEqual(['host/src/a.ts act has 71 lines, more than 70'])
  })

  it('the sizes of files and functions may exceed the limits up to the number in a listed exception, and an unused exception is reported', () => {
    expect(checkSizes([long], { 'host/src/a.ts act': 71 })).toEqual([])
    expect(checkSizes([long], { 'host/src/a.ts act': 70 })).toEqual([
      'host/src/a.ts act has 71 lines, more than 70',
    ])
    expect(checkSizes([measure(lines(2))], { 'host/src/a.ts act': 71 })).toEqual([
      'host/src/a.ts act is no longer too long: remove its exception',
    ])
  })
})

describe('Texts that default to empty', () => {
  const files = [
    { path: 'host/src/a.ts', ...readSource('a.ts', "const a = b ?? ''\nconst c = d ?? 'e'") },
    { path: 'host/src/f.ts', ...readSource('f.ts', "/** ?? '' */\nconst f = [g ?? '', h ?? '']") },
  ]

  it('texts that default to empty are limited per folder, and the report lists the lines of a folder above its limit', () => {
    expect(checkEmptyTexts(files, { 'host/src': 3, 'widget/src': 0 })).toEqual([])
    expect(checkEmptyTexts(files, { 'host/src': 2 })).toEqual([
      "host/src has 3 `?? ''`, more than 2: host/src/a.ts:1 host/src/f.ts:2 host/src/f.ts:2",
    ])
  })
})
