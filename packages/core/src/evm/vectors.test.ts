import { describe, expect, test } from 'vitest'
import { viemCall } from '../../test-support/viemOracle.ts'
import anyToErc20Vectors from '../../vectors/any-to-erc20.json' with { type: 'json' }
import anyToEthVectors from '../../vectors/any-to-eth.json' with { type: 'json' }
import approveVectors from '../../vectors/approve.json' with { type: 'json' }
import batchVectors from '../../vectors/batch-conversion.json' with { type: 'json' }
import erc20Vectors from '../../vectors/erc20-fee-proxy.json' with { type: 'json' }
import nativeVectors from '../../vectors/eth-fee-proxy.json' with { type: 'json' }
import {
  BATCH_GROUPS,
  type BatchGroup,
  type BatchItem,
  type BatchPayment,
  decodePaymentCall,
  encodeApprove,
  encodeBatch,
  encodeErc20Conversion,
  encodeErc20Payment,
  encodeNativeConversion,
  encodeNativePayment,
  encodePaymentBatch,
  type PaymentNetworkId,
} from './index.ts'

const low = (text: string) => text.toLowerCase()
const hex = (text: string) => text as `0x${string}`
const wire = (vector: { to: string; data: string; value: string }) => ({
  to: vector.to,
  data: vector.data,
  value: BigInt(vector.value),
})

test.each(erc20Vectors)('the ERC20FeeProxy vector on $network matches: $data', (vector) => {
  const { input } = vector
  const transaction = encodeErc20Payment({
    proxy: vector.to,
    token: input.token,
    payee: input.payee,
    amountUnits: BigInt(input.amount),
    paymentReference: hex(input.paymentReference),
    feeUnits: BigInt(input.feeAmount),
    feeAddress: input.feeAddress,
  })
  expect(transaction).toEqual(wire(vector))
  expect(decodePaymentCall(hex(vector.data))).toEqual({
    kind: 'erc20_payment',
    token: low(input.token),
    payee: low(input.payee),
    amountUnits: BigInt(input.amount),
    paymentReference: input.paymentReference,
    feeUnits: BigInt(input.feeAmount),
    feeAddress: low(input.feeAddress),
  })
})

test.each(nativeVectors)('the EthereumFeeProxy vector on $network matches: $data', (vector) => {
  const { input } = vector
  const transaction = encodeNativePayment({
    proxy: vector.to,
    payee: input.payee,
    amountUnits: BigInt(input.amount),
    paymentReference: hex(input.paymentReference),
    feeUnits: BigInt(input.feeAmount),
    feeAddress: input.feeAddress,
  })
  expect(transaction).toEqual(wire(vector))
  expect(decodePaymentCall(hex(vector.data))).toEqual({
    kind: 'native_payment',
    payee: low(input.payee),
    paymentReference: input.paymentReference,
    feeUnits: BigInt(input.feeAmount),
    feeAddress: low(input.feeAddress),
  })
})

/** Converts a vector's arguments to the proxies': amounts are padded to the 8 decimals of fiat in the contracts. */
const conversionFacts = ({
  input,
}: (typeof anyToErc20Vectors | typeof anyToEthVectors)[number]) => {
  const scale = 10n ** BigInt(8 - input.requestCurrencyDecimals)
  const padded = {
    amountUnits: BigInt(input.amount) * scale,
    feeUnits: BigInt(input.feeAmount) * scale,
  }
  expect(padded).toEqual({
    amountUnits: BigInt(input.requestAmountPadded),
    feeUnits: BigInt(input.feeAmountPadded),
  })
  return {
    ...padded,
    payee: input.payee,
    path: input.path,
    paymentReference: hex(input.paymentReference),
    feeAddress: input.feeAddress,
    maxRateTimespanS: BigInt(input.maxRateTimespan),
  }
}
const lowered = (facts: ReturnType<typeof conversionFacts>) => ({
  ...facts,
  payee: low(facts.payee),
  path: facts.path.map(low),
  feeAddress: low(facts.feeAddress),
})

test.each(anyToErc20Vectors)(
  'the Erc20ConversionProxy vector on $network matches: $data',
  (vector) => {
    const facts = conversionFacts(vector)
    const maxToSpendUnits = BigInt(vector.input.maxToSpend)
    const payment = { ...facts, maxToSpendUnits, proxy: vector.to }
    expect(encodeErc20Conversion(payment)).toEqual(wire(vector))
    expect(decodePaymentCall(hex(vector.data))).toEqual({
      kind: 'erc20_conversion',
      ...lowered(facts),
      maxToSpendUnits,
    })
  },
)

test.each(anyToEthVectors)('the EthConversionProxy vector on $network matches: $data', (vector) => {
  const facts = conversionFacts(vector)
  const maxToSpendUnits = BigInt(vector.input.maxToSpend)
  const payment = { ...facts, maxToSpendUnits, proxy: vector.to }
  expect(encodeNativeConversion(payment)).toEqual(wire(vector))
  expect(decodePaymentCall(hex(vector.data))).toEqual({
    kind: 'native_conversion',
    ...lowered(facts),
  })
})

test.each(approveVectors)('the approve vector on $network matches: $data', (vector) => {
  const { token, spender, amount } = vector.input
  const transaction = encodeApprove({ token, spender, amountUnits: BigInt(amount) })
  expect(transaction).toEqual(wire(vector))
  expect(decodePaymentCall(hex(vector.data))).toEqual({
    kind: 'approve',
    spender: low(spender),
    amountUnits: BigInt(amount),
  })
})

const named = batchVectors.map((vector, index) => ({
  ...vector,
  name: `${index} (${vector.input.payments.map((payment) => payment.type).join(', ')})`,
}))

test.each(named)('the batch vector $name on $network matches', (vector) => {
  const groups = groupPayments(vector.input.payments)
  const { feeAddress, pathsToUSD } = vector.input
  const batch = { contract: vector.to, groups, pathsToUsd: pathsToUSD, feeAddress }
  expect(encodeBatch(batch)).toEqual(wire(vector))
  expect(decodePaymentCall(hex(vector.data))).toEqual({
    kind: 'batch',
    groups: groups.map((group) => ({
      paymentNetworkId: BigInt(group.paymentNetworkId),
      items: group.items.map((item) => ({
        ...item,
        payee: low(item.payee),
        path: item.path.map(low),
      })),
    })),
    pathsToUsd: pathsToUSD.map((path) => path.map(low)),
    feeAddress: low(feeAddress),
  })
})

const isUncapped = (vector: (typeof named)[number]) => vector.input.pathsToUSD.length === 0

test.each(named.filter(isUncapped))(
  'the vector $name of a batch of payments on $network matches',
  (vector) => {
    const { payments, feeAddress } = vector.input
    const items = payments.map(toBatchPayment)
    const native = payments.find(({ type }) => type === 'eth')
    const nativeHash = native?.path[0] ?? '0x0000000000000000000000000000000000000001'
    const batch = { contract: vector.to, nativeHash, items, feeAddress }
    expect(encodePaymentBatch(batch)).toEqual(wire(vector))
  },
)

describe("a mixed batch of the vectors' payments", () => {
  const polygon = batchVectors.filter(({ network }) => network === 'matic')
  const polygonPayments = polygon.flatMap<VectorPayment>(({ input }) => input.payments)
  const nativeHash = polygonPayments.find(({ type }) => type === 'eth')?.path[0] ?? ''
  const feeAddress = '0x39c006da18aa35f3dc018be67276c11ca2e82168'

  /** Cycles through the ways to pay; each payment has its own reference. */
  function mixOf(size: number): VectorPayment[] {
    const kinds = Object.keys(GROUP_OF_TYPE).map((type) =>
      polygonPayments.filter((payment) => payment.type === type),
    )
    return Array.from({ length: size }, (_, index) => {
      const kind = kinds[index % kinds.length] ?? []
      const payment = kind[Math.floor(index / kinds.length) % kind.length]
      if (payment === undefined) throw new Error('The vectors of Polygon lack a way to pay.')
      const paymentReference = `0x${(index + 1).toString(16).padStart(16, '0')}`
      return { ...payment, paymentReference }
    })
  }

  test.each([2, 50, 200])(
    "a mixed batch of %i of the vectors' payments encodes as viem does and decodes to all of them",
    (size) => {
      const payments = mixOf(size)
      const groups = groupPayments(payments)
      const items = payments.map(toBatchPayment)
      const contract = polygon[0]?.to ?? ''
      const transaction = encodePaymentBatch({ contract, nativeHash, items, feeAddress })

      const metas = groups.map((group) => ({
        paymentNetworkId: BigInt(group.paymentNetworkId),
        requestDetails: group.items.map((item) => ({
          recipient: hex(low(item.payee)),
          requestAmount: item.amountUnits,
          path: item.path.map((currency) => hex(low(currency))),
          paymentReference: item.paymentReference,
          feeAmount: item.feeUnits,
          maxToSpend: item.maxToSpendUnits,
          maxRateTimespan: item.maxRateTimespanS,
        })),
      }))
      expect(metas.length).toBe(Math.min(size, 4))
      expect(transaction.data).toBe(viemCall.batch(metas, [], feeAddress))
      const nativeUnits = payments.map((payment) => {
        if (payment.type === 'eth') return BigInt(payment.amount) + BigInt(payment.feeAmount)
        return payment.type === 'anyEth' ? BigInt(payment.maxToSpend ?? 0) : 0n
      })
      expect(transaction.value).toBe(nativeUnits.reduce((sum, units) => sum + units, 0n))

      const call = decodePaymentCall(transaction.data)
      const references =
        call?.kind === 'batch'
          ? call.groups.flatMap((group) => group.items.map((item) => item.paymentReference))
          : []
      expect(references.sort()).toEqual(payments.map((payment) => payment.paymentReference))
    },
  )
})

type VectorPayment = {
  type: string
  payee: string
  amount: string
  feeAmount: string
  paymentReference: string
  path: string[]
  requestCurrencyDecimals?: number | undefined
  maxToSpend?: string | undefined
  maxRateTimespan?: string | undefined
}

const GROUP_OF_TYPE: Record<string, PaymentNetworkId> = {
  anyErc20: BATCH_GROUPS.erc20Conversion,
  erc20: BATCH_GROUPS.erc20,
  eth: BATCH_GROUPS.native,
  anyEth: BATCH_GROUPS.nativeConversion,
}

function groupPayments(payments: readonly VectorPayment[]): BatchGroup[] {
  return Object.values(BATCH_GROUPS)
    .map((paymentNetworkId) => ({
      paymentNetworkId,
      items: payments
        .filter((payment) => GROUP_OF_TYPE[payment.type] === paymentNetworkId)
        .map(toItem),
    }))
    .filter((group) => group.items.length > 0)
}

function toBatchPayment(payment: VectorPayment): BatchPayment {
  const { payee, amountUnits, paymentReference, feeUnits, ...rest } = toItem(payment)
  const { path, maxToSpendUnits, maxRateTimespanS } = rest
  const isToken = payment.type === 'erc20' || payment.type === 'anyErc20'
  return {
    token: isToken ? (path.at(-1) ?? '') : null,
    payee,
    amountUnits,
    paymentReference,
    feeUnits,
    conversion: payment.type.startsWith('any') ? { path, maxToSpendUnits, maxRateTimespanS } : null,
  }
}

/** Fiat amounts are passed at 8 decimals. */
function toItem(payment: VectorPayment): BatchItem {
  const decimals = payment.requestCurrencyDecimals
  const scale = decimals === undefined ? 1n : 10n ** BigInt(8 - decimals)
  return {
    payee: payment.payee,
    amountUnits: BigInt(payment.amount) * scale,
    path: payment.path,
    paymentReference: hex(payment.paymentReference),
    feeUnits: BigInt(payment.feeAmount) * scale,
    maxToSpendUnits: BigInt(payment.maxToSpend ?? 0),
    maxRateTimespanS: BigInt(payment.maxRateTimespan ?? 0),
  }
}
