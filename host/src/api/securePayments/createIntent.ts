import { InvalidInputError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import type { Context } from '../../context.ts'
import type { Source } from '../../crosschain/sources.ts'
import { lockSecurePayment } from '../../db/lockSecurePayment.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { ensureDefined } from '../../ensureDefined.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { findSource, guardSameChain } from '../../paying/chooseCrosschain.ts'
import { describeSecurePayment } from '../../paying/describeSecurePayment.ts'
import { guardPayable, guardPayer } from '../../paying/guardPayment.ts'
import { loadSecurePayment, type StoredSecurePayment } from '../../paying/loadSecurePayment.ts'
import { readWallet } from '../../paying/readWallet.ts'
import { giveUpAt } from '../../scheduling/checkDelay.ts'
import { createSafeIntent } from './createSafeIntent.ts'

type Intent = typeof api.securePayments.intent

/** The maximum number of intents for one secure payment: more than any payer needs, and too few to fill the database. */
const MAX_INTENTS = 20

/**
 * Records a transaction that the payer's page has sent. A repetition with the same hash returns the same intent. If the transaction is on
 * another chain, the host then follows it across the bridge. Payments are detected without an intent, so no payment beyond the maximum
 * number of intents is lost.
 *
 * @throws InvalidInputError for a payment on Tron, and what `loadSecurePayment`, `guardPayable`, `guardPayer`, `guardSameChain` and
 *   `createSafeIntent` throw
 */
export async function createIntent(
  context: Pick<
    Context,
    'bridge' | 'config' | 'db' | 'log' | 'now' | 'random' | 'prices' | 'rates'
  >,
  { params, body, caller }: Call<Intent>,
): Promise<Output<Intent>> {
  const stored = await loadSecurePayment(context, {
    token: params.token,
    caller,
    option: body.option,
  })
  const { txHash: sentHash, safeTxHash } = body
  if (sentHash === undefined) {
    const noted = { ...body, safeTxHash: ensureDefined(safeTxHash, 'safeTxHash') }
    return createSafeIntent(context, { stored, body: noted })
  }
  const payment = describeSecurePayment(context.config, stored, context.now())
  const txHash = sentHash.toLowerCase()
  const source = findSource(context, stored, body)
  if (source !== null || !hasCompleted(stored, txHash)) guardPayable(payment)
  guardReportable(payment.network)
  const wallet = readWallet(body.walletAddress, payment.network, 'walletAddress')
  // A page cannot prove who sent a transaction, so a transaction without a wallet is recorded too.
  if (wallet !== null) guardPayer(context, stored, wallet, 'walletAddress')
  if (source === null) guardSameChain(payment, body)
  const chain = chainOf(payment.network, source)
  const followed = source === null ? UNFOLLOWED : follow(context, stored, source)
  const intentId = await context.db.transaction(async (tx) => {
    await lockSecurePayment(tx, params.token)
    const known = await tx
      .selectFrom('intents')
      .select(['id', 'tx_hash', 'source_network', 'status', 'sender'])
      .where('token', '=', params.token)
      .execute()
    const same = known.find((intent) => intent.tx_hash === txHash)
    if (same !== undefined) {
      if (isCorrected(same, source)) {
        await tx
          .updateTable('intents')
          .set({ ...correction(same, { chain, token: body.token, followed }), note: null })
          .where('id', '=', same.id)
          .execute()
      }
      return same.id
    }
    if (known.length >= MAX_INTENTS) await makeRoom(tx, known, source)
    const id = createId(context)
    await tx
      .insertInto('intents')
      .values({
        id,
        token: params.token,
        tx_hash: txHash,
        chain,
        currency: body.token,
        created_at: context.now().toISOString(),
        ...followed,
      })
      .execute()
    return id
  })
  return {
    intentId,
    paymentReference: stored.requests[0].payment_reference,
    txHash,
    isListening: true,
  }
}

/** Returns whether a secure payment is completed and the transaction is one of its payments, reported late by its page. */
function hasCompleted({ securePayment, payments }: StoredSecurePayment, txHash: string): boolean {
  return securePayment.status === 'completed' && payments.some(({ tx_hash }) => tx_hash === txHash)
}

type Followed = Pick<
  NewRow<'intents'>,
  | 'request_id'
  | 'status'
  | 'source_network'
  | 'source_token'
  | 'tool'
  | 'next_check_at'
  | 'give_up_at'
>

/** The columns of a report that the host does not follow, because the watcher of the payment's own network finds the transaction. */
const UNFOLLOWED: Followed = {
  request_id: null,
  status: null,
  source_network: null,
  source_token: null,
  tool: null,
  next_check_at: null,
  give_up_at: null,
}

function follow(
  { config, now }: Pick<Context, 'config' | 'now'>,
  { requests }: StoredSecurePayment,
  { network, token }: Source,
): Followed {
  return {
    request_id: requests[0].id,
    status: 'tracking',
    source_network: network.id,
    source_token: token.address,
    // The page does not name the provider of the quote that the payer signed, but only these providers return quotes.
    tool: config.lifi?.bridges[0] ?? null,
    next_check_at: now().toISOString(),
    give_up_at: giveUpAt(now()),
  }
}

/**
 * Returns whether the page's report changes the followed transaction. The report does so if an earlier one named another chain without a
 * result, or if tracking of the bridge had ended.
 */
function isCorrected(
  known: Pick<Row<'intents'>, 'source_network' | 'status' | 'sender'>,
  source: Source | null,
): boolean {
  if (source === null) return false
  if (known.source_network === source.network.id) return known.status === 'unanswered'
  return known.sender === null
}

/** Returns the changes to an intent that is followed again; facts from its own source transaction stay. */
function correction(
  { sender }: Pick<Row<'intents'>, 'sender'>,
  { chain, token, followed }: { chain: string; token: string; followed: Followed },
) {
  const { status, next_check_at, give_up_at } = followed
  // Anyone with the link can repeat the report, so an intent that has used up its time to block the payment no longer blocks it.
  if (sender !== null) return { status, next_check_at, give_up_at, promised_units: null }
  return { chain, currency: token, ...followed }
}

function chainOf(network: string, source: Source | null): string {
  return source?.network.id ?? network
}

/** Payments on Tron are sent through this host, which therefore has them already. */
function guardReportable(network: string): void {
  if (getNetwork(network).family === 'evm') return
  const message = `is ${network}, where no transactions are reported: send them with POST /v2/secure-payments/{token}/tron/broadcast`
  throw new InvalidInputError([{ field: 'chain', code: 'intents_unsupported', message }])
}

/**
 * Deletes the oldest transaction that no chain has confirmed, in favour of a new one on another chain. A stranger with the link therefore
 * cannot displace the payer's confirmed transaction. Rejects a new transaction on the payment's own chain.
 */
async function makeRoom(
  tx: Tx,
  known: readonly Pick<Row<'intents'>, 'id' | 'sender'>[],
  source: Source | null,
): Promise<void> {
  if (source === null) throw tooManyIntents()
  const ids = known.filter(({ sender }) => sender === null).map(({ id }) => id)
  const [oldest] = ids.sort()
  if (oldest === undefined) throw tooManyIntents()
  await tx.deleteFrom('intents').where('id', '=', oldest).execute()
}

function tooManyIntents(): InvalidInputError {
  const message = `exceeds the limit: a payment accepts ${MAX_INTENTS} transactions`
  return new InvalidInputError([{ field: 'txHash', code: 'too_many_intents', message }])
}
