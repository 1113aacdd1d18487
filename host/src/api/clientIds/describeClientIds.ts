import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { findCurrencyByToken } from '@secure-payment/core/catalogue'
import { destinationToken, parseDestinationId } from '@secure-payment/core/destinations'
import { findNetworkByChainId } from '@secure-payment/core/networks'
import type { Kysely } from 'kysely'
import type { Row, Schema } from '../../db/schema.ts'
import {
  findInactiveDestinations,
  findLeftDestinations,
  leftKey,
} from '../../requests/guardDestinations.ts'

type Described = Output<typeof api.clientIds.get>
type ClientId = Row<'client_ids'>

/** A bound destination; `active` if it accepts new payments. */
type Bound = { readonly destinationId: string; readonly active: boolean }

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

/** Returns the destinations to which a tenant's client IDs are bound, by the reference in the row; a removed record has none. */
async function readBound(
  kysely: Kysely<Schema>,
  rows: readonly ClientId[],
): Promise<ReadonlyMap<string, Bound>> {
  const [first] = rows
  const references = rows.flatMap(({ payee_destination_id: id }) => id ?? [])
  if (first === undefined || references.length === 0) return new Map()
  const stored = await readStored(kysely, first.tenant_id, references.filter(isUlid))
  const named = references.flatMap((reference) => {
    const destinationId = isUlid(reference) ? stored.get(reference)?.destination_id : reference
    return destinationId === undefined ? [] : [{ reference, destinationId }]
  })
  const ids = named.map(({ destinationId }) => destinationId)
  const inactive = await findInactiveDestinations(kysely, ids)
  const left = await findLeftDestinations(kysely, ids)
  return new Map(
    named.map(({ reference, destinationId }) => {
      const isStopped = stored.get(reference)?.is_active === 0 || inactive.has(destinationId)
      const isLeft = left.has(leftKey(first.tenant_id, destinationId))
      return [reference, { destinationId, active: !isStopped && !isLeft }]
    }),
  )
}

/** Returns the records with these ids, by id; only those of the tenant. */
async function readStored(
  kysely: Kysely<Schema>,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<Row<'payee_destinations'>, 'destination_id' | 'is_active'>>> {
  if (ids.length === 0) return new Map()
  const records = await kysely
    .selectFrom('payee_destinations')
    .select(['id', 'destination_id', 'is_active'])
    .where('id', 'in', ids)
    .where('tenant_id', '=', tenantId)
    .execute()
  return new Map(records.map((record) => [record.id, record]))
}

function describe(row: ClientId, bound: ReadonlyMap<string, Bound>): Described {
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
  bound: ReadonlyMap<string, Bound>,
): Described['payeeDestination'] {
  const found = reference === null ? undefined : bound.get(reference)
  if (found === undefined) return null
  const destination = parseDestinationId(found.destinationId)
  const network = findNetworkByChainId(destination.chainId)
  const token = network && findCurrencyByToken(network, destinationToken(destination))
  if (network === undefined || token === undefined) return null
  return { network: network.id, currency: token.currency.id, active: found.active }
}
