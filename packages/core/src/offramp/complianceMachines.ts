import { defineMachine } from './machine.ts'

/** How far the identity check of a payer is; `not_started` is answered by reads only, no event tells it. */
export type KycStatus = 'not_started' | 'initiated' | 'pending' | 'approved' | 'rejected' | 'failed'

/**
 * The identity check of a payer. `failed` is a fault of the check, which may be made again; `rejected` is its answer. Providers
 * leave steps out, so that each may be told without those before it.
 */
export const kycMachine = defineMachine<KycStatus>({
  id: 'kyc',
  initial: 'not_started',
  moves: {
    not_started: ['initiated', 'pending', 'approved', 'rejected', 'failed'],
    initiated: ['pending', 'approved', 'rejected', 'failed'],
    pending: ['approved', 'rejected', 'failed'],
    approved: [],
    rejected: [],
    failed: ['initiated', 'pending', 'approved', 'rejected'],
  },
})

/** How far a payer's agreement with the provider is. */
export type AgreementStatus = 'not_started' | 'pending' | 'completed' | 'rejected' | 'failed'

/** A payer's agreement with the provider. Who refused to sign, or could not, may sign later. */
export const agreementMachine = defineMachine<AgreementStatus>({
  id: 'agreement',
  initial: 'not_started',
  moves: {
    not_started: ['pending', 'completed', 'rejected', 'failed'],
    pending: ['completed', 'rejected', 'failed'],
    completed: [],
    rejected: ['pending', 'completed'],
    failed: ['pending', 'completed'],
  },
})

/** How far the check of a bank account is. */
export type PaymentDetailStatus = 'pending' | 'approved' | 'failed'

/** The check of a bank account. A corrected account is another one. */
export const paymentDetailMachine = defineMachine<PaymentDetailStatus>({
  id: 'payment_detail',
  initial: 'pending',
  moves: { pending: ['approved', 'failed'], approved: [], failed: [] },
})

/** A payer may pay for money in a bank account when the identity check is approved and the agreement is completed. */
export function isCompliant(payer: {
  kycStatus: KycStatus
  agreementStatus: AgreementStatus
}): boolean {
  return payer.kycStatus === 'approved' && payer.agreementStatus === 'completed'
}
