import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createRandomPool } from '../randomPool.ts'
import { createSealer } from '../sealer.ts'
import { identifyPeriod } from './identifyPeriod.ts'

const FIRST = { id: `01${'ab'.repeat(32)}`, salt: '0011223344556677' }
const BEGIN = new Date('2026-12-01T00:00:00.000Z')
const hostOf = (key: string) => ({ sealer: createSealer({ random: createRandomPool() }, key) })

/** Returns the bytes of a period's id and salt, in the order in which a request uses them. */
function draw(key: string, first = FIRST, begin = BEGIN): string[] {
  const { random } = identifyPeriod(hostOf(key), first, begin)
  return [random(26), random(8)].map((bytes) => Buffer.from(bytes).toString('hex'))
}

test('A period of a series is the same on every host with the same key, and differs from every other period', () => {
  const [id, salt] = draw('key of the hosts')
  expect(draw('key of the hosts')).toEqual([id, salt])
  expect(id).toHaveLength(52)
  expect(salt).toHaveLength(16)
  const next = new Date('2027-01-01T00:00:00.000Z')
  expect(draw('key of the hosts', FIRST, next)).not.toContain(salt)
  expect(draw('key of the hosts', { ...FIRST, id: `01${'cd'.repeat(32)}` })).not.toContain(salt)
})

test('Without the key of the hosts, a period cannot be predicted, not even with the salt of the first request', () => {
  const [id, salt] = draw('key of the hosts')
  expect(draw('another key')).not.toContain(salt)
  const guess = createHmac('sha256', FIRST.salt)
    .update(`${FIRST.id} ${BEGIN.toISOString()} 1`)
    .digest('hex')
  expect(guess.slice(0, 52)).not.toBe(id)
})
