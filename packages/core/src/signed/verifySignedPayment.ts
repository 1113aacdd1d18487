import { BaseError, quoteInput } from '../errors.ts'
import { isEvmAddress, isSameAddress } from '../evm/address.ts'
import { SignedPaymentMismatchError } from './SignedPaymentMismatchError.ts'
import {
  type SignatureKind,
  type SignedPayment,
  type SignedPaymentScope,
  signatureKinds,
} from './signedPayment.ts'
import {
  type SignedPaymentTypedData,
  saltOf,
  signedPaymentTypedData,
} from './signedPaymentTypedData.ts'
import type { TokenDomain } from './typedDataDomain.ts'

/** The payment that the payer saw, for the contract in this project's registry. `nowS`: seconds since 1970. */
export type ExpectedSignedPayment = {
  scope: SignedPaymentScope
  payment: Omit<SignedPayment, 'deadlineS' | 'salt'>
  nowS: number
}

/** A host's offer, in JSON. Nothing in it is trusted. `salt` and `permitNonce` are decimal text; `deadline` is in seconds since 1970. */
export type OfferedSignedPayment = {
  kind: unknown
  typedData: unknown
  contract: unknown
  deadline: unknown
  salt: unknown
  permitNonce: unknown
}

/** A message for exactly the displayed payment, and the parts of the payment that the host chose. */
export type VerifiedSignedPayment = {
  kind: SignatureKind
  payment: SignedPayment
  permitNonce: bigint | null
  typedData: SignedPaymentTypedData
}

/** The longest time from now to the deadline of an accepted offer. A leaked signature can be used until then. */
export const MAX_SIGNED_PAYMENT_LIFETIME_S = 30 * 60

/**
 * Verifies that a signature of a host's typed data allows the displayed payment and nothing else, before the payer signs it. The result's
 * typed data is built from the expectation. Of the host's offer it contains only:
 *
 * - the deadline, within half an hour, and the salt: the payment's hash contains both
 * - the payer's nonce in the token: with a wrong nonce, the payment fails
 * - the name and the version of the token's domain
 *
 * The domain's address and chain are the expected ones. The hash of a domain covers all its members, so with a wrong name no contract
 * accepts the signature.
 *
 * @throws SignedPaymentMismatchError naming the first field that differs.
 */
export function verifySignedPayment(
  { scope, payment, nowS }: ExpectedSignedPayment,
  offered: OfferedSignedPayment,
): VerifiedSignedPayment {
  const kind = signatureKinds.find((known) => known === offered.kind)
  if (kind === undefined) throw mismatch('kind', signatureKinds.join(' or '), offered.kind)
  if (kind === 'permit2' && scope.permit2 === null)
    throw mismatch('kind', 'a kind that the network has', kind)
  requireAddress('contract', scope.contract, offered.contract)
  const terms: SignedPayment = {
    ...payment,
    deadlineS: readDeadline(offered.deadline, nowS),
    salt: readUint('salt', offered.salt),
  }
  const permitNonce = readNonce(kind, offered.permitNonce)
  const tokenDomain = kind === 'permit2' ? null : readDomain(scope, payment, offered.typedData)
  const typedData = build(scope, terms, { kind, tokenDomain, permitNonce })
  requireSame('typedData', typedData, offered.typedData)
  return { kind, payment: terms, permitNonce, typedData }
}

function readDeadline(deadline: unknown, nowS: number): number {
  const latestS = Math.floor(nowS) + MAX_SIGNED_PAYMENT_LIFETIME_S
  if (Number.isInteger(deadline) && Number(deadline) > nowS && Number(deadline) <= latestS)
    return Number(deadline)
  throw mismatch('deadline', `a time from ${Math.floor(nowS) + 1} to ${latestS}`, deadline)
}

function readNonce(kind: SignatureKind, nonce: unknown): bigint | null {
  if (kind === 'eip2612') return readUint('permitNonce', nonce)
  if (nonce !== null) throw mismatch('permitNonce', 'null', nonce)
  return null
}

function readUint(field: string, value: unknown): bigint {
  if (typeof value === 'string' && UINT.test(value)) return BigInt(value)
  throw mismatch(field, 'a whole number as text', value)
}

const UINT = /^(?:0|[1-9]\d{0,77})$/

/** Reads the name and the version, and the form in which the token names its chain; all other members are the expected ones. */
function readDomain(
  { chainId }: SignedPaymentScope,
  { token }: { token: string },
  typedData: unknown,
): TokenDomain {
  const domain = Object(Object(typedData).domain)
  const hasSalt = domain.salt !== undefined
  return {
    name: readName('name', domain.name),
    ...(domain.version === undefined ? {} : { version: readName('version', domain.version) }),
    ...(hasSalt && domain.chainId === undefined ? {} : { chainId }),
    verifyingContract: token,
    ...(hasSalt ? { salt: saltOf(chainId) } : {}),
  }
}

/** Rejects texts that a wallet could show as more than a name. */
function readName(field: string, text: unknown): string {
  if (typeof text === 'string' && NAME.test(text)) return text
  throw mismatch(`typedData.domain.${field}`, 'up to 64 printable characters', text)
}

const NAME = /^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u

function build(...args: Parameters<typeof signedPaymentTypedData>): SignedPaymentTypedData {
  try {
    return signedPaymentTypedData(...args)
  } catch (cause) {
    if (!(cause instanceof BaseError)) throw cause
    const facts = { expected: 'a payment that can be signed', actual: cause.message }
    throw new SignedPaymentMismatchError({ field: cause.field ?? 'payment', ...facts, cause })
  }
}

/** Compares JSON member by member. Addresses may have any case. */
function requireSame(path: string, expected: unknown, actual: unknown): void {
  if (expected === null || typeof expected !== 'object') {
    const isSame =
      expected === actual ||
      (typeof expected === 'string' && isEvmAddress(expected) && isAddress(expected, actual))
    if (!isSame) throw mismatch(path, String(expected), actual)
    return
  }
  if (
    actual === null ||
    typeof actual !== 'object' ||
    Array.isArray(expected) !== Array.isArray(actual)
  )
    throw mismatch(path, Array.isArray(expected) ? 'a list' : 'an object', actual)
  const found: Record<string, unknown> = { ...actual }
  for (const [name, value] of Object.entries(expected))
    requireSame(`${path}.${name}`, value, found[name])
  const extra = Object.keys(found).find((name) => !Object.hasOwn(expected, name))
  if (extra !== undefined) throw mismatch(`${path}.${extra}`, 'nothing', found[extra])
}

function requireAddress(field: string, expected: string, actual: unknown): void {
  if (!isAddress(expected, actual)) throw mismatch(field, expected, actual)
}

function isAddress(expected: string, actual: unknown): boolean {
  return typeof actual === 'string' && isSameAddress(expected, actual)
}

function mismatch(field: string, expected: string, actual: unknown): SignedPaymentMismatchError {
  return new SignedPaymentMismatchError({ field, expected, actual: quoteInput(actual) })
}
