import { MalformedValueError } from '../errors.ts'
import { checksumAddress, isSameAddress } from '../evm/address.ts'
import { uintWord } from '../evm/words.ts'
import type { Hex } from '../hex.ts'
import { hashSignedPayment, permitDeadlineOf } from './hashSignedPayment.ts'
import {
  nonceWord,
  PAYMENT_FIELDS,
  type SignatureKind,
  type SignedPayment,
  type SignedPaymentScope,
  totalUnits,
} from './signedPayment.ts'
import {
  domainFields,
  type TokenDomain,
  type TypedDataDomain,
  type TypedDataField,
} from './typedDataDomain.ts'

/** A message for a wallet's `eth_signTypedData_v4` or viem's `signTypedData`, in values that JSON can represent. */
export type SignedPaymentTypedData = {
  domain: TypedDataDomain
  /** Contains `EIP712Domain`, because wallets require it. */
  types: Record<string, TypedDataField[]>
  primaryType: string
  message: Record<string, unknown>
}

/**
 * The form of the signature. `tokenDomain` is null for Permit2; `permitNonce`, the payer's nonce in the token, counts only for EIP-2612.
 */
export type SignatureForm = {
  kind: SignatureKind
  tokenDomain: TokenDomain | null
  permitNonce: bigint | null
}

/**
 * Builds the message with which a payer signs a payment. It commits to the whole payment: the nonce of an authorization or of a Permit2
 * permit is the payment's hash. The deadline of an EIP-2612 permit contains 216 bits of that hash. Amounts are decimal text; addresses have
 * their EIP-55 checksum.
 *
 * The token's domain must name the payment's token and the scope's chain. Its name and version may then come from any source: with wrong
 * ones, no contract accepts the signature.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError, which names the field at fault.
 */
export function signedPaymentTypedData(
  scope: SignedPaymentScope,
  payment: SignedPayment,
  form: SignatureForm,
): SignedPaymentTypedData {
  const paymentHash = hashSignedPayment(scope, payment)
  switch (form.kind) {
    case 'eip3009':
      return authorizationData(scope, payment, { form, paymentHash })
    case 'permit2':
      return permit2Data(scope, payment, paymentHash)
    case 'eip2612':
      return permitData(scope, payment, form)
    default:
      throw new MalformedValueError({
        what: 'kind',
        expected: 'a kind of signature',
        actual: form.kind satisfies never,
        field: 'kind',
      })
  }
}

function authorizationData(
  scope: SignedPaymentScope,
  payment: SignedPayment,
  { form, paymentHash }: { form: SignatureForm; paymentHash: Hex },
): SignedPaymentTypedData {
  return compose(tokenDomainOf(scope, payment, form), 'ReceiveWithAuthorization', {
    types: { ReceiveWithAuthorization: AUTHORIZATION_FIELDS },
    message: {
      from: checksumAddress(payment.payer),
      to: checksumAddress(scope.contract),
      value: String(totalUnits(payment)),
      validAfter: '0',
      validBefore: String(payment.deadlineS),
      nonce: paymentHash,
    },
  })
}

function permit2Data(
  scope: SignedPaymentScope,
  payment: SignedPayment,
  paymentHash: Hex,
): SignedPaymentTypedData {
  if (scope.permit2 === null) throw absent('permit2', 'the address of Permit2')
  const verifyingContract = checksumAddress(scope.permit2)
  return compose(
    { name: 'Permit2', chainId: scope.chainId, verifyingContract },
    'PermitWitnessTransferFrom',
    {
      types: {
        PermitWitnessTransferFrom: WITNESS_FIELDS,
        TokenPermissions: PERMISSION_FIELDS,
        Payment: PAYMENT_FIELDS,
      },
      message: {
        permitted: { token: checksumAddress(payment.token), amount: String(totalUnits(payment)) },
        spender: checksumAddress(scope.contract),
        nonce: String(BigInt(paymentHash)),
        deadline: String(payment.deadlineS),
        witness: witnessOf(payment),
      },
    },
  )
}

function witnessOf(payment: SignedPayment): Record<string, unknown> {
  return {
    payer: checksumAddress(payment.payer),
    token: checksumAddress(payment.token),
    recipient: checksumAddress(payment.recipient),
    amount: String(payment.amountUnits),
    feeAmount: String(payment.feeUnits),
    feeAddress: checksumAddress(payment.feeAddress),
    paymentReference: payment.reference.toLowerCase(),
    deadline: payment.deadlineS,
    salt: String(payment.salt),
  }
}

function permitData(
  scope: SignedPaymentScope,
  payment: SignedPayment,
  form: SignatureForm,
): SignedPaymentTypedData {
  nonceWord(form.permitNonce)
  return compose(tokenDomainOf(scope, payment, form), 'Permit', {
    types: { Permit: PERMIT_FIELDS },
    message: {
      owner: checksumAddress(payment.payer),
      spender: checksumAddress(scope.contract),
      value: String(totalUnits(payment)),
      nonce: String(form.permitNonce),
      deadline: String(permitDeadlineOf(scope, payment)),
    },
  })
}

/** Returns the token's domain with its checksum, if it belongs to the payment's token on the scope's chain. */
function tokenDomainOf(
  { chainId }: SignedPaymentScope,
  { token }: SignedPayment,
  { tokenDomain }: SignatureForm,
): TypedDataDomain {
  if (tokenDomain === null) throw absent('tokenDomain', "the token's domain")
  const { name, version, salt } = tokenDomain
  if (!isSameAddress(tokenDomain.verifyingContract, token))
    throw foreign('verifyingContract', token, tokenDomain.verifyingContract)
  const chain = saltOf(chainId)
  if (salt !== undefined && salt !== chain) throw foreign('salt', chain, salt)
  const isBound = tokenDomain.chainId === chainId || (tokenDomain.chainId === undefined && salt)
  if (!isBound) throw foreign('chainId', String(chainId), tokenDomain.chainId)
  return {
    name,
    ...(version === undefined ? {} : { version }),
    ...(tokenDomain.chainId === undefined ? {} : { chainId }),
    verifyingContract: checksumAddress(token),
    ...(salt === undefined ? {} : { salt }),
  }
}

/** Returns the salt with which a token names its chain. */
export function saltOf(chainId: number): Hex {
  return `0x${uintWord(BigInt(chainId), 'chainId')}`
}

function compose(
  domain: TypedDataDomain,
  primaryType: string,
  parts: {
    types: Record<string, readonly TypedDataField[]>
    message: Record<string, unknown>
  },
): SignedPaymentTypedData {
  // Copies, so that a caller who changes the result does not affect later results.
  const types = Object.entries(parts.types).map(([name, fields]) => [
    name,
    fields.map((field) => ({ ...field })),
  ])
  return {
    domain,
    types: { EIP712Domain: domainFields(domain), ...Object.fromEntries(types) },
    primaryType,
    message: parts.message,
  }
}

function absent(field: string, expected: string): MalformedValueError {
  return new MalformedValueError({ what: field, expected, actual: null, field })
}

function foreign(field: string, expected: string, actual: unknown): MalformedValueError {
  return new MalformedValueError({ what: `tokenDomain.${field}`, expected, actual, field })
}

/** The members of EIP-3009's `ReceiveWithAuthorization`. */
const AUTHORIZATION_FIELDS = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const

/** The members of EIP-2612's `Permit`. */
const PERMIT_FIELDS = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
] as const

/** The members of Permit2's `PermitWitnessTransferFrom`, whose witness is the payment. */
const WITNESS_FIELDS = [
  { name: 'permitted', type: 'TokenPermissions' },
  { name: 'spender', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
  { name: 'witness', type: 'Payment' },
] as const

const PERMISSION_FIELDS = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint256' },
] as const
