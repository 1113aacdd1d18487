/** Who makes a call, proven. `tenantId` is whose records the call may touch. */
export type Caller = ApiKeyCaller | ClientIdCaller

/** A server with an API key. */
export type ApiKeyCaller = { credential: 'apiKey'; tenantId: string; keyId: string }

/** A page in a browser. The id is public: anyone can send it, so it creates no credentials and reads no customer data. */
export type ClientIdCaller = {
  credential: 'clientId'
  tenantId: string
  /** The public `cli_…` value. */
  clientId: string
  /** The allowed origin that the call came from, as stored. */
  origin: string
  /** The hosted page of this service, which may read any token and create nothing. */
  isFirstParty: boolean
  /** Percent as a decimal string; any value but zero overrides the fee that a call passes. */
  feePercentage: string | null
  feeAddress: string | null
  /** Composite id that every payment of this client ID goes to; null = free. */
  payeeDestinationId: string | null
}

/** The `cli_…` value of a client ID, or null for other credentials. */
export function clientIdOf(caller: Caller): string | null {
  return caller.credential === 'clientId' ? caller.clientId : null
}

/** What identifies the credential among all, for idempotency scopes and limits; never the secret itself. */
export function credentialKey(caller: Caller): string {
  return caller.credential === 'clientId' ? caller.clientId : caller.keyId
}
