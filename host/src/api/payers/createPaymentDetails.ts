import type { api, BankAccount, Output } from '@secure-payment/core/api'
import { paymentDetailMachine } from '@secure-payment/core/offramp'
import type { Context } from '../../context.ts'
import { within } from '../../crosschain/within.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import { canonicalJson } from '../../http/idempotency.ts'
import type { Call } from '../../http/implement.ts'
import { requireOfframp } from '../../offramps/requireOfframp.ts'
import { sendAccount } from '../../offramps/sendAccount.ts'
import { checkBankAccount } from '../../payers/checkBankAccount.ts'
import { createUuid } from '../../payers/createUuid.ts'
import { PayerNotFoundError, TooManyPaymentDetailsError } from '../../payers/errors.ts'
import { requirePayer } from '../../payers/findPayer.ts'
import { lockPayer } from '../../payers/lockPayer.ts'
import { afterInLine } from '../../payers/retryAt.ts'
import { openAccount, sealAccount } from '../../payers/sealedFields.ts'
import { PROVIDER_DEADLINE_MS } from './providerDeadline.ts'

type Create = typeof api.payers.createPaymentDetails

/** The maximum number of bank accounts per payer: more than any payer uses, and few enough for a list without pages. */
export const MAX_PAYMENT_DETAILS = 100

/**
 * Registers a payer's bank account and has the provider check it. If the account is already registered and has not failed, returns it
 * unchanged.
 *
 * @throws NoOfframpError, PayerNotFoundError, InvalidInputError naming every invalid field, TooManyPaymentDetailsError
 */
export async function createPaymentDetails(
  context: Pick<
    Context,
    'audit' | 'config' | 'dataSealer' | 'db' | 'log' | 'now' | 'offramp' | 'random'
  >,
  { params, body, caller }: Call<Create>,
): Promise<Output<Create>> {
  const offramp = requireOfframp(context)
  const { tenantId } = caller
  const { clientUserId } = params
  const payer = await requirePayer(context, { tenantId, clientUserId })
  const account = checkBankAccount(body, context.now())
  const kept = await keepAccount(context, { payerId: payer.id, account, provider: offramp.id })
  const sent = await within(sendAccount({ ...context, offramp }, kept), PROVIDER_DEADLINE_MS)
  const { id, status } = sent ?? kept
  const { bankName, accountName, currency, beneficiaryType } = account
  return {
    payment_detail: { id, clientUserId, bankName, accountName, currency, beneficiaryType, status },
  }
}

type Registration = { payerId: string; account: BankAccount; provider: string }

async function keepAccount(
  context: Pick<Context, 'audit' | 'dataSealer' | 'db' | 'now' | 'random'>,
  registration: Registration,
): Promise<Row<'payment_details'>> {
  const { payerId, account, provider } = registration
  const id = createUuid(context)
  const now = context.now()
  return context.db.transaction(async (tx) => {
    const payer = await lockPayer(tx, payerId)
    if (payer === undefined || payer.erased_at !== null) throw new PayerNotFoundError()
    const known = await tx
      .selectFrom('payment_details')
      .selectAll()
      .where('payer_id', '=', payerId)
      .execute()
    const same = known.find((detail) => isSame(context, detail, registration))
    if (same !== undefined) return same
    if (known.length >= MAX_PAYMENT_DETAILS) {
      throw new TooManyPaymentDetailsError({ limit: MAX_PAYMENT_DETAILS })
    }
    await context.audit?.write(tx, id)
    return insertDetail(tx, {
      id,
      payer_id: payerId,
      sealed_account: sealAccount(context.dataSealer, id, account),
      provider,
      provider_id: null,
      status: paymentDetailMachine.initial,
      reported_at: null,
      rejection_message: null,
      next_check_at: afterInLine(now),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
  })
}

function insertDetail(tx: Tx, row: Row<'payment_details'>): Promise<Row<'payment_details'>> {
  return tx.insertInto('payment_details').values(row).returningAll().executeTakeFirstOrThrow()
}

function isSame(
  { dataSealer }: Pick<Context, 'dataSealer'>,
  detail: Row<'payment_details'>,
  { account, provider }: Registration,
): boolean {
  if (detail.status === 'failed' || detail.provider !== provider) return false
  return canonicalJson(openAccount(dataSealer, detail)) === canonicalJson(account)
}
