import { BaseError, type ErrorKind } from '@secure-payment/core'

const REFUSALS = {
  missing_credential: ['unauthenticated', 'This operation needs a credential.'],
  invalid_api_key: ['unauthenticated', 'The API key is not valid.'],
  api_key_expired: ['unauthenticated', 'The API key has expired.'],
  invalid_client_id: ['unauthenticated', 'The client ID is unknown.'],
  missing_origin: [
    'unauthenticated',
    'This client ID works only in browsers: the header Origin is missing.',
  ],
  invalid_session: ['unauthenticated', 'The session is not valid or has expired.'],
  credential_not_accepted: ['forbidden', 'This operation does not accept this kind of credential.'],
  client_id_revoked: ['forbidden', 'The client ID was revoked.'],
  client_id_inactive: ['forbidden', 'The client ID is switched off.'],
  client_id_restricted: ['forbidden', 'This client ID may only show and pay existing payments.'],
  origin_not_allowed: ['forbidden', 'Calls from this origin are not allowed.'],
  secret_in_page: ['forbidden', 'This client ID is secret and works only on servers.'],
} as const satisfies Record<string, readonly [ErrorKind, string]>

/** The reason why a caller was rejected. */
export type RefusalCode = keyof typeof REFUSALS

/** The caller is not authorised: 401 if the credential is invalid, 403 if it is valid but not accepted here. */
export class CallerRefusedError extends BaseError {
  readonly code: RefusalCode
  readonly kind: ErrorKind

  constructor(code: RefusalCode, hint?: string) {
    const [kind, summary] = REFUSALS[code]
    super(summary, { hint })
    this.code = code
    this.kind = kind
  }
}

/** The host has reached the maximum number of passwords that wait to be hashed. */
export class HashingBusyError extends BaseError {
  readonly code = 'sign_in_busy'
  readonly kind = 'unavailable'

  constructor() {
    super('Too many people are signing in at once.', {
      hint: 'Try again in a moment.',
      retryable: true,
    })
  }
}
