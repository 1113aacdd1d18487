import { hash, parseOptions, verify } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { HashingBusyError } from './errors.ts'
import { createPasswords, MAX_HASHING, MAX_WAITING_TO_HASH } from './passwords.ts'

/** Creates an argon2 that resolves on `finish` and counts its calls. */
function createSlowArgon2() {
  const open: (() => void)[] = []
  const seen = { running: 0, most: 0, total: 0, stored: [] as unknown[] }
  const work = async () => {
    seen.total += 1
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    await new Promise<void>((resolve) => open.push(resolve))
    seen.running -= 1
  }
  return {
    seen,
    async hash() {
      await work()
      return 'a hash'
    },
    async verify(stored: unknown) {
      seen.stored.push(stored)
      await work()
      return true
    },
    async finish() {
      while (open.length > 0) {
        open.shift()?.()
        // Lets the next task in the queue begin.
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
      }
    },
  }
}

describe('A password', () => {
  const passwords = createPasswords()

  it('a password is hashed by argon2id with 19 MiB, two passes and a random salt', async () => {
    const [one, two] = await Promise.all([
      passwords.hash('correct horse'),
      passwords.hash('correct horse'),
    ])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(parseOptions(one)).toMatchObject({ saltLen: 16, outputLen: 32 })
    expect(one).not.toBe(two)
  })

  it('a password matches its own hash and no other', async () => {
    const stored = await passwords.hash('correct horse')
    expect(await passwords.verify('correct horse', stored)).toBe(true)
    expect(await passwords.verify('Correct horse', stored)).toBe(false)
    expect(await passwords.verify('correct horse ', stored)).toBe(false)
  })

  it('a password of 100 characters is hashed in full, including its last character', async () => {
    const password = `${'ä'.repeat(99)}1`
    const stored = await passwords.hash(password)
    expect(await passwords.verify(password, stored)).toBe(true)
    expect(await passwords.verify(`${'ä'.repeat(99)}2`, stored)).toBe(false)
  })

  it('a password is the same in any Unicode normalization form', async () => {
    const stored = await passwords.hash('r\u00e9sum\u00e9 1')
    expect(await passwords.verify('re\u0301sume\u0301 1', stored)).toBe(true)
  })

  it('a password never matches a missing account', async () => {
    expect(await passwords.verify('correct horse', null)).toBe(false)
  })
})

describe('A sign-in to a missing account', () => {
  it('a sign-in to a missing account costs one hash, like a sign-in to an existing account', async () => {
    const stored: unknown[] = []
    const passwords = createPasswords({
      hash,
      verify: (hashed, ...rest) => {
        stored.push(hashed)
        return verify(hashed, ...rest)
      },
    })
    const real = await passwords.hash('correct horse')
    await passwords.verify('wrong horse', real)
    await passwords.verify('wrong horse', null)
    expect(stored).toHaveLength(2)
    const [known, unknown] = stored.map((text) => parseOptions(String(text)))
    expect(unknown).toEqual(known)
  })

  it('a sign-in to a missing account is rejected even with the password of the placeholder hash', async () => {
    const passwords = createPasswords({ hash, verify: async () => true })
    expect(await passwords.verify('anything', null)).toBe(false)
    expect(await passwords.verify('anything', 'a hash')).toBe(true)
  })
})

describe('A flood of passwords', () => {
  it('a flood of passwords is hashed in order, at most four at a time, and rejected once the queue is full', async () => {
    const argon2 = createSlowArgon2()
    const passwords = createPasswords(argon2)
    const taken = MAX_HASHING + MAX_WAITING_TO_HASH
    const calls = Array.from({ length: taken + 10 }, (_, index) =>
      passwords.verify('a password', `hash ${index}`),
    )
    const settled = Promise.allSettled(calls)
    expect(MAX_HASHING).toBeGreaterThanOrEqual(1)
    expect(MAX_HASHING).toBeLessThanOrEqual(4)
    expect(argon2.seen.running).toBe(MAX_HASHING)
    await argon2.finish()
    const outcomes = await settled
    expect(argon2.seen).toMatchObject({ most: MAX_HASHING, total: taken, running: 0 })
    expect(argon2.seen.stored).toEqual(Array.from({ length: taken }, (_, at) => `hash ${at}`))
    expect(outcomes.slice(0, taken).every(({ status }) => status === 'fulfilled')).toBe(true)
    for (const refused of outcomes.slice(taken)) {
      expect(refused).toMatchObject({ reason: expect.any(HashingBusyError) })
    }
  })

  it('a flood of passwords does not block the queue when a hash fails', async () => {
    let calls = 0
    const passwords = createPasswords({
      hash,
      verify: async () => {
        calls += 1
        throw new Error('out of memory')
      },
    })
    const tries = Array.from({ length: 3 * MAX_HASHING }, () => passwords.verify('x', 'a hash'))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(calls).toBe(3 * MAX_HASHING)
  })
})
