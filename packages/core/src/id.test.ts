import { keccak_256 } from '@noble/hashes/sha3'
import fc from 'fast-check'
import { keccak256, toBytes } from 'viem'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/payment-reference.json' with { type: 'json' }
import { MalformedValueError } from './errors.ts'
import {
  createPaymentReference,
  createRefundSalt,
  createRequestId,
  createSalt,
  createUlid,
  isUlid,
  referenceTopic,
  topicKey,
} from './id.ts'

const REQUEST_ID = `01${'ab'.repeat(32)}`
const SALT = '0123456789abcdef'
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const NOW_MS = 1_469_918_176_385

const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

describe('createRequestId', () => {
  it('createRequestId writes 01, the time and the random bytes as 66 hex digits', () => {
    const random = Uint8Array.from({ length: 26 }, (_, index) => index)
    expect(createRequestId(NOW_MS, random)).toBe(
      '0101563df3648100' + '0102030405060708090a0b0c0d0e0f10111213141516171819',
    )
  })

  it('createRequestId orders ids by time', () => {
    fc.assert(
      fc.property(time, time, bytes(26), bytes(26), (first, second, a, b) => {
        fc.pre(first < second)
        expect(createRequestId(first, a) < createRequestId(second, b)).toBe(true)
      }),
    )
  })

  it.each([[-1], [1.5], [2 ** 48], [Number.NaN]])(
    'createRequestId and createUlid reject the time %s',
    (nowMs) => {
      expect(() => createRequestId(nowMs, new Uint8Array(26))).toThrow(MalformedValueError)
      expect(() => createUlid(nowMs, new Uint8Array(10))).toThrow(MalformedValueError)
    },
  )

  it('createRequestId, createSalt and createUlid reject too few random bytes', () => {
    expect(() => createRequestId(NOW_MS, new Uint8Array(25))).toThrow(MalformedValueError)
    expect(() => createSalt(new Uint8Array(7))).toThrow(MalformedValueError)
    expect(() => createUlid(NOW_MS, new Uint8Array(9))).toThrow(MalformedValueError)
  })
})

describe('createSalt', () => {
  it('createSalt writes 8 bytes as 16 lower-case hex digits', () => {
    expect(createSalt(Uint8Array.of(0, 1, 0xab, 0xcd, 0xef, 0x10, 0xff, 0x7f))).toBe(
      '0001abcdef10ff7f',
    )
  })
})

describe('createPaymentReference and referenceTopic', () => {
  it.each(vectors)(
    'createPaymentReference and referenceTopic match the shared vector $reference',
    ({ input, reference, topic }) => {
      const actual = createPaymentReference(input.requestId, input.salt, input.address)
      expect(actual).toBe(reference)
      expect(referenceTopic(actual)).toBe(topic)
    },
  )

  it('createPaymentReference and referenceTopic ignore the case of their parts', () => {
    const reference = createPaymentReference(REQUEST_ID, SALT, ADDRESS)
    expect(
      createPaymentReference(REQUEST_ID.toUpperCase(), SALT.toUpperCase(), ADDRESS.toLowerCase()),
    ).toBe(reference)
    expect(referenceTopic(`0x${reference.slice(2).toUpperCase()}`)).toBe(referenceTopic(reference))
  })

  it('createPaymentReference and referenceTopic hash with the given keccak function', () => {
    const seen: number[] = []
    const keccak = (input: Uint8Array): Uint8Array => {
      seen.push(input.length)
      return keccak_256(input)
    }
    const reference = createPaymentReference(REQUEST_ID, SALT, ADDRESS, keccak)
    expect(reference).toBe(createPaymentReference(REQUEST_ID, SALT, ADDRESS))
    expect(referenceTopic(reference, keccak)).toBe(referenceTopic(reference))
    expect(seen).toEqual([66 + 16 + 42, 8])
  })

  it.each([
    [REQUEST_ID.slice(1), SALT, ADDRESS],
    [`0x${REQUEST_ID.slice(2)}`, SALT, ADDRESS],
    [`02${REQUEST_ID.slice(2)}`, SALT, ADDRESS],
    [REQUEST_ID, `${SALT}0`, ADDRESS],
    [REQUEST_ID, `0x${SALT.slice(2)}`, ADDRESS],
    [REQUEST_ID, SALT, ADDRESS.slice(2)],
    [REQUEST_ID, SALT, `${ADDRESS}é`],
    [REQUEST_ID, SALT, ''],
    [`${REQUEST_ID}\n`, SALT, ADDRESS],
  ])(
    'createPaymentReference and referenceTopic reject parts of another format: %j %j %j',
    (requestId, salt, address) => {
      expect(() => createPaymentReference(requestId, salt, address)).toThrow(MalformedValueError)
    },
  )

  it.each(['0x', '0x0123', '0x0123456789abcdef0', '0x0123456789abcdeg'] as const)(
    'createPaymentReference and referenceTopic reject the reference %s',
    (reference) => {
      expect(() => referenceTopic(reference)).toThrow(MalformedValueError)
    },
  )
})

describe('topicKey', () => {
  it('topicKey returns the topic’s first 8 bytes as a signed integer', () => {
    expect(topicKey(`0x${'00'.repeat(7)}01${'ff'.repeat(24)}`)).toBe(1n)
    expect(topicKey(`0x${'ff'.repeat(8)}${'00'.repeat(24)}`)).toBe(-1n)
    expect(topicKey(`0x80${'00'.repeat(31)}`)).toBe(-(2n ** 63n))
    expect(topicKey(`0x7f${'ff'.repeat(31)}`)).toBe(2n ** 63n - 1n)
  })

  it('topicKey agrees with a big-endian read of the bytes', () => {
    fc.assert(
      fc.property(bytes(32), (topic) => {
        const key = topicKey(`0x${Buffer.from(topic).toString('hex')}`)
        expect(key).toBe(Buffer.from(topic).readBigInt64BE(0))
      }),
    )
  })

  it('topicKey rejects a value that is not a topic', () => {
    expect(() => topicKey('0x01')).toThrow(MalformedValueError)
  })
})

describe('createUlid', () => {
  it('createUlid encodes the time as the ULID specification’s reference implementation does', () => {
    // https://github.com/ulid/javascript: ulid(1469918176385) is 01ARYZ6S41TSV4RRFFQ69G5FAV.
    expect(createUlid(NOW_MS, new Uint8Array(10))).toBe('01ARYZ6S410000000000000000')
  })

  it('createUlid encodes the extreme values', () => {
    expect(createUlid(0, new Uint8Array(10))).toBe('0'.repeat(26))
    expect(createUlid(2 ** 48 - 1, new Uint8Array(10).fill(255))).toBe(`7${'Z'.repeat(25)}`)
  })

  it('createUlid keeps all 80 random bits', () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    fc.assert(
      fc.property(time, bytes(10), (nowMs, random) => {
        const ulid = createUlid(nowMs, random)
        const value = [...ulid].reduce(
          (sum, letter) => sum * 32n + BigInt(alphabet.indexOf(letter)),
          0n,
        )
        expect(value).toBe(
          (BigInt(nowMs) << 80n) + BigInt(`0x${Buffer.from(random).toString('hex')}`),
        )
        expect(isUlid(ulid)).toBe(true)
      }),
    )
  })
})

describe('isUlid', () => {
  it.each([
    ['01ARYZ6S41TSV4RRFFQ69G5FAV', true],
    ['7ZZZZZZZZZZZZZZZZZZZZZZZZZ', true],
    ['8ZZZZZZZZZZZZZZZZZZZZZZZZZ', false],
    ['01aryz6s41tsv4rrffq69g5fav', false],
    ['01ARYZ6S41TSV4RRFFQ69G5FAI', false],
    ['01ARYZ6S41TSV4RRFFQ69G5FAL', false],
    ['01ARYZ6S41TSV4RRFFQ69G5FAO', false],
    ['01ARYZ6S41TSV4RRFFQ69G5FAU', false],
    ['01ARYZ6S41TSV4RRFFQ69G5FA', false],
    ['01ARYZ6S41TSV4RRFFQ69G5FAV0', false],
    ['01ARYZ6S41TSV4RRFFQ69G5FA\n', false],
    ['', false],
  ])('isUlid of %j is %s', (text, expected) => {
    expect(isUlid(text)).toBe(expected)
  })
})

describe('createRefundSalt', () => {
  const place = {
    network: 'base',
    txHash: `0x5AC0${'0'.repeat(58)}e1`,
    logIndex: 7,
    refundId: '01KB6A1B2C3D4E5F6G7H8J9KAB',
  }

  it('createRefundSalt returns the last 8 bytes of the hash of the payment and the refund', () => {
    const text = `refund:base:0x5ac0${'0'.repeat(58)}e1:7:01kb6a1b2c3d4e5f6g7h8j9kab`
    expect(createRefundSalt(place)).toBe(keccak256(toBytes(text)).slice(-16))
    expect(createSalt(Buffer.from(createRefundSalt(place), 'hex'))).toBe(createRefundSalt(place))
  })

  it.each([{ network: 'optimism' }, { logIndex: 8 }, { refundId: `${'0'.repeat(25)}1` }])(
    'createRefundSalt differs with %j',
    (change) => {
      expect(createRefundSalt({ ...place, ...change })).not.toBe(createRefundSalt(place))
    },
  )
})
