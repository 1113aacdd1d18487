import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSealer, UnsealError } from './sealer.ts'

const context = { random: (bytes: number) => randomBytes(bytes) }
const sealer = createSealer(context, 'k'.repeat(32))

describe('A sealer', () => {
  it.each(['', 'a', 'ä\u0000€', 'x'.repeat(5_000)])(
    'a sealer opens its own sealed value: %j',
    (text) => {
      const sealed = sealer.seal('email', text)
      expect(sealed).toMatch(/^v1\.[\w-]+$/)
      expect(sealer.open('email', sealed)).toBe(text)
    },
  )

  it('a sealer hides the text, and seals it differently each time', () => {
    const sealed = new Set(
      Array.from({ length: 100 }, () => sealer.seal('email', 'ana@example.test')),
    )
    expect(sealed.size).toBe(100)
    for (const text of sealed) expect(Buffer.from(text, 'base64url').includes('ana')).toBe(false)
  })

  it('a sealer opens no value that was changed, sealed for another purpose, or with another key', () => {
    const sealed = sealer.seal('webhook_secret', 'secret')
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      expect(() => sealer.open('webhook_secret', `v1.${changed.toString('base64url')}`)).toThrow(
        UnsealError,
      )
    }
    expect(() => sealer.open('email', sealed)).toThrow(UnsealError)
    expect(() => createSealer(context, 'other').open('webhook_secret', sealed)).toThrow(UnsealError)
    for (const text of ['', 'v1.', 'secret', 'v2.AAAA', sealed.slice(0, 20)]) {
      expect(() => sealer.open('webhook_secret', text)).toThrow(UnsealError)
    }
  })

  it('a sealer returns the same digest for the same text, purpose and key', () => {
    const digest = sealer.digest('email', 'ana@example.test')
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    expect(sealer.digest('email', 'ana@example.test')).toBe(digest)
    expect(sealer.digest('webhook_secret', 'ana@example.test')).not.toBe(digest)
    expect(createSealer(context, 'other').digest('email', 'ana@example.test')).not.toBe(digest)
  })
})
