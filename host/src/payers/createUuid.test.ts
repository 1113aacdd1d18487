import { expect, it } from 'vitest'
import { createUuid, isUuid } from './createUuid.ts'

it('createUuid creates the UUID of the version 7 example in RFC 9562', () => {
  // Appendix A.6: 2022-02-22 19:22:22 UTC, rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F.
  const random = () => new Uint8Array(Buffer.from('0000000000000cc318c4dc0c0c07398f', 'hex'))
  const now = () => new Date(1_645_557_742_000)
  expect(createUuid({ now, random })).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
})

it.each([
  ['017f22e2-79b0-7cc3-98c4-dc0c0c07398f', true],
  ['017F22E2-79B0-7CC3-98C4-DC0C0C07398F', false],
  ['017f22e2', false],
  ['', false],
])('isUuid of %s is %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected)
})
