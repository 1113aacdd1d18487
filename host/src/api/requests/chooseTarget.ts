import { InvalidInputError } from '@secure-payment/core'
import { isCompliant } from '@secure-payment/core/offramp'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { findPayer } from '../../payers/findPayer.ts'
import { PayerNotApprovedError, UnsupportedCryptoToFiatError } from './fiatErrors.ts'

/** Who pays a crypto-to-fiat request, and into which bank account. */
export type OfframpTarget = { payerId: string; paymentDetailsId: string }

/** What a call to pay says of that. */
export type StatedFiat = {
  clientUserId?: string | undefined
  paymentDetailsId?: string | undefined
}

/**
 * Finds the payer and the bank account that a call names, which both have to be approved; null for a request that is paid in crypto.
 *
 * @throws InvalidInputError without them, PayerNotApprovedError, UnsupportedCryptoToFiatError
 */
export async function chooseTarget(
  context: Pick<Context, 'db' | 'dataSealer' | 'offramp'>,
  request: Pick<Row<'requests'>, 'offramp_provider'>,
  { stated, caller }: { stated: StatedFiat & { wallet: string | null }; caller: Caller },
): Promise<OfframpTarget | null> {
  const { clientUserId, paymentDetailsId } = stated
  if (request.offramp_provider === null) {
    refuseStated(stated)
    return null
  }
  if (request.offramp_provider !== context.offramp?.id) {
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
  // A client ID is public: who does not know an account of the payer learns nothing of who is a payer, or approved.
  if (caller.credential === 'clientId' && detail === undefined) {
    throw new PayerNotApprovedError('unknown_payment_details')
  }
  if (payer === undefined) throw new PayerNotApprovedError('unknown_payer')
  requireCompliant(payer, request.offramp_provider)
  if (detail === undefined) throw new PayerNotApprovedError('unknown_payment_details')
  if (detail.status !== 'approved' || detail.provider !== request.offramp_provider) {
    throw new PayerNotApprovedError('payment_details_not_approved')
  }
  return { payerId: payer.id, paymentDetailsId }
}

/** A payer's account that was not erased. */
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

/** A request that is paid in crypto is not taken for one that ends in a bank account. */
function refuseStated(stated: StatedFiat): void {
  const fields = ['clientUserId', 'paymentDetailsId'] as const
  const field = fields.find((name) => stated[name] !== undefined)
  if (field !== undefined) throw new UnsupportedCryptoToFiatError({ because: 'crypto', field })
}

/** What one provider approved says nothing to another. */
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
      message: 'is required: the request is paid out in fiat money',
    })),
  )
}
