import { defineMachine } from './machine.ts'

/** The progress of a payer's identity check. Only reads return `not_started`; no event reports it. */
export type KycStatus = 'not_started' | 'initiated' | 'pending' | 'approved' | 'rejected' | 'failed'

/**
 * A payer's identity check. `failed` is a fault in the check, which may be repeated; `rejected` is the check's result. Providers skip
 * steps, so each may be reported without the earlier ones.
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

/** The progress of a payer's agreement with the provider. */
export type AgreementStatus = 'not_started' | 'pending' | 'completed' | 'rejected' | 'failed'

/** A payer's agreement with the provider. A payer who refused to sign, or could not, may sign later. */
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

/** The progress of a bank account's check. */
export type PaymentDetailStatus = 'pending' | 'approved' | 'failed'

/** A bank account's check. A corrected account counts as a new one. */
export const paymentDetailMachine = defineMachine<PaymentDetailStatus>({
  id: 'payment_detail',
  initial: 'pending',
  moves: { pending: ['approved', 'failed'], approved: [], failed: [] },
})

/** Returns whether a payer may pay into a bank account: the identity check is approved and the agreement is completed. */
export function isCompliant(payer: {
  kycStatus: KycStatus
  agreementStatus: AgreementStatus
}): boolean {
  return payer.kycStatus === 'approved' && payer.agreementStatus === 'completed'
}
