import { formatAmount } from '@secure-payment/core'
import { findCurrencyByToken, getCurrency } from '@secure-payment/core/catalogue'
import { checksumAddress } from '@secure-payment/core/evm'
import { findNetwork } from '@secure-payment/core/networks'
import { misfitOf } from '../claims/misfitOf.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { keccak256 } from '../keccak.ts'
import { payeeUnits } from '../requests/feePayments.ts'
import { plannedOf } from '../requests/plannedOf.ts'
import { UNKNOWN_REFERENCE } from '../settlement/detectedPayment.ts'
import { withinMs } from '../withinMs.ts'

/** An unpaid request that can count a payment. `reference` is the merchant's own number of the order; `createdAt` is ISO 8601. */
export type Candidate = { id: string; reference: string | null; createdAt: string }

/** A payment on chain to a merchant's payee, with a reference that belongs to no request. No request counts it. */
export type LostPayment = {
  id: string
  network: string
  txHash: string
  payee: string
  /** The amount with its currency, such as `12.5 USDC`; base units for an unknown token. */
  amount: string
  detectedAt: string
  blockNumber: number
  /** The time of the block, as ISO 8601; null if no node returned the block. */
  blockTime: string | null
  /** The account that sent the money; null if the host could not read it when it stored the payment. */
  payer: string | null
  /** The merchant; null until the operator assigns the payment. */
  merchantId: string | null
  /** The unpaid requests of the merchant that match the payment exactly, newest first, at most {@link MAX_CANDIDATES}. */
  requests: readonly Candidate[]
}

/** The maximum number of rows per page. */
const PAGE = 500
const MAX_CANDIDATES = 5
/** The maximum number of one payee's unpaid requests that are compared with its payments. */
const MAX_COMPARED = 5_000
/** The maximum time that one page waits for the times of its blocks. */
const DEADLINE_MS = 5_000

/**
 * Yields the payments of lost requests page by page, oldest first, except those that a claim or a refund has settled. With `chains`, it also
 * reads the times of their blocks.
 */
export async function* readLostPayments({
  db,
  chains,
}: Pick<Context, 'db'> & Partial<Pick<Context, 'chains'>>): AsyncGenerator<readonly LostPayment[]> {
  const openRequests = createOpenRequests(db)
  for (let after = ''; ; ) {
    const rows = await db.kysely
      .selectFrom('unmatched_payments')
      .selectAll()
      .where('reason', '=', UNKNOWN_REFERENCE)
      .where('id', '>', after)
      .where('claimed_request_id', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('refunds')
              .select('refunds.id')
              .whereRef('refunds.unmatched_id', '=', 'unmatched_payments.id')
              .where('refunds.cancelled_at', 'is', null),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payments')
              .select('payments.id')
              .whereRef('payments.network', '=', 'unmatched_payments.network')
              .whereRef('payments.tx_hash', '=', 'unmatched_payments.tx_hash')
              .whereRef('payments.log_index', '=', 'unmatched_payments.log_index'),
          ),
        ),
      )
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    const times = await readTimes(chains, rows)
    const page: LostPayment[] = []
    for (const row of rows) page.push(await describe(openRequests, row, times))
    yield page
    after = last.id
  }
}

async function describe(
  openRequests: OpenRequests,
  row: Row<'unmatched_payments'>,
  times: ReadonlyMap<string, string>,
): Promise<LostPayment> {
  return {
    id: row.id,
    network: row.network,
    txHash: row.tx_hash,
    payee: payeeOf(row),
    amount: describeAmount(row),
    detectedAt: row.detected_at,
    blockNumber: Number(row.block_number),
    blockTime: times.get(blockOf(row)) ?? null,
    payer: row.payer,
    merchantId: row.tenant_id === '' ? null : row.tenant_id,
    requests: row.tenant_id === '' ? [] : await findCandidates(openRequests, row),
  }
}

/** Returns the payee as requests name it: on EVM networks, with its checksum. */
function payeeOf({ payee }: Row<'unmatched_payments'>): string {
  return payee.startsWith('0x') ? checksumAddress(payee, keccak256) : payee
}

function describeAmount(row: Row<'unmatched_payments'>): string {
  const network = findNetwork(row.network)
  const found = network && findCurrencyByToken(network, row.token_address)?.currency
  if (found === undefined) return `${row.amount_units} units of ${row.token_address}`
  return `${formatAmount(BigInt(row.amount_units), found.decimals)} ${getCurrency(found.id).symbol}`
}

/** Returns the requests of a payment's merchant to its payee that have no payment, newest first, by token and amount. */
type OpenRequests = (
  row: Row<'unmatched_payments'>,
) => Promise<ReadonlyMap<string, readonly Row<'requests'>[]>>

/** Reads the requests of each payee once, because a restore may have lost many payments to one payee. */
function createOpenRequests({ kysely }: Context['db']): OpenRequests {
  const read = new Map<string, ReturnType<OpenRequests>>()
  return (row) => {
    const key = [row.tenant_id, row.network, row.payee].join(' ')
    const known = read.get(key)
    if (known !== undefined) return known
    const requests = kysely
      .selectFrom('requests')
      .selectAll()
      .where('payee', '=', payeeOf(row))
      .where('tenant_id', '=', row.tenant_id)
      .where('network', '=', row.network)
      .where('paid_units', '=', '0')
      .orderBy('created_at', 'desc')
      .limit(MAX_COMPARED)
      .execute()
      .then((found) => Map.groupBy(found, amountOf))
    read.set(key, requests)
    return requests
  }
}

function amountOf(request: Row<'requests'>): string {
  return `${request.token_address?.toLowerCase()} ${payeeUnits(plannedOf(request))}`
}

async function findCandidates(
  openRequests: OpenRequests,
  row: Row<'unmatched_payments'>,
): Promise<readonly Candidate[]> {
  const byAmount = await openRequests(row)
  const requests = byAmount.get(`${row.token_address?.toLowerCase()} ${row.amount_units}`) ?? []
  return requests
    .filter((request) => misfitOf(row, request) === null)
    .slice(0, MAX_CANDIDATES)
    .map(({ id, reference, created_at: createdAt }) => ({ id, reference, createdAt }))
}

/** Reads the times of the payments' blocks, by network and number. Blocks that no node returns in time are omitted. */
async function readTimes(
  chains: Context['chains'] | undefined,
  rows: readonly Row<'unmatched_payments'>[],
): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>()
  for (const [network, ofNetwork] of Map.groupBy(rows, (row) => row.network)) {
    if (chains === undefined || !chains.ids.includes(network)) continue
    const numbers = [...new Set(ofNetwork.map((row) => BigInt(row.block_number)))]
    const blocks = await withinMs(DEADLINE_MS, chains.get(network).getBlocks(numbers))
    for (const block of blocks ?? []) {
      if (block === null) continue
      const time = new Date(Number(block.timestampS) * 1_000).toISOString()
      times.set(`${network} ${block.number}`, time)
    }
  }
  return times
}

function blockOf({ network, block_number }: Row<'unmatched_payments'>): string {
  return `${network} ${block_number}`
}
