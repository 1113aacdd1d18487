import type { api, Output } from '@secure-payment/core/api'
import type { Row } from '../../db/schema.ts'

/** Describes a stored client ID in the API's format. */
export function describeClientId(row: Row<'client_ids'>): Output<typeof api.clientIds.get> {
  const domains: unknown = JSON.parse(row.allowed_domains)
  return {
    id: row.id,
    clientId: row.client_id,
    label: row.label,
    isBackend: row.secret_hash !== null,
    allowedDomains: Array.isArray(domains) ? domains.map(String) : [],
    feePercentage: row.fee_percentage,
    feeAddress: row.fee_address,
    feeBearer: row.fee_bearer,
    operatorWalletAddress: row.operator_wallet_address,
    defaultPreApprovalExpiry: row.default_pre_approval_expiry,
    defaultAuthorizationExpiry: row.default_authorization_expiry,
    payeeDestinationId: row.payee_destination_id,
    allowAnyPayee: row.allow_any_payee === 1,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastUsedAt: row.last_used_at,
  }
}
