import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Meta, viemCall } from '../../test-support/viemOracle.ts'
import { type DecodedCall, decodePaymentCall } from './index.ts'

type Hex = `0x${string}`

const TOKEN = '0xcb31530041fa559a3688cc0b04d9ce7949285afb'
const PAYEE = '0x0c8bbadeacb2346ed4296ae6d2c575738eeac989'
const FEE_ADDRESS = '0x6acbd410985f3335875c320db1b8be40fc81ba33'
const EUR = '0x17b4158805772ced11225e77339f90beb5aae968'
const USD = '0x775eb53d00dd0acd3ec1696472105d579b9b386b'
const COIN = '0xf5af88e117747e87fc5929f2ff87221b1447652e'
const REFERENCE = '0x5420599980d1925c'

const detail = {
  recipient: PAYEE,
  requestAmount: 7n,
  path: [TOKEN],
  paymentReference: REFERENCE,
  feeAmount: 1n,
  maxToSpend: 0n,
  maxRateTimespan: 0n,
} as const
const metas: Meta[] = [
  {
    paymentNetworkId: 2n,
    requestDetails: [detail, { ...detail, paymentReference: '0x00000000000000ff' }],
  },
  { paymentNetworkId: 3n, requestDetails: [detail] },
]

/** One call of each kind, encoded by viem. */
const calls = {
  approve: viemCall.approve(PAYEE, 1_000n),
  erc20_payment: viemCall.erc20Payment(TOKEN, PAYEE, 1_000n, REFERENCE, 10n, FEE_ADDRESS),
  native_payment: viemCall.nativePayment(PAYEE, REFERENCE, 10n, FEE_ADDRESS),
  exact_native_payment: viemCall.exactNativePayment(PAYEE, 1_000n, REFERENCE, 10n, FEE_ADDRESS),
  erc20_conversion: viemCall.erc20Conversion(
    ...([PAYEE, 80n, [USD, TOKEN], REFERENCE, 2n, FEE_ADDRESS, 90n, 60n] as const),
  ),
  native_conversion: viemCall.nativeConversion(
    ...([PAYEE, 80n, [EUR, USD, COIN], REFERENCE, 2n, FEE_ADDRESS, 60n] as const),
  ),
  batch: viemCall.batch(metas, [[TOKEN, PAYEE]], FEE_ADDRESS),
} satisfies Record<DecodedCall['kind'], Hex>

describe.each(Object.entries(calls))('%s', (kind, data) => {
  test('the call decodes from hex in any case', () => {
    const upper: Hex = `0x${data.slice(2).toUpperCase()}`
    expect(decodePaymentCall(data)?.kind).toBe(kind)
    expect(decodePaymentCall(upper)).toEqual(decodePaymentCall(data))
  })

  test('the call is rejected when truncated or extended at any point', () => {
    for (let length = 0; length < data.length; length++)
      expect(decodePaymentCall(asHex(data.slice(0, length)))).toBeNull()
    for (const tail of ['0', '00', '0'.repeat(64), 'ff'])
      expect(decodePaymentCall(`${data}${tail}`)).toBeNull()
  })

  test('the call is rejected with a non-hex character at any position', () => {
    for (let at = 0; at < data.length; at++) {
      if (at === 1) continue
      for (const character of ['g', ' ', '.', 'ａ'])
        expect(
          decodePaymentCall(asHex(data.slice(0, at) + character + data.slice(at + 1))),
        ).toBeNull()
    }
  })

  test('the decoder decodes changed bytes only to facts that encode to the same bytes', () => {
    const changes = fc.array(
      fc.record({ at: fc.integer({ min: 2, max: data.length - 1 }), digit: fc.nat(15) }),
      { minLength: 1, maxLength: 3 },
    )
    fc.assert(
      fc.property(changes, (list) => {
        const changed = list.reduce(
          (text, { at, digit }) =>
            asHex(text.slice(0, at) + digit.toString(16) + text.slice(at + 1)),
          data,
        )
        const call = decodePaymentCall(changed)
        if (call !== null) expect(reencode(call)).toBe(changed)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a call in another layout is rejected, although a contract would run it', () => {
  const words = (data: string) => (data.slice(10).match(/.{64}/g) ?? []) as string[]
  const word = (value: number) => value.toString(16).padStart(64, '0')

  test('a call with its reference after a gap is rejected', () => {
    const list = words(calls.erc20_payment)
    const moved = [...list.slice(0, 3), word(0xe0), ...list.slice(4, 6), word(0), ...list.slice(6)]
    expect(decodePaymentCall(asHex(`0xc219a14d${moved.join('')}`))).toBeNull()
  })

  test.each([0, 7, 9, 16, 32])('a call with a reference of %d bytes is rejected', (bytes) => {
    const reference: Hex = `0x${'ab'.repeat(bytes)}`
    const data = viemCall.erc20Payment(TOKEN, PAYEE, 1n, reference, 0n, FEE_ADDRESS)
    expect(decodePaymentCall(data)).toBeNull()
    expect(decodePaymentCall(viemCall.nativePayment(PAYEE, reference, 0n, FEE_ADDRESS))).toBeNull()
  })

  test('a call with trailing digits after the reference is rejected', () => {
    const dirty = `${calls.native_payment.slice(0, -1)}1`
    expect(decodePaymentCall(asHex(dirty))).toBeNull()
  })

  test('a batch with two groups that share one body is rejected', () => {
    const shared = viemCall.batch(
      [metas[0], metas[0]].flatMap((meta) => meta ?? []),
      [],
      FEE_ADDRESS,
    )
    const list = words(shared)
    // Words: 3 of head, length, two offsets, then the groups. Both offsets now point to the first group.
    list[5] = list[4] ?? ''
    expect(decodePaymentCall(asHex(`0x92cddb91${list.join('')}`))).toBeNull()
    expect(decodePaymentCall(shared)).not.toBeNull()
  })

  test.each([
    ['erc20_conversion', 8],
    ['native_conversion', 7],
  ] as const)('a call with the reference of %s before its path is rejected', (kind, headWords) => {
    const list = words(calls[kind])
    const pathWords = list.length - headWords - 2
    const swapped = [
      ...list.slice(0, 2),
      word(32 * (headWords + 2)),
      word(32 * headWords),
      ...list.slice(4, headWords),
      ...list.slice(headWords + pathWords),
      ...list.slice(headWords, headWords + pathWords),
    ]
    expect(decodePaymentCall(asHex(calls[kind].slice(0, 10) + swapped.join('')))).toBeNull()
  })

  test('a batch with its paths before the details is rejected', () => {
    const list = words(viemCall.batch([], [], FEE_ADDRESS))
    const swapped = [list[1], list[0], ...list.slice(2)]
    expect(decodePaymentCall(asHex(`0x92cddb91${list.join('')}`))).not.toBeNull()
    expect(decodePaymentCall(asHex(`0x92cddb91${swapped.join('')}`))).toBeNull()
  })

  test.each(['ff'.repeat(32), word(2 ** 31), word(1_000)])(
    'a batch with a length of 0x%s is rejected',
    (length) => {
      const list = words(viemCall.batch([], [], FEE_ADDRESS))
      list[3] = length
      expect(decodePaymentCall(asHex(`0x92cddb91${list.join('')}`))).toBeNull()
    },
  )
})

test('calls of other methods return null', () => {
  expect(decodePaymentCall('0x')).toBeNull()
  expect(decodePaymentCall('0xa9059cbb')).toBeNull()
  expect(decodePaymentCall(asHex(calls.approve.replace('0x095ea7b3', '0xa9059cbb')))).toBeNull()
})

/** Types any string as hex, because the decoder must not rely on the type. */
function asHex(text: string): Hex {
  return text as Hex
}

function reencode(call: DecodedCall): Hex {
  const hex = asHex
  switch (call.kind) {
    case 'approve':
      return viemCall.approve(hex(call.spender), call.amountUnits)
    case 'erc20_payment': {
      const { token, payee, amountUnits, paymentReference, feeUnits, feeAddress } = call
      return viemCall.erc20Payment(
        hex(token),
        hex(payee),
        amountUnits,
        paymentReference,
        feeUnits,
        hex(feeAddress),
      )
    }
    case 'native_payment': {
      const { payee, paymentReference, feeUnits, feeAddress } = call
      return viemCall.nativePayment(hex(payee), paymentReference, feeUnits, hex(feeAddress))
    }
    case 'exact_native_payment': {
      const { payee, amountUnits, paymentReference, feeUnits, feeAddress } = call
      return viemCall.exactNativePayment(
        hex(payee),
        amountUnits,
        paymentReference,
        feeUnits,
        hex(feeAddress),
      )
    }
    case 'erc20_conversion':
      return viemCall.erc20Conversion(
        ...conversionArgs(call),
        call.maxToSpendUnits,
        call.maxRateTimespanS,
      )
    case 'native_conversion':
      return viemCall.nativeConversion(...conversionArgs(call), call.maxRateTimespanS)
    case 'batch': {
      const groups = call.groups.map(({ paymentNetworkId, items }) => ({
        paymentNetworkId,
        requestDetails: items.map((item) => ({
          recipient: hex(item.payee),
          requestAmount: item.amountUnits,
          path: item.path.map(hex),
          paymentReference: item.paymentReference,
          feeAmount: item.feeUnits,
          maxToSpend: item.maxToSpendUnits,
          maxRateTimespan: item.maxRateTimespanS,
        })),
      }))
      const paths = call.pathsToUsd.map((path) => path.map(hex))
      return viemCall.batch(groups, paths, hex(call.feeAddress))
    }
  }
}

function conversionArgs(
  call: Extract<DecodedCall, { kind: 'erc20_conversion' | 'native_conversion' }>,
): readonly [Hex, bigint, readonly Hex[], Hex, bigint, Hex] {
  const { payee, amountUnits, path, paymentReference, feeUnits, feeAddress } = call
  return [asHex(payee), amountUnits, path.map(asHex), paymentReference, feeUnits, asHex(feeAddress)]
}
