import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { BaseError, quoteInput } from '../errors.ts'
import { addressWord, checksumAddress, ZERO_ADDRESS } from '../evm/address.ts'
import type { Hex } from '../hex.ts'
import { formatTronAddress, tronAddressBody } from '../tronAddress.ts'

/**
 * A receiving route: a wallet, a chain and a token. Addresses are in canonical form (EIP-55, or Tron's text). `tokenAddress` is the zero
 * address for the chain's native coin; `destinationToken` converts it.
 */
export type Destination = {
  /** `{wallet}@eip155:{chainId}#{checksum}:{token}` */
  readonly destinationId: string
  readonly walletAddress: string
  readonly chainId: number
  readonly tokenAddress: string
  /** 8 upper-case hex digits. */
  readonly checksum: string
  /** ERC-7930 version 1. */
  readonly binaryInteropAddress: Hex
  /** `{wallet}@eip155:{chainId}#{checksum}` */
  readonly humanReadableInteropAddress: string
}

/** The reason why a destination id is rejected. */
export type DestinationErrorCode = 'invalid_destination' | 'checksum_mismatch'

/** A rejected destination id; `code` is the reason. */
export class DestinationError extends BaseError {
  readonly code: DestinationErrorCode
  readonly kind = 'invalid'

  constructor(facts: {
    code: DestinationErrorCode
    problem: string
    hint: string
    cause?: unknown
  }) {
    super(facts.problem, { hint: facts.hint, cause: facts.cause })
    this.code = facts.code
  }
}

/**
 * Parses a destination id. It accepts the hex parts in all lower case, all upper case or EIP-55 case, and returns the canonical form. It
 * rejects any other mixed case. The chain need not be in the registry.
 *
 * The checksum is ERC-7930's: the first 4 bytes of keccak-256 of the binary address without its version. It covers the wallet and the chain
 * but not the token. For Tron, the 20 bytes of the address stand in for an EVM address. This rule is a project convention, because no
 * profile for Tron is published.
 *
 * @throws DestinationError `invalid_destination` or `checksum_mismatch`.
 */
export function parseDestinationId(text: string): Destination {
  const known = parsed.get(text)
  if (known !== undefined) return known
  if (typeof text !== 'string' || text.length > MAX_TEXT_LENGTH) throw malformed(text)
  const split = text.lastIndexOf(':')
  const match = INTEROP_ADDRESS.exec(text.slice(0, Math.max(split, 0)))
  if (match === null) throw malformed(text)
  const [, walletAddress = '', chainText = '', checksum = ''] = match
  const chainId = Number(chainText)
  if (!Number.isSafeInteger(chainId)) throw malformed(text)

  const tokenAddress = text.slice(split + 1)
  const destination = describe(walletAddress, chainId, tokenAddress)
  if (destination.checksum !== checksum.toUpperCase()) throw mismatch(checksum, destination)

  if (parsed.size >= MAX_REMEMBERED) parsed.clear()
  parsed.set(text, destination)
  return destination
}

/**
 * Formats the destination id of a wallet, chain and token, including the checksum. Pass the zero address as the token for the chain's
 * native coin.
 *
 * @throws DestinationError `invalid_destination` when an address is not valid on the chain, or the chain id is not a positive integer.
 */
export function formatDestinationId(parts: {
  walletAddress: string
  chainId: number
  tokenAddress: string
}): Destination {
  const { walletAddress, chainId, tokenAddress } = parts
  if (!Number.isSafeInteger(chainId) || chainId <= 0) {
    throw new DestinationError({
      code: 'invalid_destination',
      problem: `Chain id ${chainId} is not a positive integer.`,
      hint: 'Use the chain id of the network to be paid on, such as 8453.',
    })
  }
  return describe(walletAddress, chainId, tokenAddress)
}

/** Returns a destination's token: its address, or null for the chain's native coin. */
export function destinationToken(destination: Pick<Destination, 'tokenAddress'>): string | null {
  const { tokenAddress } = destination
  return tokenAddress === ZERO_ADDRESS || tokenAddress === TRON_ZERO_ADDRESS ? null : tokenAddress
}

/** The chain id of Tron addresses; every other chain uses EVM addresses. */
const TRON_CHAIN_ID = 728_126_428

/** Tron's text for 20 zero bytes, which represents its native coin. */
const TRON_ZERO_ADDRESS = formatTronAddress(new Uint8Array(20))

/** Two addresses, 16 digits of chain id and the separators have 118 characters. */
const MAX_TEXT_LENGTH = 160

/**
 * Recently parsed destinations; a full cache is cleared. A parse costs three hashes, which is most of the work to create a payment, and a
 * merchant's few destinations recur. The cache changes no result, because the function is pure and the values are frozen.
 */
const parsed = new Map<string, Destination>()
const MAX_REMEMBERED = 1_024

const INTEROP_ADDRESS = /^([0-9A-Za-z]{1,64})@eip155:([1-9]\d{0,15})#([0-9A-Fa-f]{8})$/

/** ERC-7930: version 1, then chain type 0 (eip155). */
const VERSION = '0001'
const CHAIN_TYPE = '0000'
/** The length of the address, 20 bytes. */
const ADDRESS_LENGTH = '14'

function describe(wallet: string, chainId: number, token: string): Destination {
  const walletAddress = canonicalAddress('Wallet', wallet, chainId)
  const tokenAddress = canonicalAddress('Token', token, chainId)
  const binary = binaryAddress(walletAddress, chainId)
  const hash = bytesToHex(keccak_256(hexToBytes(binary.slice(VERSION.length))))
  const checksum = hash.slice(0, 8).toUpperCase()
  const humanReadableInteropAddress = `${walletAddress}@eip155:${chainId}#${checksum}`
  return Object.freeze({
    destinationId: `${humanReadableInteropAddress}:${tokenAddress}`,
    walletAddress,
    chainId,
    tokenAddress,
    checksum,
    binaryInteropAddress: `0x${binary}`,
    humanReadableInteropAddress,
  })
}

function canonicalAddress(part: 'Wallet' | 'Token', address: string, chainId: number): string {
  try {
    if (chainId !== TRON_CHAIN_ID) return checksumAddress(address)
    tronAddressBody(address)
    return address
  } catch (cause) {
    if (!(cause instanceof BaseError)) throw cause
    throw new DestinationError({
      code: 'invalid_destination',
      problem: `${part} of the destination is not valid.`,
      hint: cause.message,
      cause,
    })
  }
}

/** Returns the ERC-7930 binary form as hex digits without `0x`; the chain id is big-endian without leading zero bytes. */
function binaryAddress(walletAddress: string, chainId: number): string {
  const digits = chainId.toString(16)
  const chain = digits.length % 2 === 0 ? digits : `0${digits}`
  const chainLength = (chain.length / 2).toString(16).padStart(2, '0')
  const body =
    chainId === TRON_CHAIN_ID
      ? bytesToHex(tronAddressBody(walletAddress))
      : addressWord(walletAddress).slice(24)
  return VERSION + CHAIN_TYPE + chainLength + chain + ADDRESS_LENGTH + body
}

function malformed(text: unknown): DestinationError {
  return new DestinationError({
    code: 'invalid_destination',
    problem: `Destination ${quoteInput(text)} is malformed.`,
    hint: 'Send "{wallet}@eip155:{chainId}#{checksum}:{token}".',
  })
}

function mismatch(actual: string, destination: Destination): DestinationError {
  return new DestinationError({
    code: 'checksum_mismatch',
    problem: `Destination checksum ${quoteInput(actual)} does not match ${destination.walletAddress} on chain ${destination.chainId}.`,
    hint: `Check wallet and chain; if both are right, the checksum is ${destination.checksum}.`,
  })
}
