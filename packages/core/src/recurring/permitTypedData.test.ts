import fc from 'fast-check'
import { hashStruct, hashTypedData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { domains, numeric, permits, recurringTypes } from '../../test-support/recurringOracle.ts'
import vectors from '../../vectors/recurring-trigger.json' with { type: 'json' }
import { InvalidAddressError, MalformedValueError } from '../errors.ts'
import { hashPermitStruct } from './hashPermit.ts'
import { hashPermit, permitTypedData, type SchedulePermit } from './index.ts'

const RUNS = { numRuns: 500 }
const permit: SchedulePermit = {
  subscriber: '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
  token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  recipient: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  feeAddress: '0x0000000000000000000000000000000000000000',
  amount: 12_345_678_901_234_567_890n,
  feeAmount: 0n,
  relayerFee: 0n,
  periodSeconds: 86_400,
  firstPayment: 1_767_225_600,
  totalPayments: 3,
  nonce: '0x00000000000000000000000000000000000000000000000000000000000000ff',
  deadline: 1_775_174_400n,
  strictOrder: true,
}
const domain = { chainId: 8453, contract: '0xd2c3392e3e70f4ce033cb39cc80b414addd64ffa' }

test('typed data is plain JSON with every member in the type’s order', () => {
  expect(JSON.stringify(permitTypedData(permit, domain), null, 2)).toMatchInlineSnapshot(`
    "{
      "domain": {
        "name": "ERC20RecurringPaymentProxy",
        "version": "1",
        "chainId": 8453,
        "verifyingContract": "0xd2c3392e3e70F4CE033Cb39CC80B414aDdD64fFa"
      },
      "types": {
        "SchedulePermit": [
          {
            "name": "subscriber",
            "type": "address"
          },
          {
            "name": "token",
            "type": "address"
          },
          {
            "name": "recipient",
            "type": "address"
          },
          {
            "name": "feeAddress",
            "type": "address"
          },
          {
            "name": "amount",
            "type": "uint128"
          },
          {
            "name": "feeAmount",
            "type": "uint128"
          },
          {
            "name": "relayerFee",
            "type": "uint128"
          },
          {
            "name": "periodSeconds",
            "type": "uint32"
          },
          {
            "name": "firstPayment",
            "type": "uint32"
          },
          {
            "name": "totalPayments",
            "type": "uint8"
          },
          {
            "name": "nonce",
            "type": "uint256"
          },
          {
            "name": "deadline",
            "type": "uint256"
          },
          {
            "name": "strictOrder",
            "type": "bool"
          }
        ]
      },
      "primaryType": "SchedulePermit",
      "message": {
        "subscriber": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
        "token": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
        "recipient": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
        "feeAddress": "0x0000000000000000000000000000000000000000",
        "amount": "12345678901234567890",
        "feeAmount": "0",
        "relayerFee": "0",
        "periodSeconds": 86400,
        "firstPayment": 1767225600,
        "totalPayments": 3,
        "nonce": "0x00000000000000000000000000000000000000000000000000000000000000ff",
        "deadline": 1775174400,
        "strictOrder": true
      }
    }"
  `)
})

describe('digests', () => {
  test('digests of random permits match viem', () => {
    fc.assert(
      fc.property(permits, domains, (any, { chainId, contract }) => {
        const message = numeric(any)
        expect(hashPermitStruct(any)).toBe(
          hashStruct({ types: recurringTypes, primaryType: 'SchedulePermit', data: message }),
        )
        const digest = hashTypedData({
          domain: {
            name: 'ERC20RecurringPaymentProxy',
            version: '1',
            chainId,
            verifyingContract: contract,
          },
          types: recurringTypes,
          primaryType: 'SchedulePermit',
          message,
        })
        expect(hashPermit(any, { chainId, contract })).toBe(digest)
      }),
      RUNS,
    )
  })

  test('digests survive a JSON round trip of the typed data', () => {
    fc.assert(
      fc.property(permits, domains, (any, where) => {
        const typed = permitTypedData(any, where)
        const received: typeof typed = JSON.parse(JSON.stringify(typed))
        expect(received).toEqual(typed)
        expect(hashTypedData(received)).toBe(hashPermit(any, where))
        // ethers accepts the three parts, with the type's name derived from the types.
        const { domain, types, message: values } = received
        const [primaryType, ...more] = Object.keys(types)
        expect(more).toEqual([])
        expect(primaryType).toBe('SchedulePermit')
        expect(
          hashTypedData({ domain, types, primaryType: 'SchedulePermit', message: values }),
        ).toBe(hashPermit(any, where))
      }),
      RUNS,
    )
  })

  test('digests use the given hash function', () => {
    const calls: number[] = []
    const fake = (bytes: Uint8Array) => {
      calls.push(bytes.length)
      return new Uint8Array(32).fill(7)
    }
    expect(hashPermit(permit, domain, fake)).toBe(`0x${'07'.repeat(32)}`)
    // Domain of 5 words, struct of 14, then 0x1901 and both hashes.
    expect(calls.sort((a, b) => a - b)).toEqual([66, 5 * 32, 14 * 32])
  })

  test.each<[keyof SchedulePermit, Partial<SchedulePermit>]>([
    ['subscriber', { subscriber: permit.recipient }],
    ['token', { token: permit.recipient }],
    ['recipient', { recipient: permit.subscriber }],
    ['feeAddress', { feeAddress: permit.recipient }],
    ['amount', { amount: 1n }],
    ['relayerFee', { relayerFee: 1n }],
    ['periodSeconds', { periodSeconds: 1 }],
    ['firstPayment', { firstPayment: 1 }],
    ['totalPayments', { totalPayments: 4 }],
    ['nonce', { nonce: `0x${'01'.repeat(32)}` }],
    ['deadline', { deadline: 1n }],
    ['strictOrder', { strictOrder: false }],
  ])('digests change with %s', (_, change) => {
    expect(hashPermit({ ...permit, ...change }, domain)).not.toBe(hashPermit(permit, domain))
  })

  test('digests change with the chain and with the contract', () => {
    const digest = hashPermit(permit, domain)
    expect(hashPermit(permit, { ...domain, chainId: 1 })).not.toBe(digest)
    expect(hashPermit(permit, { ...domain, contract: permit.token })).not.toBe(digest)
  })
})

test.each(vectors)(
  'the vector on $network, payment $input.paymentIndex, has the same signature',
  async ({ input }) => {
    const { amount, feeAmount, relayerFee, deadline, nonce } = input.permit
    const { chainId, verifyingContract } = input.domain
    const typed = permitTypedData(
      {
        ...input.permit,
        amount: BigInt(amount),
        feeAmount: BigInt(feeAmount),
        relayerFee: BigInt(relayerFee),
        deadline: BigInt(deadline),
        nonce: `0x${BigInt(nonce).toString(16).padStart(64, '0')}`,
      },
      { chainId, contract: verifyingContract },
    )
    expect(typed.domain).toEqual(input.domain)
    const account = privateKeyToAccount(input.privateKey as `0x${string}`)
    expect(await account.signTypedData(typed)).toBe(input.signature)
  },
)

describe('permitTypedData rejects invalid input', () => {
  test.each([0, -1, 1.5, Number.NaN, 2 ** 53])('permitTypedData rejects chain id %d', (chainId) => {
    expect(() => permitTypedData(permit, { ...domain, chainId })).toThrow(MalformedValueError)
    expect(() => hashPermit(permit, { ...domain, chainId })).toThrow(MalformedValueError)
  })

  test('permitTypedData rejects a contract that is not an address', () => {
    expect(() => permitTypedData(permit, { ...domain, contract: '0x1' })).toThrow(
      InvalidAddressError,
    )
  })

  test('permitTypedData rejects a deadline that a JSON number cannot represent', () => {
    const late = { ...permit, deadline: 2n ** 53n }
    expect(() => permitTypedData(late, domain)).toThrowErrorMatchingInlineSnapshot(
      `[MalformedValueError: deadline must be at most 2^53 - 1 seconds since 1970 in typed data, got 9007199254740992.]`,
    )
    expect(() => hashPermit(late, domain)).not.toThrow()
  })

  test('permitTypedData rejects a number of payments that does not fit into its field', () => {
    expect(() => permitTypedData({ ...permit, totalPayments: 256 }, domain)).toThrow(
      expect.objectContaining({ field: 'totalPayments' }),
    )
  })
})

test('mutating returned typed data does not affect later calls', () => {
  const typed = permitTypedData(permit, domain)
  typed.types.SchedulePermit.pop()
  for (const field of typed.types.SchedulePermit) field.name = 'changed'
  expect(permitTypedData(permit, domain).types).toEqual(recurringTypes)
})
