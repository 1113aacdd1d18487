import { createDecipheriv, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createDataSealer, DataUnreadableError } from './dataSealer.ts'
import { createRandomPool } from './randomPool.ts'

const OLD = 'the first key of this service, long'
const NEW = 'the second key of this service, long'
const context = { random: createRandomPool() }
const BINDING = 'payers:4d2b:sealed_profile'

describe('A data sealer', () => {
  it('a data sealer opens a sealed string, and seals the same string to a different value each time', () => {
    const sealer = createDataSealer(context, [NEW])
    const first = sealer.seal(BINDING, 'Ana Müller 🏦')
    expect(sealer.open(BINDING, first)).toBe('Ana Müller 🏦')
    expect(sealer.seal(BINDING, 'Ana Müller 🏦')).not.toBe(first)
    expect(first).toMatch(/^d1\.[0-9a-f]{8}\.[\w-]+$/)
    expect(Buffer.from(first.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain(
      'Ana',
    )
  })

  it('a data sealer uses AES-256-GCM under a key derived by HKDF-SHA-256, bound to the place', () => {
    const sealed = createDataSealer(context, [NEW]).seal(BINDING, 'secret')
    const bytes = Buffer.from(sealed.split('.')[2] ?? '', 'base64url')
    const key = Buffer.from(hkdfSync('sha256', NEW, '', 'secure-payment data seal', 32))
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(BINDING)).setAuthTag(bytes.subarray(-16))
    expect(
      decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8'),
    ).toBe('secret')
  })

  it('a data sealer does not open a string in another place', () => {
    const sealer = createDataSealer(context, [NEW])
    const sealed = sealer.seal(BINDING, 'secret')
    expect(() => sealer.open('payers:9f9f:sealed_profile', sealed)).toThrow(DataUnreadableError)
  })

  it('a data sealer does not open a string with any byte changed', () => {
    const sealer = createDataSealer(context, [NEW])
    const [version, id, encoded = ''] = sealer.seal(BINDING, 'secret').split('.')
    const bytes = Buffer.from(encoded, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      const sealed = `${version}.${id}.${changed.toString('base64url')}`
      expect(() => sealer.open(BINDING, sealed)).toThrow(DataUnreadableError)
    }
  })

  it.each(['', 'd1', 'd1.00000000.', 'd2.00000000.AAAA', 'v1.AAAA', 'plain text'])(
    'a data sealer rejects %j',
    (sealed) => {
      const sealer = createDataSealer(context, [NEW])
      expect(() => sealer.open(BINDING, sealed)).toThrow(DataUnreadableError)
    },
  )
})

describe('A data sealer with a rotated key', () => {
  const before = createDataSealer(context, [OLD])
  const during = createDataSealer(context, [NEW, OLD])
  const after = createDataSealer(context, [NEW])

  it('a data sealer with a rotated key seals with the first key and opens with all keys', () => {
    const old = before.seal(BINDING, 'secret')
    expect(during.open(BINDING, old)).toBe('secret')
    expect(during.isCurrent(old)).toBe(false)
    const renewed = during.seal(BINDING, 'secret')
    expect(during.isCurrent(renewed)).toBe(true)
    expect(after.open(BINDING, renewed)).toBe('secret')
  })

  it('a data sealer with a rotated key rejects a string sealed under a removed key, and names that key’s id without leaking the key', () => {
    const old = before.seal(BINDING, 'secret')
    expect(() => after.open(BINDING, old)).toThrow(old.split('.')[1])
    expect(() => after.open(BINDING, old)).not.toThrow(OLD)
  })

  it('a data sealer with a rotated key finds values stored under an earlier key', () => {
    const [stored] = before.digests('client user', 'ana@example.test')
    expect(during.digests('client user', 'ana@example.test')).toContain(stored)
    expect(during.digests('client user', 'ana@example.test')[0]).toBe(
      after.digests('client user', 'ana@example.test')[0],
    )
    expect(after.digests('client user', 'ana@example.test')).not.toContain(stored)
  })
})

describe('Digests', () => {
  it('digests differ by text, purpose and key', () => {
    const sealer = createDataSealer(context, [NEW])
    const digests = [
      sealer.digests('client user', 'ana'),
      sealer.digests('client user', 'bea'),
      sealer.digests('profile', 'ana'),
      createDataSealer(context, [OLD]).digests('client user', 'ana'),
    ].flat()
    expect(new Set(digests).size).toBe(4)
    for (const digest of digests) expect(digest).toMatch(/^[0-9a-f]{64}$/)
  })
})
