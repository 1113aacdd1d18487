import type { api, Output } from '@secure-payment/core/api'
import type { Row } from '../../db/schema.ts'
import { describePlaces } from '../../domains/proofPlaces.ts'

/** Describes a stored domain in the API's format. */
export function describeDomain(row: Row<'merchant_domains'>): Output<typeof api.domains.check> {
  return {
    id: row.id,
    domain: row.domain,
    status: row.status,
    problem: row.problem,
    proof: describePlaces(row.domain, row.proof),
    verifiedAt: row.status === 'verified' ? row.verified_at : null,
    checkedAt: row.checked_at,
    createdAt: row.created_at,
  }
}
