import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'

type Hex = `0x${string}`

/** The recurring proxy's interface as Solidity declares it, for viem's encoding; core's codec does not use it. */
export const recurringAbi = parseAbi([
  'struct SchedulePermit { address subscriber; address token; address recipient; address feeAddress; uint128 amount; uint128 feeAmount; uint128 relayerFee; uint32 periodSeconds; uint32 firstPayment; uint8 totalPayments; uint256 nonce; uint256 deadline; bool strictOrder; }',
  'function triggerRecurringPayment(SchedulePermit permit, bytes signature, uint8 index, bytes paymentReference)',
  'function cancelPermit(SchedulePermit permit)',
  'function isCancelled(bytes32 digest) view returns (bool)',
  'function hasRole(bytes32 role, address account) view returns (bool)',
])

/** The EIP-712 type as the deployed contracts hash it. */
export const recurringTypes = {
  SchedulePermit: [
    { name: 'subscriber', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'recipient', type: 'address' },
    { name: 'feeAddress', type: 'address' },
    { name: 'amount', type: 'uint128' },
    { name: 'feeAmount', type: 'uint128' },
    { name: 'relayerFee', type: 'uint128' },
    { name: 'periodSeconds', type: 'uint32' },
    { name: 'firstPayment', type: 'uint32' },
    { name: 'totalPayments', type: 'uint8' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'strictOrder', type: 'bool' },
  ],
} as const

const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value): Hex => `0x${Buffer.from(value).toString('hex')}`)

const addresses = hexOf(20)
const NOBODY: Hex = '0x0000000000000000000000000000000000000000'
const units = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 126n - 1n }),
  fc.bigInt({ min: 0n, max: 10n ** 12n }),
  fc.constantFrom(0n, 1n, 2n ** 64n, 2n ** 126n),
)
const uint32s = fc.oneof(fc.nat(2 ** 32 - 1), fc.constantFrom(0, 1, 86_400, 2 ** 32 - 1))

/** Any permit that the contract could accept; addresses and nonce in lower case. */
export const permits = fc
  .record({
    subscriber: addresses,
    token: addresses,
    recipient: addresses,
    feeAddress: addresses,
    amount: units,
    feeAmount: units,
    relayerFee: units,
    periodSeconds: uint32s,
    firstPayment: uint32s,
    totalPayments: fc.integer({ min: 1, max: 255 }),
    nonce: hexOf(32),
    deadline: fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }),
    strictOrder: fc.boolean(),
  })
  // A permit without a fee has no fee address.
  .map((permit) => (permit.feeAmount > 0n ? permit : { ...permit, feeAddress: NOBODY }))

/** The contract and chain for which permits are signed. */
export const domains = fc.record({
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  contract: addresses,
})

/** Any call to `triggerRecurringPayment` that could succeed. */
export const triggers = permits.chain((permit) =>
  fc.record({
    permit: fc.constant(permit),
    signature: hexOf(65),
    index: fc.integer({ min: 1, max: permit.totalPayments }),
    paymentReference: hexOf(8),
  }),
)

/** A permit with its nonce as hex; `numeric` returns the form that viem expects. */
export type OraclePermit = typeof permits extends fc.Arbitrary<infer Permit> ? Permit : never

/** Returns viem's encoding of a call to `triggerRecurringPayment`. */
export function viemTrigger(trigger: {
  permit: OraclePermit
  signature: Hex
  index: number
  paymentReference: Hex
}): Hex {
  const { permit, signature, index, paymentReference } = trigger
  return encodeFunctionData({
    abi: recurringAbi,
    functionName: 'triggerRecurringPayment',
    args: [numeric(permit), signature, index, paymentReference],
  })
}

/** Returns the same permit with its nonce as a number. */
export function numeric(permit: OraclePermit) {
  return { ...permit, nonce: BigInt(permit.nonce) }
}
