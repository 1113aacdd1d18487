import fc from 'fast-check'
import { decodeEventLog, encodeAbiParameters, encodeEventTopics, getAddress, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  type Detail,
  erc20EventAbi,
  type Meta,
  nativeEventAbi,
  viemCall,
} from '../../test-support/viemOracle.ts'
import {
  BATCH_GROUPS,
  decodeApprovalLog,
  decodePaymentCall,
  decodePaymentLog,
  decodeTransferLog,
  encodeApprove,
  encodeBatch,
  encodeErc20Payment,
  encodeNativePayment,
  type PaymentNetworkId,
  type RawLog,
  ZERO_ADDRESS,
} from './index.ts'

type Hex = `0x${string}`

const RUNS = { numRuns: 2_000 }

const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map(
      (value): Hex => `0x${[...value].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    )
const addresses = fc.oneof(hexOf(20), fc.constant<Hex>(ZERO_ADDRESS))
const feeAddresses = hexOf(20).filter((address) => address !== ZERO_ADDRESS)
const references = hexOf(8)
const uints = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.bigInt({ min: 0n, max: 2n ** 105n }),
  fc.bigInt({ min: 0n, max: 2n ** 53n }),
  fc.constantFrom(0n, 1n, 2n ** 52n - 1n, 2n ** 52n, 2n ** 104n - 1n, 2n ** 104n, 2n ** 256n - 1n),
)
const halves = fc.bigInt({ min: 0n, max: 2n ** 255n - 1n })

describe('calls encode as viem does and decode back to their facts', () => {
  test('an approval encodes as viem does and decodes back to its facts', () => {
    fc.assert(
      fc.property(addresses, addresses, uints, (token, spender, amountUnits) => {
        const { to, data, value } = encodeApprove({ token, spender, amountUnits })
        expect({ to, data, value }).toEqual({
          to: token,
          data: viemCall.approve(spender, amountUnits),
          value: 0n,
        })
        expect(decodePaymentCall(data)).toEqual({ kind: 'approve', spender, amountUnits })
      }),
      RUNS,
    )
  })

  const payments = fc.record({
    proxy: addresses,
    token: addresses,
    payee: addresses,
    amountUnits: uints,
    paymentReference: references,
    feeUnits: uints,
    feeAddress: feeAddresses,
  })

  test('an ERC-20 payment encodes as viem does and decodes back to its facts', () => {
    fc.assert(
      fc.property(payments, (payment) => {
        const { proxy, ...facts } = payment
        const { token, payee, amountUnits, paymentReference, feeUnits, feeAddress } = facts
        const transaction = encodeErc20Payment(payment)
        const data = viemCall.erc20Payment(
          token,
          payee,
          amountUnits,
          paymentReference,
          feeUnits,
          feeAddress,
        )
        expect(transaction).toEqual({ to: proxy, data, value: 0n })
        expect(decodePaymentCall(data)).toEqual({ kind: 'erc20_payment', ...facts })
      }),
      RUNS,
    )
  })

  test('a native payment, whose value is amount and fee, encodes as viem does and decodes back to its facts', () => {
    fc.assert(
      fc.property(payments, halves, halves, (payment, amountUnits, feeUnits) => {
        const { proxy, payee, paymentReference, feeAddress } = payment
        const facts = { payee, paymentReference, feeUnits, feeAddress }
        const data = viemCall.nativePayment(payee, paymentReference, feeUnits, feeAddress)
        const value = amountUnits + feeUnits
        expect(encodeNativePayment({ proxy, amountUnits, ...facts })).toEqual({
          to: proxy,
          data,
          value,
        })
        expect(decodePaymentCall(data)).toEqual({ kind: 'native_payment', ...facts })
      }),
      RUNS,
    )
  })

  test('an exact native payment is only decoded, to the facts that viem encoded', () => {
    fc.assert(
      fc.property(payments, ({ proxy: _proxy, token: _token, ...facts }) => {
        const { payee, amountUnits, paymentReference, feeUnits, feeAddress } = facts
        const data = viemCall.exactNativePayment(
          payee,
          amountUnits,
          paymentReference,
          feeUnits,
          feeAddress,
        )
        expect(decodePaymentCall(data)).toEqual({ kind: 'exact_native_payment', ...facts })
      }),
      RUNS,
    )
  })
})

const items = fc.record({
  payee: addresses,
  amountUnits: fc.bigInt({ min: 0n, max: 2n ** 128n }),
  path: fc.array(addresses, { maxLength: 4 }),
  paymentReference: references,
  feeUnits: fc.bigInt({ min: 0n, max: 2n ** 128n }),
  maxToSpendUnits: fc.bigInt({ min: 0n, max: 2n ** 128n }),
  maxRateTimespanS: uints,
})
type Item = {
  payee: Hex
  amountUnits: bigint
  path: Hex[]
  paymentReference: Hex
  feeUnits: bigint
  maxToSpendUnits: bigint
  maxRateTimespanS: bigint
}
const batches = fc.record({
  ids: fc.subarray<PaymentNetworkId>(Object.values(BATCH_GROUPS), { minLength: 1 }),
  lists: fc.array(fc.array(items, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 4 }),
  pathsToUsd: fc.array(fc.array(addresses, { maxLength: 3 }), { maxLength: 3 }),
  feeAddress: feeAddresses,
  contract: addresses,
})
const toDetail = (item: Item): Detail => ({
  recipient: item.payee,
  requestAmount: item.amountUnits,
  path: item.path,
  paymentReference: item.paymentReference,
  feeAmount: item.feeUnits,
  maxToSpend: item.maxToSpendUnits,
  maxRateTimespan: item.maxRateTimespanS,
})

test('a batch of any groups encodes as viem does and decodes back to its facts', () => {
  fc.assert(
    fc.property(batches, ({ ids, lists, pathsToUsd, feeAddress, contract }) => {
      const groups = ids.map((paymentNetworkId, index) => ({
        paymentNetworkId,
        items: lists[index] ?? [],
      }))
      const metas: Meta[] = groups.map((group) => ({
        paymentNetworkId: BigInt(group.paymentNetworkId),
        requestDetails: group.items.map(toDetail),
      }))
      const data = viemCall.batch(metas, pathsToUsd, feeAddress)
      expect(encodeBatch({ contract, groups, pathsToUsd, feeAddress }).data).toBe(data)
      expect(decodePaymentCall(data)).toEqual({
        kind: 'batch',
        groups: groups.map((group) => ({
          paymentNetworkId: BigInt(group.paymentNetworkId),
          items: group.items,
        })),
        pathsToUsd,
        feeAddress,
      })
    }),
    { numRuns: 1_000 },
  )
})

describe('logs decode as in viem', () => {
  const origin = fc.record({
    address: hexOf(20),
    logIndex: fc.nat(),
    transactionHash: hexOf(32),
    blockNumber: uints,
    blockHash: hexOf(32),
  })
  const claims = fc.record({
    token: addresses,
    payee: addresses,
    amountUnits: uints,
    feeUnits: uints,
    feeAddress: addresses,
    reference: references,
  })

  test('logs of ERC20FeeProxy payments decode as in viem', () => {
    fc.assert(
      fc.property(origin, claims, (from, claim) => {
        const { token, payee, amountUnits, feeUnits, feeAddress, reference } = claim
        const data = encodeAbiParameters(
          [ADDRESS, ADDRESS, UINT, UINT, ADDRESS],
          [token, payee, amountUnits, feeUnits, feeAddress],
        )
        const args = { paymentReference: reference }
        const eventName = 'TransferWithReferenceAndFee'
        const topics = topicsOf(encodeEventTopics({ abi: erc20EventAbi, eventName, args }))
        const log: RawLog = { ...from, topics, data }
        const decoded = decodePaymentLog(log)
        expect(decoded).toEqual({
          kind: 'erc20',
          contract: from.address,
          ...{ token, payee, amountUnits, feeUnits, feeAddress },
          referenceTopic: keccak256(reference),
          conversion: null,
          ...positionOf(log),
        })
        const [signature = '0x', ...rest] = topics
        const oracle = decodeEventLog({
          abi: erc20EventAbi,
          eventName,
          data,
          topics: [signature, ...rest],
        })
        expect(oracle.args).toMatchObject({
          tokenAddress: getAddress(decoded?.token ?? ''),
          to: getAddress(decoded?.payee ?? ''),
          amount: decoded?.amountUnits,
          feeAmount: decoded?.feeUnits,
          feeAddress: getAddress(decoded?.feeAddress ?? ''),
        })
      }),
      { numRuns: 1_000 },
    )
  })

  test('logs of EthereumFeeProxy payments decode as in viem', () => {
    fc.assert(
      fc.property(origin, claims, (from, claim) => {
        const { payee, amountUnits, feeUnits, feeAddress, reference } = claim
        const data = encodeAbiParameters(
          [ADDRESS, UINT, UINT, ADDRESS],
          [payee, amountUnits, feeUnits, feeAddress],
        )
        const args = { paymentReference: reference }
        const eventName = 'TransferWithReferenceAndFee'
        const topics = topicsOf(encodeEventTopics({ abi: nativeEventAbi, eventName, args }))
        const log: RawLog = { ...from, topics, data }
        expect(decodePaymentLog(log)).toEqual({
          kind: 'native',
          contract: from.address,
          token: null,
          ...{ payee, amountUnits, feeUnits, feeAddress },
          referenceTopic: keccak256(reference),
          conversion: null,
          ...positionOf(log),
        })
      }),
      { numRuns: 1_000 },
    )
  })

  test('logs of token transfers and approvals decode as in viem', () => {
    fc.assert(
      fc.property(origin, addresses, addresses, uints, (from, first, second, amountUnits) => {
        const data = encodeAbiParameters([UINT], [amountUnits])
        const { address: token, logIndex } = from
        const transfer = encodeEventTopics({
          abi: erc20EventAbi,
          eventName: 'Transfer',
          args: { from: first, to: second },
        })
        const transferLog = { ...from, topics: topicsOf(transfer), data }
        const moved = { token, from: first, to: second, amountUnits, logIndex }
        expect(decodeTransferLog(transferLog)).toEqual(moved)
        expect(decodeApprovalLog(transferLog)).toBeNull()
        const approval = encodeEventTopics({
          abi: erc20EventAbi,
          eventName: 'Approval',
          args: { owner: first, spender: second },
        })
        const approvalLog = { ...from, topics: topicsOf(approval), data }
        const approved = { token, owner: first, spender: second, amountUnits, logIndex }
        expect(decodeApprovalLog(approvalLog)).toEqual(approved)
        expect(decodeTransferLog(approvalLog)).toBeNull()
      }),
      { numRuns: 1_000 },
    )
  })
})

const ADDRESS = { type: 'address' } as const
const UINT = { type: 'uint256' } as const

function topicsOf(topics: readonly (Hex | Hex[] | null)[]): Hex[] {
  return topics.flatMap((topic) => topic ?? [])
}

function positionOf({ logIndex, transactionHash, blockNumber, blockHash }: RawLog) {
  return { logIndex, transactionHash, blockNumber, blockHash }
}
