import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** The files that contain an operator's keys or data. */
const SECRET = ['.env', '.env.production', 'host/.env', 'data/secure-payment.db', 'pay.db-wal']

describe('Files with keys or data', () => {
  it.each(SECRET)('%s is ignored by Git', (path) => {
    const ignored = execFileSync('git', ['check-ignore', '--no-index', path], { cwd: ROOT })
    expect(ignored.toString().trim()).toBe(path)
  })

  it('files with keys or data are omitted from an image’s build context', () => {
    const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
    expect(lines).toEqual(expect.arrayContaining(['**/.env', '**/.env.*', 'data', '.git']))
    // The example contains no keys, and the guides link to it.
    expect(lines.filter((line) => line.startsWith('!'))).toEqual(['!.env.example'])
  })
})

it('The example settings file is not ignored by Git', () => {
  const run = () =>
    execFileSync('git', ['check-ignore', '--no-index', '.env.example'], { cwd: ROOT })
  expect(run).toThrow()
})
