import fc from 'fast-check'
import { parseAbi, type TypedDataDefinition } from 'viem'
import type { SignedPayment, SignedPaymentTypedData } from '../src/signed/index.ts'

type Hex = `0x${string}`

/** ERC20SignedPayment's interface as Solidity declares it, for viem's encoding; core's codec does not use it. */
export const signedAbi = parseAbi([
  'struct Payment { address payer; address token; address recipient; uint256 amount; uint256 feeAmount; address feeAddress; bytes paymentReference; uint40 deadline; uint256 salt; }',
  'function payWithAuthorization(Payment payment, bytes signature)',
  'function payWithPermit2(Payment payment, bytes signature)',
  'function payWithPermit(Payment payment, uint256 permitNonce, bytes signature)',
  'function cancelPayment(Payment payment)',
  'function isUsed(bytes32 paymentHash) view returns (bool)',
])

/** The EIP-712 type as the contract declares it. */
export const paymentTypes = {
  Payment: [
    { name: 'payer', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'recipient', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'feeAmount', type: 'uint256' },
    { name: 'feeAddress', type: 'address' },
    { name: 'paymentReference', type: 'bytes' },
    { name: 'deadline', type: 'uint40' },
    { name: 'salt', type: 'uint256' },
  ],
} as const

/** Returns a payment under the contract's names. */
export function inSolidity(payment: SignedPayment) {
  return {
    payer: payment.payer as Hex,
    token: payment.token as Hex,
    recipient: payment.recipient as Hex,
    amount: payment.amountUnits,
    feeAmount: payment.feeUnits,
    feeAddress: payment.feeAddress as Hex,
    paymentReference: payment.reference,
    deadline: payment.deadlineS,
    salt: payment.salt,
  }
}

/** Returns typed data in viem's type, which a wallet's JSON cannot have. */
export const forViem = (data: SignedPaymentTypedData) =>
  data as unknown as TypedDataDefinition<Record<string, never>, never>

const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value): Hex => `0x${Buffer.from(value).toString('hex')}`)

const addresses = hexOf(20)
const NO_ADDRESS: Hex = '0x0000000000000000000000000000000000000000'
const units = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 255n - 1n }),
  fc.bigInt({ min: 0n, max: 10n ** 12n }),
  fc.constantFrom(0n, 1n, 2n ** 64n),
)

/** Any payment that the contract could accept; addresses in lower case. */
export const signedPayments: fc.Arbitrary<SignedPayment> = fc
  .record({
    payer: addresses,
    token: addresses,
    recipient: addresses,
    amountUnits: units,
    feeUnits: units,
    feeAddress: addresses,
    reference: hexOf(8),
    deadlineS: fc.integer({ min: 0, max: 2 ** 40 - 1 }),
    salt: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  })
  // A payment without a fee has no fee address.
  .map((payment) => (payment.feeUnits > 0n ? payment : { ...payment, feeAddress: NO_ADDRESS }))

/** The contract and the chain for which payments are signed. */
export const scopes = fc.record({
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  contract: addresses,
  permit2: addresses,
})

/** Any signature: usually 65 bytes, longer or shorter from smart accounts. */
export const signatures = fc.oneof(
  hexOf(65),
  fc.integer({ min: 1, max: 400 }).chain((bytes) => hexOf(bytes)),
)
