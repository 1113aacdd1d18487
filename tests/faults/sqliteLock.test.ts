import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { API_KEY, startTestHost, usdcItem } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const isSqlite = process.env['TEST_DATABASE'] !== 'postgres'
/** The time for which another process locks the file, and the limit for a call during that time. */
const HELD_MS = 8_000
const ANSWER_MS = 6_000
const CALLS = 8

describe.skipIf(!isSqlite)('While another process locks the SQLite file', () => {
  it.each(['creates', 'intents'] as const)(
    'each write succeeds or returns 503 within 6 s, including queued writes: %s',
    async (kind) => {
      // The host has rate limits, so a call reads its permits from the database before it writes.
      const limit = kind === 'creates' ? '100000' : '0'
      await using test = await startTestHost({ PAY_RATE_LIMIT_API_KEY: limit })
      const { token } = await test.createPayment()
      let hashes = 0
      /** Create calls share one write; intents write in sequence. */
      const next = () => {
        if (kind === 'creates') return { path: '', body: { requests: [usdcItem] } }
        hashes += 1
        const txHash = `0x${hashes.toString(16).padStart(64, '0')}`
        return { path: `/${token}/intent`, body: { txHash, chain: 'DEVNET', token: 'USDC' } }
      }
      const file = new SqliteDatabase(test.host.context.config.databaseUrl.replace('sqlite:', ''))
      file.exec('begin immediate')
      const heldMs = performance.now()
      const write = async () => {
        const startMs = performance.now()
        const { path, body } = next()
        const answer = await fetch(`${test.host.url}/v2/secure-payments${path}`, {
          method: 'POST',
          headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        await answer.arrayBuffer()
        return { status: answer.status, tookMs: performance.now() - startMs }
      }
      const answers: { status: number; tookMs: number }[] = []
      const callAgain = async () => {
        while (performance.now() - heldMs < HELD_MS) answers.push(await write())
      }
      const callers: Promise<void>[] = []
      let slowestReadMs = 0
      while (performance.now() - heldMs < HELD_MS) {
        // Each read starts one more caller, so calls of every age exist when the first callers give up.
        if (callers.length < CALLS) callers.push(callAgain())
        const startMs = performance.now()
        expect((await test.call('GET', `/v2/secure-payments/${token}`)).status).toBe(200)
        slowestReadMs = Math.max(slowestReadMs, performance.now() - startMs)
      }
      file.exec('commit')
      file.close()
      await Promise.all(callers)
      const slowestMs = Math.max(...answers.map(({ tookMs }) => tookMs))
      if (process.env['SHOW_FIGURES'] !== undefined) {
        console.log({ slowestMs, slowestReadMs, answers: answers.length })
      }
      expect(new Set(answers.map(({ status }) => status))).toContain(503)
      expect(answers.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([])
      // A read waits for no lock, so its duration depends only on the machine.
      expect(slowestMs).toBeLessThanOrEqual(ANSWER_MS + slowestReadMs)
      await waitUntil(async () => (await write()).status < 300)
    },
  )
})
