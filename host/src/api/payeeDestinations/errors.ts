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

/** The merchant moved the destination to another wallet, and the call does not confirm that the merchant returns to this one. */
export class DestinationMovedError extends BaseError {
  readonly code = 'destination_moved'
  readonly kind = 'conflict'

  constructor() {
    super('This destination was moved to another wallet.', {
      hint: 'To receive at this wallet again, send confirmReturn with POST or PUT /v1/payee-destination. The earlier links of the destination then pay it.',
    })
  }
}

/** Signing data's nonce is unknown, has expired, or belongs to another merchant or another change. */
export class SigningNonceInvalidError extends BaseError {
  readonly code = 'signing_nonce_invalid'
  readonly kind = 'invalid'

  constructor() {
    super('The nonce is unknown, has expired or belongs to another change.', {
      hint: 'Request new signing data, and sign it within 10 minutes.',
    })
  }
}

/** A change was already made with the nonce. */
export class SigningNonceUsedError extends BaseError {
  readonly code = 'signing_nonce_used'
  readonly kind = 'conflict'

  constructor() {
    super('A change was already made with this nonce.', {
      hint: 'Read the destination. Request new signing data for another change.',
    })
  }
}

/** The wallet did not sign the data of the nonce. */
export class WalletSignatureRefusedError extends BaseError {
  readonly code = 'wallet_signature_refused'
  readonly kind = 'forbidden'

  constructor({ wallet }: { wallet: string }) {
    super(`The wallet ${wallet} did not sign the data of this nonce.`, {
      hint: 'Sign the typed data unchanged, with the wallet that it names.',
    })
  }
}

/** A wallet that signed is not a member of the caller's merchant account. */
export class WalletOfAnotherMerchantError extends BaseError {
  readonly code = 'wallet_of_another_merchant'
  readonly kind = 'forbidden'

  constructor({ wallet }: { wallet: string }) {
    super(`The wallet ${wallet} is not a member of this merchant account.`, {
      hint: 'Invite the wallet to the merchant account, and sign in with it once.',
    })
  }
}

/** The wallet to which a destination would move has an active destination. */
export class WalletHasDestinationError extends BaseError {
  readonly code = 'wallet_has_destination'
  readonly kind = 'conflict'

  constructor({ wallet }: { wallet: string }) {
    super(`The wallet ${wallet} has an active destination.`, {
      hint: 'Deactivate that destination first: a wallet has at most one.',
    })
  }
}
