import { InvalidInputError } from '@secure-payment/core'
import { isCompliant } from '@secure-payment/core/offramp'
import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { findPayer } from '../payers/findPayer.ts'
import { PayerNotApprovedError, UnsupportedCryptoToFiatError } from './fiatErrors.ts'
import type { PayableRequest } from './payable.ts'

/** The payer of a crypto-to-fiat request, and the bank account that receives the money. */
export type OfframpTarget = { payerId: string; paymentDetailsId: string }

/** The payer and bank account that a call to pay names. */
export type StatedFiat = {
  clientUserId?: string | undefined
  paymentDetailsId?: string | undefined
}

/**
 * Finds the payer and the bank account that a call names; both must be approved. Returns null for a request that is paid in crypto.
 *
 * @throws InvalidInputError without them, PayerNotApprovedError, UnsupportedCryptoToFiatError
 */
export async function chooseTarget(
  context: Pick<Context, 'db' | 'dataSealer' | 'offramp'>,
  { plan }: Pick<PayableRequest, 'plan'>,
  { stated, caller }: { stated: StatedFiat & { wallet: string | null }; caller: Caller },
): Promise<OfframpTarget | null> {
  const { clientUserId, paymentDetailsId } = stated
  if (plan.way !== 'bank_payout') {
    refuseStated(stated)
    return null
  }
  if (plan.provider !== context.offramp?.id) {
    throw new UnsupportedCryptoToFiatError({ because: 'provider' })
  }
  if (stated.wallet === null || clientUserId === undefined || paymentDetailsId === undefined) {
    throw missing(stated)
  }
  const payer = await findPayer(context, context.db.kysely, {
    tenantId: caller.tenantId,
    clientUserId,
  })
  const detail = payer && (await findAccount(context, payer.id, paymentDetailsId))
  // A client ID is public: a caller that names no account of the payer cannot learn which payers exist or are approved.
  if (caller.credential === 'clientId' && detail === undefined) {
    throw new PayerNotApprovedError('unknown_payment_details')
  }
  if (payer === undefined) throw new PayerNotApprovedError('unknown_payer')
  requireCompliant(payer, plan.provider)
  if (detail === undefined) throw new PayerNotApprovedError('unknown_payment_details')
  if (detail.status !== 'approved' || detail.provider !== plan.provider) {
    throw new PayerNotApprovedError('payment_details_not_approved')
  }
  return { payerId: payer.id, paymentDetailsId }
}

/** Finds the account of a payer who has not been erased. */
function findAccount(
  { db }: Pick<Context, 'db'>,
  payerId: string,
  id: string,
): Promise<Pick<Row<'payment_details'>, 'status' | 'provider'> | undefined> {
  return db.kysely
    .selectFrom('payment_details')
    .select(['status', 'provider'])
    .where('id', '=', id)
    .where('payer_id', '=', payerId)
    .where('sealed_account', 'is not', null)
    .executeTakeFirst()
}

/** Rejects a payer or bank account for a request that is paid in crypto. */
function refuseStated(stated: StatedFiat): void {
  const fields = ['clientUserId', 'paymentDetailsId'] as const
  const field = fields.find((name) => stated[name] !== undefined)
  if (field !== undefined) throw new UnsupportedCryptoToFiatError({ because: 'crypto', field })
}

/** Throws unless the payer is approved; an approval by one provider does not count for another. */
function requireCompliant(payer: Row<'payers'>, provider: string): void {
  const { kyc_status: kycStatus, agreement_status: agreementStatus } = payer
  const isApproved = payer.provider === provider && isCompliant({ kycStatus, agreementStatus })
  if (!isApproved) throw new PayerNotApprovedError('payer_not_compliant')
}

function missing(stated: StatedFiat & { wallet: string | null }): InvalidInputError {
  const facts = { ...stated, wallet: stated.wallet ?? undefined }
  const fields = (['wallet', 'clientUserId', 'paymentDetailsId'] as const).filter(
    (field) => facts[field] === undefined,
  )
  return new InvalidInputError(
    fields.map((field) => ({
      field,
      code: 'required',
      message: 'is required: the request is paid out in fiat',
    })),
  )
}
