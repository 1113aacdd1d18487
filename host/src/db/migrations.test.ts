import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrations } from './migrate.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const SUMS = join(FOLDER, 'SHA256SUMS')

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'))
const readMigration = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

/** The frozen hashes by file, in the format of `sha256sum`. */
const frozen = new Map(
  readFileSync(SUMS, 'utf8')
    .trim()
    .split('\n')
    .map((line): [string, string] => [line.slice(66), line.slice(0, 64)]),
)

describe('The migrations', () => {
  it.each(files)('%s is the file that databases have run', (file) => {
    const advice = frozen.has(file)
      ? `${file} has landed, so databases have run it: undo the edit and write a new migration that changes what it left.`
      : `${file} is new: run \`sha256sum ${file} >> SHA256SUMS\` in host/src/db/migrations. From then on it cannot change.`
    expect(hash('sha256', readMigration(file)), advice).toBe(frozen.get(file))
  })

  it('the migrations in the folder are exactly those that hosts run, and each has a frozen hash', () => {
    const names = Object.keys(migrations).map((name) => `${name}.ts`)
    expect(names.toSorted()).toEqual(files.toSorted())
    expect([...frozen.keys()].toSorted()).toEqual(files.toSorted())
  })

  it.each(files)('%s imports no code that may change later', (file) => {
    const imported = [...readMigration(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)]
    const foreign = imported.map(([, name]) => name).filter((name) => !isFixed(name ?? ''))
    expect(foreign, 'Copy what the migration needs into it.').toEqual([])
  })
})

function isFixed(name: string): boolean {
  return name === 'kysely' || name.startsWith('node:')
}
