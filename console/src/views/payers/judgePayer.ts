import type { PayerRecord } from '../../api.ts'
import type { Text } from '../../text/text.ts'

/** A word and a colour that show whether a payer may pay, and the next action; null if no action is needed. */
export type PayerVerdict = {
  readonly tone: 'success' | 'warning' | 'danger' | 'neutral'
  readonly label: string
  readonly advice: string | null
}

/** Determines a payer's state by priority: erased, rejected, the check, the agreement, a bank account. */
export function judgePayer(
  payer: Pick<
    PayerRecord,
    'erasedAt' | 'kycStatus' | 'agreementStatus' | 'isCompliant' | 'paymentDetails'
  >,
  { payers: text }: Text,
): PayerVerdict {
  const { advice } = text
  const { kycStatus, agreementStatus } = payer
  if (payer.erasedAt !== null) {
    return { tone: 'neutral', label: text.erased, advice: advice.erased }
  }
  if (kycStatus === 'rejected') {
    return { tone: 'danger', label: text.refused, advice: advice.kycRejected }
  }
  if (payer.isCompliant) {
    const canReceive = payer.paymentDetails.some(({ status }) => status !== 'failed')
    return { tone: 'success', label: text.mayPay, advice: canReceive ? null : advice.noAccount }
  }
  const next = kycStatus === 'approved' ? AGREEMENT[agreementStatus] : KYC[kycStatus]
  return {
    tone: next === 'kycFailed' || next === 'agreementFailed' ? 'danger' : 'warning',
    label: text.mayNotPay,
    advice: advice[next],
  }
}

type Advice = keyof Text['payers']['advice']

const KYC: Readonly<Record<Exclude<PayerRecord['kycStatus'], 'approved' | 'rejected'>, Advice>> = {
  not_started: 'kycOpen',
  initiated: 'kycOpen',
  pending: 'kycPending',
  failed: 'kycFailed',
}

const AGREEMENT: Readonly<Record<PayerRecord['agreementStatus'], Advice>> = {
  not_started: 'agreementOpen',
  pending: 'agreementOpen',
  // Unreachable: a payer with an approved check and a completed agreement is compliant.
  completed: 'kycPending',
  rejected: 'agreementRejected',
  failed: 'agreementFailed',
}
