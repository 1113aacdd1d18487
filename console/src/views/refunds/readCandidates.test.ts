import { expect, test } from 'vitest'
import type { SignedInContext } from '../../context.ts'
import { readCandidates } from './readCandidates.ts'

/** Reads candidates from a fake service that returns these numbers of candidates per page. */
async function readPages(counts: readonly number[]) {
  const cursors: (string | undefined)[] = []
  const candidates = async ({ query }: { query: { cursor?: string } }) => {
    cursors.push(query.cursor)
    const at = Number(query.cursor ?? 0)
    const nextCursor = at + 1 < counts.length ? String(at + 1) : null
    return { candidates: Array.from({ length: counts[at] ?? 0 }, () => ({})), nextCursor }
  }
  const context = { client: { refunds: { candidates } }, now: () => 0 }
  const found = await readCandidates(
    context as unknown as SignedInContext,
    new AbortController().signal,
  )
  return { found: found.length, cursors }
}

test('readCandidates continues past pages whose requests have only dust', async () => {
  expect(await readPages([0, 0, 1])).toEqual({ found: 1, cursors: [undefined, '1', '2'] })
})

test('readCandidates stops at enough candidates, or at the maximum number of pages', async () => {
  expect((await readPages([60, 60, 60])).cursors).toHaveLength(2)
  expect((await readPages(Array.from({ length: 30 }, () => 0))).cursors).toHaveLength(10)
})
