import { type api, type Output, SIGNING_TYPES } from '@secure-payment/core/api'
import { type Hex, hashTypedData } from 'viem'
import type { Context } from '../../context.ts'
import { createId } from '../../id.ts'
import { UnsealError } from '../../sealer.ts'
import { SigningNonceInvalidError } from './errors.ts'

/** The time for which a nonce is accepted. */
const LIFETIME_MS = 600_000

/** A change that wallets sign. All addresses are canonical; `destinationId` is the current destination's. */
type SignedChange = {
  tenantId: string
  walletAddress: string
  tokenAddress: string
  chainId: number
} & (
  | { action: 'add' | 'deactivate' }
  | { action: 'change_wallet'; newWalletAddress: string; destinationId: string }
)

/** The signed change of a nonce, with the id under which the nonce is used once. */
type Claims = SignedChange & Use
type Use = { id: string; expiresAt: string }

type DestinationData = Output<typeof api.signedDestinations.signingData>
type WalletChangeData = Extract<
  Output<typeof api.payeeDestinations.signingData>,
  { primaryType: 'PayeeDestinationWalletChange' }
>

type Signing = Pick<Context, 'config' | 'now' | 'random' | 'sealer'>
type DestinationChange = Extract<SignedChange, { action: 'add' | 'deactivate' }>
type WalletChange = Extract<SignedChange, { action: 'change_wallet' }>

/**
 * Returns the typed data for adding or deactivating a destination. The nonce contains the sealed change, so nothing is stored: a call that
 * reads changes nothing, and strangers cannot fill a table.
 */
export function createDestinationData(
  context: Signing,
  change: DestinationChange,
): DestinationData {
  const { claims, nonce } = sealChange(context, change)
  const { expiresAt } = claims
  return { nonce, expiresAt, ...destinationData(context, { claims, nonce }) }
}

/** Returns the typed data for moving a destination to another wallet. Its nonce contains the sealed change. */
export function createWalletChangeData(context: Signing, change: WalletChange): WalletChangeData {
  const { claims, nonce } = sealChange(context, change)
  const { expiresAt } = claims
  return { nonce, expiresAt, ...walletChangeData(context, { claims, nonce }) }
}

function sealChange<C extends SignedChange>(context: Signing, change: C) {
  const expiresAt = new Date(context.now().getTime() + LIFETIME_MS).toISOString()
  const claims = { ...change, id: createId(context), expiresAt }
  return { claims, nonce: context.sealer.seal('signing', JSON.stringify(claims)) }
}

/**
 * Returns the change of a merchant's nonce, and the hash that its wallets sign.
 *
 * @throws SigningNonceInvalidError
 */
export function readSigningNonce(
  context: Pick<Context, 'config' | 'now' | 'sealer'>,
  { nonce, tenantId }: { nonce: string; tenantId: string },
): { change: Claims; hash: Hex } {
  const change = openNonce(context, nonce)
  const isOpen = change.expiresAt > context.now().toISOString()
  if (!isOpen || change.tenantId !== tenantId) throw new SigningNonceInvalidError()
  const hash =
    change.action === 'change_wallet'
      ? hashOf(walletChangeData(context, { claims: change, nonce }))
      : hashOf(destinationData(context, { claims: change, nonce }))
  return { change, hash }
}

function openNonce({ sealer }: Pick<Context, 'sealer'>, nonce: string): Claims {
  try {
    // The seal proves that this service wrote the text.
    return JSON.parse(sealer.open('signing', nonce)) as Claims
  } catch (error) {
    if (error instanceof UnsealError) throw new SigningNonceInvalidError()
    throw error
  }
}

type Sealed<C> = { claims: C & Use; nonce: string }

function destinationData(context: Pick<Context, 'config'>, sealed: Sealed<DestinationChange>) {
  const { action, walletAddress } = sealed.claims
  return {
    domain: domainOf(sealed),
    types: { PayeeDestination: [...SIGNING_TYPES.PayeeDestination] },
    primaryType: 'PayeeDestination' as const,
    message: { action, walletAddress: hex(walletAddress), ...sharedMessage(context, sealed) },
  }
}

function walletChangeData(context: Pick<Context, 'config'>, sealed: Sealed<WalletChange>) {
  const { walletAddress, newWalletAddress } = sealed.claims
  return {
    domain: domainOf(sealed),
    types: { PayeeDestinationWalletChange: [...SIGNING_TYPES.PayeeDestinationWalletChange] },
    primaryType: 'PayeeDestinationWalletChange' as const,
    message: {
      walletAddress: hex(walletAddress),
      newWalletAddress: hex(newWalletAddress),
      ...sharedMessage(context, sealed),
    },
  }
}

function domainOf({ claims }: Sealed<SignedChange>) {
  return { name: 'Secure Payment', version: '1', chainId: claims.chainId }
}

function sharedMessage(
  { config }: Pick<Context, 'config'>,
  { claims, nonce }: Sealed<SignedChange>,
) {
  const { chainId, tokenAddress, expiresAt } = claims
  return { tokenAddress: hex(tokenAddress), chainId, service: config.authUrl, expiresAt, nonce }
}

/** Hashes typed data as JSON contains it: a number stands for a uint256. */
function hashOf(data: {
  domain: object
  types: Record<string, unknown>
  primaryType: string
  message: Record<string, unknown>
}): Hex {
  return hashTypedData(data)
}

function hex(address: string): Hex {
  return `0x${address.slice(2)}`
}
