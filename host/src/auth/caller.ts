import type { FeeBearer } from '@secure-payment/core'
import { type KeyScope, ROLE_SCOPES, type Role, type Scope } from '@secure-payment/core/api'

/** The authenticated caller. `tenantId`: the tenant whose records the call may access. */
export type Caller = ApiKeyCaller | ClientIdCaller | SessionCaller

/** A server with an API key. */
export type ApiKeyCaller = {
  credential: 'apiKey'
  tenantId: string
  keyId: string
  scopes: readonly KeyScope[]
}

/** A page in a browser, or a server with a secret client ID. Such a caller cannot create API credentials or read customer data. */
export type ClientIdCaller = {
  credential: 'clientId'
  tenantId: string
  /** The id of the client ID's record. */
  clientRecordId: string
  /** The public `cli_…` value. */
  clientId: string
  /** The page's allowed origin, as stored; null for a server. */
  origin: string | null
  /** Whether the caller is this service's hosted page, which may use any payment's token, but belongs to no merchant. */
  isFirstParty: boolean
  /** Percent as a decimal string; null without a fee. Any value but zero overrides the fee of a call. */
  feePercentage: string | null
  feeAddress: string | null
  /** The party that bears this fee; null if the call decides. */
  feeBearer: FeeBearer | null
  /** Whether the client ID may pay any payee while it is unbound; otherwise it may pay only its own merchant. */
  allowsAnyPayee: boolean
  /**
   * The destination of every payment of this client ID, as a composite id; null if unbound. An inactive destination accepts no new
   * payments.
   */
  payeeDestination: { destinationId: string; isActive: boolean } | null
} & FromAddress

/** A person in a dashboard, identified by the session cookie. */
export type SessionCaller = WalletCaller | AccountCaller

/** A signed-in wallet. */
export type WalletCaller = {
  credential: 'walletSession'
  tenantId: string
  sessionId: string
  /** The role that was stored at the time of the call. */
  role: Role
  /** The address is canonical: EIP-55, or base58 on Tron. */
  wallet: { address: string; type: 'evm' | 'tron' }
  accountId: null
} & FromAddress

/** A signed-in account. */
export type AccountCaller = {
  credential: 'session'
  tenantId: string
  sessionId: string
  /** The role that was stored at the time of the call. */
  role: Role
  wallet: null
  accountId: string
} & FromAddress

/** The keyed digest of the address that a call comes from; only calls that may create records carry it. */
type FromAddress = { addressDigest?: string }

/** Returns a server's or a person's scopes. */
export function scopesOf(caller: ApiKeyCaller | SessionCaller): readonly Scope[] {
  return caller.credential === 'apiKey' ? caller.scopes : ROLE_SCOPES[caller.role]
}

/** The facts about the caller that a new record stores. */
export type Creator = {
  tenantId: string
  /** The public value of a client ID, and its page's origin; null for other credentials. */
  clientId: string | null
  origin: string | null
  /** The address digest of a caller that creates records in a browser; null for servers, whose calls all have one address. */
  addressDigest: string | null
}

/** Returns the facts about a caller that creates a record. */
export function creatorOf(caller: Caller): Creator {
  return {
    tenantId: caller.tenantId,
    clientId: clientIdOf(caller),
    origin: caller.credential === 'clientId' ? caller.origin : null,
    addressDigest: 'addressDigest' in caller ? (caller.addressDigest ?? null) : null,
  }
}

/** A server with a secret client ID. */
export type BackendCaller = ClientIdCaller & { origin: null }

/** Returns whether a caller is a server, whose calls all come from one address. */
export function isServer(caller: Caller): caller is ApiKeyCaller | BackendCaller {
  if (caller.credential === 'clientId') return caller.origin === null
  return caller.credential === 'apiKey'
}

/**
 * Returns whether a caller may use a record of its tenant by the record's id. `clientId` is the client ID that created the record. A backend
 * client ID uses only its own records; every other credential uses all of its tenant's.
 */
export function mayUse(caller: Caller, { clientId }: { clientId: string | null }): boolean {
  const isBackend = caller.credential === 'clientId' && isServer(caller)
  return !isBackend || caller.clientId === clientId
}

/** Returns the `cli_…` value of a client ID, or null for other credentials. */
export function clientIdOf(caller: Caller): string | null {
  return caller.credential === 'clientId' ? caller.clientId : null
}

/**
 * Returns the scope of idempotency keys and limits: the API key's id, the client ID, the wallet's address or the account's id.
 * The scope is never a secret, and is the same in all of one person's sessions.
 */
export function principalOf(caller: Caller): string {
  switch (caller.credential) {
    case 'apiKey':
      return caller.keyId
    case 'clientId':
      return caller.clientId
    case 'walletSession':
      return caller.wallet.address
    case 'session':
      return caller.accountId
    default:
      return caller satisfies never
  }
}
