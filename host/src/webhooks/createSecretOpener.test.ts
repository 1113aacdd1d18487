import { describe, expect, test } from 'vitest'
import { createRandomPool } from '../randomPool.ts'
import { createSealer, type Sealer, UnsealError } from '../sealer.ts'
import { createSecretOpener } from './createSecretOpener.ts'

const NOW = new Date('2026-01-02T00:00:00.000Z')
const sealer = createSealer({ random: createRandomPool() }, 'a key of the tests')
const seal = (text: string) => sealer.seal('webhook_secret', text)
const alone = { pending: null, previous: null, previousExpiresAt: null }

describe('a secret opener', () => {
  test('a secret opener returns the current secret, and during a rotation also the pending and the previous one', () => {
    const open = createSecretOpener({ sealer })
    const rotated = {
      current: seal('current'),
      pending: seal('pending'),
      previous: seal('previous'),
      previousExpiresAt: '2026-01-02T00:00:00.001Z',
    }
    expect(open({ ...alone, current: seal('only') }, NOW)).toEqual({
      secret: 'only',
      furtherSecrets: [],
    })
    expect(open(rotated, NOW)).toEqual({
      secret: 'current',
      furtherSecrets: ['pending', 'previous'],
    })
    expect(open({ ...rotated, previousExpiresAt: NOW.toISOString() }, NOW)).toEqual({
      secret: 'current',
      furtherSecrets: ['pending'],
    })
  })

  test('a secret opener decrypts each sealed secret only once', () => {
    let opened = 0
    const counting: Sealer = {
      ...sealer,
      open(purpose, text) {
        opened += 1
        return sealer.open(purpose, text)
      },
    }
    const open = createSecretOpener({ sealer: counting })
    const first = { ...alone, current: seal('first') }
    for (let time = 0; time < 3; time += 1) expect(open(first, NOW).secret).toBe('first')
    expect(opened).toBe(1)
    expect(open({ ...alone, current: seal('second') }, NOW).secret).toBe('second')
    expect(opened).toBe(2)
  })

  test('a secret opener throws UnsealError for a secret sealed with another key', () => {
    const other = createSealer({ random: createRandomPool() }, 'another key of the tests')
    const open = createSecretOpener({ sealer })
    const foreign = { ...alone, current: other.seal('webhook_secret', 'x') }
    expect(() => open(foreign, NOW)).toThrow(UnsealError)
  })
})
