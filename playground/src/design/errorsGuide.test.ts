import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'

const GUIDE = join(import.meta.dirname, '../../../docs/guides/errors.md')
let guide = ''

beforeAll(async () => {
  guide = await readFile(GUIDE, 'utf8')
})

test('the guide lists each error with the location of the money and whether the payer can retry', () => {
  const rows = [...guide.matchAll(/^\| `(\w+)` \| ([\w-]+) \| (yes|no) \| .+ \|$/gm)]
  const written = rows.map(([, code, money, again]) => `${code} ${money} ${again}`)
  expect(written.sort()).toEqual(
    catalogue
      .filter(({ kind }) => kind === 'error')
      .flatMap(({ code, outcomes }) =>
        outcomes.map(({ money, canGoOn }) => `${code} ${money} ${canGoOn ? 'yes' : 'no'}`),
      )
      .sort(),
  )
})

test('the guide lists each reason why a payment cannot be paid, and whether it is temporary', () => {
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (yes|no) \| .+ \|$/gm)]
  expect(rows.map(([, reason, again]) => `${reason} ${again}`).sort()).toEqual(
    catalogue
      .filter(({ kind }) => kind === 'unavailable')
      .map(({ code, outcomes }) => `${code} ${outcomes[0]?.canGoOn ? 'yes' : 'no'}`)
      .sort(),
  )
})

test('the guide names every location of money', () => {
  const named = [...guide.matchAll(/^\| `([a-z-]+)` \| [^|]+ \|$/gm)].map(([, state]) => state)
  const told = catalogue.flatMap(({ outcomes }) => outcomes.map(({ money }) => money))
  expect(named.sort()).toEqual([...new Set(told)].sort())
})
