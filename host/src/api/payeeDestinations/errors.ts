import { BaseError } from '@secure-payment/core'

/** No payee destination matches the call: none has this id, or the wallet has no active one. */
export class PayeeDestinationNotFoundError extends BaseError {
  readonly code = 'payee_destination_not_found'
  readonly kind = 'not_found'

  constructor(facts: { which: 'active' | 'id' }) {
    super(
      facts.which === 'active'
        ? 'This wallet has no active payee destination.'
        : 'There is no payee destination with this id.',
      { hint: 'Create a destination with POST /v1/payee-destination.' },
    )
  }
}

/** The payee destination does not belong to the signed-in wallet. */
export class ForeignPayeeDestinationError extends BaseError {
  readonly code = 'payee_destination_of_another_wallet'
  readonly kind = 'forbidden'

  constructor() {
    super('This payee destination belongs to another wallet.', {
      hint: 'Sign in with the wallet that the destination begins with.',
    })
  }
}
