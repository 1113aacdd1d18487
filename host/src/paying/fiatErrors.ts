import { BaseError } from '@secure-payment/core'

type FiatField = 'clientUserId' | 'paymentDetailsId'

/** A request cannot be paid into a bank account in the way that the call states; `because` names the reason. */
export class UnsupportedCryptoToFiatError extends BaseError {
  readonly code = 'unsupported_crypto_to_fiat'
  readonly kind = 'invalid'

  constructor(facts: { because: keyof typeof PROBLEMS; field?: string }) {
    const { problem, hint } = PROBLEMS[facts.because]
    super(problem, { hint, field: facts.field })
  }
}

const PROBLEMS = {
  crypto: {
    problem: 'This request was not created for a payout in fiat.',
    hint: 'Omit clientUserId and paymentDetailsId to pay in crypto.',
  },
  provider: {
    problem: 'This host no longer pays out through the provider of this request.',
    hint: 'Create another request.',
  },
  version: {
    problem: 'Version 1 of the API cannot pay out a request in fiat.',
    hint: 'Use GET /v2/request/{requestId}/pay.',
  },
  batch: {
    problem: 'A request that is paid out in fiat cannot be part of a batch.',
    hint: 'Use GET /v2/request/{requestId}/pay.',
  },
} as const satisfies Record<string, { problem: string; hint: string }>

/** The reason why a payer may not pay into a bank account. The payer's id is personal, so no message repeats it. */
export class PayerNotApprovedError extends BaseError {
  readonly code: PayerErrorCode
  readonly kind = 'invalid'

  constructor(code: PayerErrorCode) {
    const { problem, hint, field } = REFUSALS[code]
    super(problem, { hint, field })
    this.code = code
  }
}

/** The reason why a call's payer or bank account is rejected. */
export type PayerErrorCode =
  | 'unknown_payer'
  | 'payer_not_compliant'
  | 'unknown_payment_details'
  | 'payment_details_not_approved'

const REFUSALS: Readonly<
  Record<PayerErrorCode, { problem: string; hint: string; field: FiatField }>
> = {
  unknown_payer: {
    problem: 'There is no payer with this clientUserId.',
    hint: 'Submit the payer with POST /v2/payer.',
    field: 'clientUserId',
  },
  payer_not_compliant: {
    problem: 'The payer is not approved.',
    hint: 'Wait for compliance.updated with isCompliant true.',
    field: 'clientUserId',
  },
  unknown_payment_details: {
    problem: 'The payer has no payment details with this id.',
    hint: 'See the list of the payer’s payment details.',
    field: 'paymentDetailsId',
  },
  payment_details_not_approved: {
    problem: 'The bank account is not approved.',
    hint: 'Wait for payment_detail.updated with status approved, or use another account.',
    field: 'paymentDetailsId',
  },
}

/** A caller with a client ID, which is public, named a bank account although another one is already stored for the request. */
export class TargetTakenError extends BaseError {
  readonly code = 'payment_details_taken'
  readonly kind = 'forbidden'

  constructor() {
    super('Calldata of this request was requested with a different payer or bank account.', {
      hint: 'Use the earlier payer and account, or change them with an API key.',
      field: 'paymentDetailsId',
    })
  }
}
