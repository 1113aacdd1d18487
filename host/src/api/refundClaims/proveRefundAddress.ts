import { formatRefundClaim } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import { atField } from '../../atField.ts'
import { findSpeaker } from '../../auth/wallet/findSpeaker.ts'
import { recognizeWallet, type Wallet } from '../../auth/wallet/recognizeWallet.ts'
import { codecOf } from '../../chains/chainCodec.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { loadSecurePayment } from '../../paying/loadSecurePayment.ts'
import { lockRequests } from '../../payments/requestRows.ts'
import { isCertainPayer } from '../../refunds/chooseRecipient.ts'
import { RefundClaimRefusedError, RefundClaimUsedError } from '../../refunds/claimErrors.ts'
import { guardRefundable } from '../../refunds/guardRefundable.ts'
import { type LoadedPayment, loadPayment } from '../refunds/loadPayment.ts'
import { chooseAddress } from './chooseAddress.ts'
import { guardClaimCount } from './guardClaimCount.ts'

type Prove = typeof api.refundClaims.prove
type ProveContext = Pick<
  Context,
  'chains' | 'config' | 'db' | 'log' | 'now' | 'random' | 'prices' | 'rates'
>
type Body = Call<Prove>['body']

/** The longest time for which a signature can be valid. */
const MOST_LIFETIME_MS = 3_600_000
/** A payer's clock may be this far ahead. */
const CLOCK_SKEW_MS = 300_000
/** The maximum number of payments that one signature covers: the wallet's newest ones. */
const MOST_PAYMENTS = 10

/**
 * Stores the address that a payer states with a signature from the wallet that paid. The host writes the signed text itself: a page sends
 * only its fields.
 *
 * @throws SecurePaymentNotFoundError, InvalidInputError, RefundClaimRefusedError, RefundClaimUsedError, TooManyRefundClaimsError,
 * RefundUnsupportedError, ChainUnavailableError
 */
export async function proveRefundAddress(
  context: ProveContext,
  { params, body, caller }: Pick<Call<Prove>, 'params' | 'body' | 'caller'>,
): Promise<Output<Prove>> {
  const { token } = params
  const stored = await loadSecurePayment(context, { token, caller, takesLinks: true })
  const wallet = atField('wallet', () => recognizeWallet(body.wallet))
  const paid = stored.payments.filter(({ payer }) => payer === wallet.address).slice(-MOST_PAYMENTS)
  const payments: LoadedPayment[] = []
  try {
    guardTimes(context.now(), body)
    const own = await filterSigned(context, paid, { token, wallet, body })
    for (const { id, tenant_id: tenantId } of own) {
      payments.push(await loadPayment(context, { id, tenantId }))
    }
    for (const payment of payments) guardRefundable(payment.request)
    await guardCertain(context, payments, wallet)
    // All of a page's payments are on one network.
    const [any] = payments
    const recipient = any && (await chooseAddress(context, any, body.recipient))
    if (recipient === undefined) throw new RefundClaimRefusedError()
    await store(context, { payments, wallet, recipient, body })
  } catch (error) {
    await countRefusal(context, token, error)
    throw error
  }
  return { count: payments.length }
}

/** @throws RefundClaimRefusedError */
function guardTimes(now: Date, { issuedAt, expiresAt }: Body): void {
  const [from, until, at] = [Date.parse(issuedAt), Date.parse(expiresAt), now.getTime()]
  const isWithin = from <= at + CLOCK_SKEW_MS && until > at && until - from <= MOST_LIFETIME_MS
  if (!isWithin) throw new RefundClaimRefusedError()
}

type Signed = { token: string; wallet: Wallet; body: Body }

/**
 * Returns the payments that the signer made. A contract wallet's code decides separately on each network from which the wallet paid. Its
 * address may belong to another owner on another network.
 *
 * @throws ChainUnavailableError
 */
async function filterSigned(
  context: ProveContext,
  payments: readonly Row<'payments'>[],
  signed: Signed,
): Promise<Row<'payments'>[]> {
  const sources = new Map<string, boolean>()
  for (const payment of payments) {
    const source = sourceOf(payment)
    if (sources.has(source)) continue
    sources.set(source, await hasSigned(context, { ...signed, payment }))
  }
  return payments.filter((payment) => sources.get(sourceOf(payment)))
}

function sourceOf({ source_network, network }: Row<'payments'>): string {
  return source_network ?? network
}

/**
 * Returns whether the wallet signed the claim for a payment. The signed text has the chain id of the refund's network, regardless of the
 * network from which the wallet paid.
 *
 * @throws ChainUnavailableError
 */
async function hasSigned(
  context: ProveContext,
  { token, wallet, body, payment }: Signed & { payment: Row<'payments'> },
): Promise<boolean> {
  const network = getNetwork(payment.network)
  const recipient = atField('recipient', () => codecOf(network).readAddress(body.recipient))
  const { nonce, issuedAt, expiresAt, signature } = body
  const uri = context.config.authUrl
  const message = formatRefundClaim({
    ...wallet,
    domain: new URL(uri).host,
    uri,
    chainId: network.chainId,
    nonce,
    issuedAt,
    expiresAt,
    token,
    network: network.id,
    recipient,
  })
  const { chainId } = getNetwork(sourceOf(payment))
  return (await findSpeaker(context, { ...wallet, chainId, message }, signature)) !== null
}

/** @throws RefundClaimRefusedError for a wallet that may have relayed one of the payments, ChainUnavailableError */
async function guardCertain(
  context: ProveContext,
  payments: readonly LoadedPayment[],
  { address: payer }: Wallet,
): Promise<void> {
  for (const payment of payments) {
    if (!(await isCertainPayer(context, { ...payment, payer }))) {
      throw new RefundClaimRefusedError()
    }
  }
}

/** @throws RefundClaimUsedError, TooManyRefundClaimsError */
async function store(
  context: ProveContext,
  facts: { payments: readonly LoadedPayment[]; wallet: Wallet; recipient: string; body: Body },
): Promise<void> {
  const { payments, wallet, recipient, body } = facts
  const at = context.now().toISOString()
  const rows = payments.map(({ id, tenant_id, request_id }) => ({
    id: createId(context),
    tenant_id,
    payment_id: id,
    request_id,
    code_hash: null,
    nonce: body.nonce,
    wallet: wallet.address,
    recipient,
    created_by: null,
    created_at: at,
    expires_at: body.expiresAt,
    stated_at: at,
    closed_at: null,
  }))
  const requestIds = [...new Set(rows.map(({ request_id }) => request_id))]
  try {
    await context.db.transaction(async (tx) => {
      await lockRequests(tx, context.db.dialect, requestIds)
      for (const { payment_id } of rows) await guardClaimCount(tx, payment_id)
      await tx.insertInto('refund_claims').values(rows).execute()
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new RefundClaimUsedError() : error
  }
}

/** Counts a refused signature or nonce for the merchant. */
async function countRefusal(
  { db, log }: Pick<Context, 'db' | 'log'>,
  token: string,
  error: unknown,
): Promise<void> {
  const isRefusal =
    error instanceof RefundClaimRefusedError || error instanceof RefundClaimUsedError
  if (!isRefusal) return
  log.warn({ securePayment: token, code: error.code }, 'Refused a refund claim')
  await db.kysely
    .updateTable('secure_payments')
    .set((eb) => ({ refused_claims: eb('refused_claims', '+', 1) }))
    .where('token', '=', token)
    .execute()
}
