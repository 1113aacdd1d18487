import type { api, CombineReason, Output } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import { describeRequest } from '@secure-payment/core/ways'
import type { Context } from '../../context.ts'
import { describeDestination } from '../../paying/describeSecurePayment.ts'
import { type WholeRequest, withPlan } from '../../requests/requestPlan.ts'
import { describeScreening } from '../../screening/describeScreening.ts'
import { readScreening } from '../../screening/readScreening.ts'
import { findReason } from './findReason.ts'

type Lookup = Extract<Output<typeof api.securePayments.list>, { payerKytResults: unknown }>
/** The members of a lookup about its request, which Request Network's dashboard reads. */
type Facts = Pick<
  Lookup,
  | 'network'
  | 'currency'
  | 'completedAt'
  | 'payerAddress'
  | 'payerKytResults'
  | 'payeeKytResults'
  | 'destination'
  | 'claimedDestination'
  | 'orchestratorId'
  | 'executionKind'
  | 'identityMode'
  | 'clientId'
  | 'branding'
  | 'childExecutable'
  | 'blockReason'
>

/** Returns the facts about a request and its secure payment, which both exist. */
export async function describeLookup(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { requestId, token }: { requestId: string; token: string },
): Promise<Facts> {
  const { kysely } = db
  const [page, row, payers, pending, screenings] = await Promise.all([
    kysely
      .selectFrom('secure_payments')
      .selectAll()
      .where('token', '=', token)
      .executeTakeFirstOrThrow(),
    kysely.selectFrom('requests').selectAll().where('id', '=', requestId).executeTakeFirstOrThrow(),
    kysely
      .selectFrom('payments')
      .select('payer')
      .where('request_id', '=', requestId)
      .orderBy('id')
      .execute(),
    kysely
      .selectFrom('pending_payments')
      .select('request_id')
      .where('request_id', '=', requestId)
      .limit(1)
      .execute(),
    kysely.selectFrom('payment_screenings').selectAll().where('token', '=', token).execute(),
  ])
  const request = withPlan(row)
  const found = new Set(payers.flatMap(({ payer }) => payer ?? []))
  const blockReason = findBlock({ page, request, isSeen: pending.length > 0 }, now())
  return {
    network: request.network,
    currency: request.payment_currency,
    completedAt: page.completed_at,
    payerAddress: [...found].at(-1) ?? null,
    payerKytResults: screenings
      .filter(({ wallet }) => found.has(wallet))
      .map((screening) => describeResult(readScreening(screening))),
    payeeKytResults: [],
    destination: describeDestination(request),
    claimedDestination: null,
    orchestratorId: null,
    executionKind: kindOf(request),
    identityMode: page.client_id === null ? 'manual_dashboard' : 'client_id',
    clientId: page.client_id,
    branding: await readBranding(db, page),
    childExecutable: blockReason === null,
    blockReason,
  }
}

function describeResult(
  screening: ReturnType<typeof readScreening>,
): Lookup['payerKytResults'][number] {
  const { expiresAt: _, ...described } = describeScreening(screening)
  return {
    walletAddress: screening.wallet,
    walletType: 'eoa',
    parentWalletAddress: null,
    ...described,
    reportUrl: null,
    notes: null,
    rawStatus: null,
  }
}

type Child = { page: Parameters<typeof findReason>[0]['page'] & PageFacts; request: WholeRequest }
type PageFacts = { flow: 'get_paid' | 'pay'; payment_type: 'single' | 'batch' }

/** Returns the reason why a payout link cannot be combined now, or null; the creation decides again. */
function findBlock(
  { page, request, isSeen }: Child & { isSeen: boolean },
  now: Date,
): CombineReason | null {
  if (page.flow !== 'pay') return 'not_outgoing'
  if (page.payment_type !== 'single') return 'not_single_payment'
  return findReason({ page, request }, now) ?? (isSeen ? 'request_processing' : null)
}

/** Returns the kind of transaction with which the request can be paid together with others; null if it cannot. */
function kindOf({ network, plan }: WholeRequest): Facts['executionKind'] {
  if (!describeRequest(plan).isBatchable) return null
  return getNetwork(network).family === 'tron' ? 'tron_batch' : 'evm_same_chain'
}

/** Returns the branding of the payment page: that of its client ID, else the merchant's. */
async function readBranding(
  { kysely }: Context['db'],
  { tenant_id, client_id }: { tenant_id: string; client_id: string | null },
): Promise<Facts['branding']> {
  const rows = await kysely
    .selectFrom('brandings')
    .select(['client_id', 'displays_service'])
    .where('tenant_id', '=', tenant_id)
    .where('client_id', 'in', client_id === null ? [''] : ['', client_id])
    .orderBy('client_id', 'desc')
    .execute()
  const [branding] = rows
  return {
    whitelabelEnabled: branding?.displays_service === 0,
    source: branding !== undefined && branding.client_id !== '' ? 'client_id' : 'request_network',
  }
}
