import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createLogger } from '../../log.ts'
import type { ReceiptDocument } from '../receiptDocument.ts'
import { createPdfMaker, type MakePdf } from './createPdfMaker.ts'

/** A thread that answers with the receipt's title; `hang` never answers, and `throw` ends the thread. */
const PROGRAM = `import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ receipt: { title } }) => {
  if (title === 'hang') return
  if (title === 'throw') throw new Error('out of ink')
  parentPort.postMessage({ bytes: new TextEncoder().encode(title) })
})`

const folder = mkdtempSync(join(tmpdir(), 'pdf-maker-'))
const program = join(folder, 'thread.mjs')
writeFileSync(program, PROGRAM)
afterAll(() => rmSync(folder, { recursive: true }))

const log = createLogger('silent')

function createMaker(deadlineMs?: number): (tenantId: string, title: string) => Promise<string> {
  const make: MakePdf = createPdfMaker(
    { log },
    { program, fontFolder: '', ...(deadlineMs !== undefined && { deadlineMs }) },
  )
  return async (tenantId, title) => {
    const pdf = await make(tenantId, { title } as ReceiptDocument, null)
    return typeof pdf === 'string' ? pdf : new TextDecoder().decode(pdf)
  }
}

it('the maker returns each PDF to its caller', async () => {
  const make = createMaker()
  expect(await Promise.all([make('a', 'one'), make('a', 'two')])).toEqual(['one', 'two'])
})

it('a merchant with many PDFs gets no more than its share, and does not delay another merchant', async () => {
  const make = createMaker()
  const done: string[] = []
  const note = (name: string) => (result: string) => done.push(result === 'busy' ? 'busy' : name)
  await Promise.all([
    ...['1', '2', '3', '4', '5', '6'].map((name) => make('a', name).then(note(name))),
    make('b', 'other').then(note('other')),
  ])
  // One is made and four wait; the sixth is rejected.
  expect(done.filter((name) => name === 'busy')).toHaveLength(1)
  expect(done.indexOf('other')).toBeLessThan(done.indexOf('3'))
})

it('the maker ends a thread that takes too long', async () => {
  await expect(createMaker(500)('a', 'hang')).rejects.toThrow('took too long')
})

it('the next PDF gets a new thread after a thread has failed', async () => {
  const make = createMaker()
  await expect(Promise.allSettled([make('a', 'throw'), make('b', 'next')])).resolves.toMatchObject([
    { status: 'rejected', reason: { message: 'out of ink' } },
    { status: 'fulfilled', value: 'next' },
  ])
})
