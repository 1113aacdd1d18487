import type { api, Output } from '@secure-payment/core/api'
import { parseDestinationId } from '@secure-payment/core/destinations'
import { checksumAddress } from '@secure-payment/core/evm'
import { createClientIdValue } from '../../auth/clientId.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { atField } from '../atField.ts'
import { describeClientId } from './describeClientId.ts'

type Create = typeof api.clientIds.create

const CREATED = 201

/** Creates a browser credential of the caller's tenant. */
export async function createClientId(
  context: Pick<Context, 'db' | 'now' | 'random'>,
  { body, caller, idempotency }: Call<Create>,
): Promise<Output<Create>> {
  const now = context.now().toISOString()
  const row: Row<'client_ids'> = {
    id: createId(context),
    tenant_id: caller.tenantId,
    client_id: createClientIdValue(context),
    label: body.label,
    allowed_domains: JSON.stringify([...new Set(body.allowedDomains)]),
    fee_percentage: body.feePercentage ?? null,
    fee_address: readAddress(body.feeAddress, 'feeAddress'),
    operator_wallet_address: readAddress(body.operatorWalletAddress, 'operatorWalletAddress'),
    default_pre_approval_expiry: body.defaultPreApprovalExpiry ?? null,
    default_authorization_expiry: body.defaultAuthorizationExpiry ?? null,
    payee_destination_id: readDestination(body.payeeDestinationId),
    is_first_party: 0,
    status: 'active',
    created_at: now,
    updated_at: now,
    last_used_at: null,
  }
  const answer = describeClientId(row)
  await context.db.transaction(async (tx) => {
    await tx.insertInto('client_ids').values(row).execute()
    if (idempotency === null) return
    await tx.insertInto('idempotency_keys').values(idempotency.row(CREATED, answer)).execute()
  })
  return answer
}

function readAddress(address: string | null | undefined, field: string): string | null {
  if (address === null || address === undefined) return null
  return atField(field, () => checksumAddress(address))
}

function readDestination(destinationId: string | null | undefined): string | null {
  if (destinationId === null || destinationId === undefined) return null
  return atField('payeeDestinationId', () => parseDestinationId(destinationId).destinationId)
}
