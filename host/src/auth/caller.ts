/** The proven caller of a call. `tenantId` is the owner of the records that the call may touch. */
export type Caller = ApiKeyCaller | ClientIdCaller | SessionCaller

/** A server with an API key. */
export type ApiKeyCaller = { credential: 'apiKey'; tenantId: string; keyId: string }

/** A page in a browser. The id is public: anyone can send it, so it creates no credentials and reads no customer data. */
export type ClientIdCaller = {
  credential: 'clientId'
  tenantId: string
  /** Id of the record that holds the public value. */
  clientRecordId: string
  /** The public `cli_…` value. */
  clientId: string
  /** The allowed origin that the call came from, as stored. */
  origin: string
  /** The hosted page of this service, which may read any token and create nothing. */
  isFirstParty: boolean
  /** Percent as a decimal string; any value but zero overrides the fee that a call passes. */
  feePercentage: string | null
  feeAddress: string | null
  /** While it is not bound: whether it may pay any payee, or only its own merchant. */
  allowsAnyPayee: boolean
  /**
   * The destination of every payment of this client ID, as a composite id; null = not bound. An inactive one accepts no
   * new payments.
   */
  payeeDestination: { destinationId: string; isActive: boolean } | null
} & FromAddress

/** A person in a dashboard, by the session cookie. */
export type SessionCaller = WalletCaller | AccountCaller

/** A signed-in wallet. */
export type WalletCaller = {
  credential: 'walletSession'
  tenantId: string
  sessionId: string
  /** The address is canonical: EIP-55, or Tron's text. */
  wallet: { address: string; type: 'evm' | 'tron' }
  accountId: null
} & FromAddress

/** A signed-in account. */
export type AccountCaller = {
  credential: 'session'
  tenantId: string
  sessionId: string
  wallet: null
  accountId: string
} & FromAddress

/** Keyed digest of the address that a call comes from; only calls that may create something carry it. */
type FromAddress = { addressDigest?: string }

/**
 * The digest of the address of a caller that creates records in a browser; null for servers, which have one address for
 * all their calls.
 */
export function addressDigestOf(caller: Caller): string | null {
  return caller.credential === 'apiKey' ? null : (caller.addressDigest ?? null)
}

/** The `cli_…` value of a client ID, or null for other credentials. */
export function clientIdOf(caller: Caller): string | null {
  return caller.credential === 'clientId' ? caller.clientId : null
}

/**
 * The scope of idempotency keys and limits: the id of the API key, the client ID, the wallet's address or the account's
 * id. Never a secret, and the same in every session of one person.
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
