import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { findCurrencyByToken } from '@secure-payment/core/catalogue'
import { destinationToken, parseDestinationId } from '@secure-payment/core/destinations'
import { findNetworkByChainId } from '@secure-payment/core/networks'
import type { Kysely } from 'kysely'
import type { Row, Schema } from '../../db/schema.ts'

type Described = Output<typeof api.clientIds.get>
type ClientId = Row<'client_ids'>

/** Describes one of a tenant's client IDs in the API's format. */
export async function describeClientId(
  kysely: Kysely<Schema>,
  row: ClientId,
): Promise<Output<typeof api.clientIds.get>> {
  return describe(row, await readBound(kysely, [row]))
}

/** Describes a tenant's client IDs in the API's format. */
export async function describeClientIds(
  kysely: Kysely<Schema>,
  rows: readonly ClientId[],
): Promise<Described[]> {
  const bound = await readBound(kysely, rows)
  return rows.map((row) => describe(row, bound))
}

/** Returns the composite ids of the records to which client IDs are bound, by the records' ids; only those of the same tenant. */
async function readBound(
  kysely: Kysely<Schema>,
  rows: readonly ClientId[],
): Promise<ReadonlyMap<string, string>> {
  const [first] = rows
  const ids = rows.flatMap(({ payee_destination_id: id }) =>
    id !== null && isUlid(id) ? [id] : [],
  )
  if (first === undefined || ids.length === 0) return new Map()
  const records = await kysely
    .selectFrom('payee_destinations')
    .select(['id', 'destination_id'])
    .where('id', 'in', ids)
    .where('tenant_id', '=', first.tenant_id)
    .execute()
  return new Map(records.map(({ id, destination_id }) => [id, destination_id]))
}

function describe(row: ClientId, bound: ReadonlyMap<string, string>): Described {
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
    payeeDestination: nameDestination(row.payee_destination_id, bound),
    allowAnyPayee: row.allow_any_payee === 1,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastUsedAt: row.last_used_at,
  }
}

/** Returns the network and the currency of a destination, without its wallet. */
function nameDestination(
  reference: string | null,
  bound: ReadonlyMap<string, string>,
): Described['payeeDestination'] {
  const id = reference !== null && isUlid(reference) ? bound.get(reference) : reference
  if (id === null || id === undefined) return null
  const destination = parseDestinationId(id)
  const network = findNetworkByChainId(destination.chainId)
  const found = network && findCurrencyByToken(network, destinationToken(destination))
  if (network === undefined || found === undefined) return null
  return { network: network.id, currency: found.currency.id }
}
