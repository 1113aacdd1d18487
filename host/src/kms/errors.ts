import { BaseError } from '@secure-payment/core'

/** The key service cannot decrypt the settings, so the host does not start. The message contains no secret. */
export class KmsError extends BaseError {
  readonly code = 'kms_failed'
  readonly kind = 'internal'

  constructor(facts: { host: string; reason: string; cause?: unknown }) {
    super(`Vault at ${facts.host} did not decrypt the settings: ${facts.reason}.`, {
      hint: 'Check PAY_VAULT_URL, PAY_VAULT_TOKEN, PAY_VAULT_TRANSIT_KEY and the policy of the token.',
      cause: facts.cause,
    })
  }
}
