import type { api, Output } from '@secure-payment/core/api'
import { hashApiKey } from '../../auth/apiKey.ts'
import { createClientIdValue, createSecretClientId } from '../../auth/clientId.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { createId } from '../../id.ts'
import { guardRecordCount } from '../guardRecordCount.ts'
import { holdOwnDestination } from './bindDestination.ts'
import type { ClientIdCall } from './clientIdCall.ts'
import { describeClientId } from './describeClientIds.ts'
import { guardMoney } from './guardMoney.ts'
import { readColumns, requireFeePair } from './readColumns.ts'

type Create = typeof api.clientIds.create

const CREATED = 201

/**
 * Creates a client ID for the caller's tenant, for pages, or for a server if the list of domains is empty. No stored response contains a
 * server's secret, so a repeated call does not return it.
 *
 * @throws ScopeMissingError, TooManyRecordsError
 */
export async function createClientId(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random'>,
  { body, caller, idempotency }: ClientIdCall<'create'>,
): Promise<Output<Create>> {
  guardMoney(caller, body)
  const now = context.now().toISOString()
  const clientId = createClientIdValue(context)
  const hasNoDomains = body.allowedDomains?.length === 0
  const isBackend = body.isBackend ?? hasNoDomains
  const secret = isBackend ? createSecretClientId(context, clientId) : null
  const row: Row<'client_ids'> = {
    id: createId(context),
    tenant_id: caller.tenantId,
    client_id: clientId,
    secret_hash: secret === null ? null : hashApiKey(secret),
    label: body.label,
    allowed_domains: '[]',
    fee_percentage: null,
    fee_address: null,
    fee_bearer: null,
    operator_wallet_address: null,
    default_pre_approval_expiry: null,
    default_authorization_expiry: null,
    payee_destination_id: null,
    allow_any_payee: Number(context.config.clientIdsPayAnyone),
    is_first_party: 0,
    status: 'active',
    created_at: now,
    updated_at: now,
    last_used_at: null,
    ...readColumns(context.config, body),
  }
  requireFeePair(row)
  const answer = await context.db.transaction(async (tx) => {
    await holdOwnDestination(tx, {
      reference: row.payee_destination_id,
      tenantId: caller.tenantId,
    })
    await guardRecordCount(tx, { records: 'client IDs', tenantId: caller.tenantId }, () =>
      tx
        .selectFrom('client_ids')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('tenant_id', '=', caller.tenantId)
        .where('status', '!=', 'revoked')
        .executeTakeFirstOrThrow(),
    )
    await tx.insertInto('client_ids').values(row).execute()
    await context.audit?.write(tx, row.id)
    const created = await describeClientId(tx, row)
    const key = idempotency?.row(CREATED, created)
    if (key !== undefined) await tx.insertInto('idempotency_keys').values(key).execute()
    return created
  })
  if (secret === null) return answer
  // Programs for Request Network send an empty list, and use the member `clientId` of this response as the header.
  return { ...answer, secretClientId: secret, ...(hasNoDomains && { clientId: secret }) }
}
