import { isCompliant, type KycStatus } from '@secure-payment/core/offramp'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'

/** A payer's identity check or agreement changed; `payer` holds the state after that, its `event_sequence` included. */
export type ComplianceEvent = {
  type: 'compliance.updated'
  payer: Row<'payers'>
  /** The merchant's own id of the payer, opened. */
  clientUserId: string
}

/** Builds the body of `compliance.updated`. Its only fact about the payer's identity is the merchant's own id. */
export function complianceEventBody(
  context: Pick<Context, 'now'>,
  eventId: string,
  { type, payer, clientUserId }: ComplianceEvent,
) {
  const statuses = { kycStatus: payer.kyc_status, agreementStatus: payer.agreement_status }
  return {
    event: type,
    eventId,
    requestId: null,
    clientUserId,
    kycStatus: toldStatus(payer.kyc_status),
    agreementStatus: payer.agreement_status,
    isCompliant: isCompliant(statuses),
    timestamp: context.now().toISOString(),
    rawPayload: { provider: payer.provider },
  }
}

/** A payer in an event was submitted, so no event has the status `not_started`. */
function toldStatus(status: KycStatus): Exclude<KycStatus, 'not_started'> {
  return status === 'not_started' ? 'initiated' : status
}
