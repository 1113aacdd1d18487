import type { api, Output } from '@secure-payment/core/api'
import { atField } from '../../atField.ts'
import type { Caller } from '../../auth/caller.ts'
import { refuseHostedPage } from '../../auth/refuseHostedPage.ts'
import { recognizeWallet } from '../../auth/wallet/recognizeWallet.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { decideFee } from '../../requests/decideFee.ts'
import { planFees } from '../../requests/feePlan.ts'
import { guardKnownBatchFee } from '../../requests/findBatchFee.ts'
import { guardPayees } from '../../requests/guardPayees.ts'
import { guardSingleNode } from '../../requests/guardSingleNode.ts'
import { feeOf, planPayouts } from '../../requests/planPayouts.ts'
import { storeSecurePayment } from '../../requests/storeSecurePayment.ts'

type Create = typeof api.securePayments.createPayout

/**
 * Creates a secure payment for outgoing money: one request per payout, behind the same hosted page. The link's creator may also be
 * its payee, because the call does not name the payer.
 *
 * @throws what `refuseHostedPage`, `planPayouts`, `guardKnownBatchFee`, `guardPayees`, `guardSingleNode` and `storeSecurePayment` throw
 */
export async function createPayoutLink(
  context: Pick<
    Context,
    'audit' | 'config' | 'contracts' | 'db' | 'now' | 'random' | 'prices' | 'rates'
  >,
  call: Call<Create>,
): Promise<Output<Create>> {
  const { caller, body } = call
  refuseHostedPage(caller)
  const items = planPayouts(context.config, body, caller)
  const planned = items.map((item) => item.planned)
  const fieldAt = (index: number) =>
    'payouts' in body ? `payouts[${index}].recipient` : 'recipient'
  guardKnownBatchFee(context, planned)
  await guardPayees(context, caller, planned, fieldAt)
  await guardSingleNode(context, planned, fieldAt(0))
  const payment = {
    items,
    flow: 'pay',
    reference: body.reference ?? null,
    payerIdentifier: null,
    creatorWallet: findCreator(body.creatorWalletAddress, caller),
    options: body,
    feePlan: await planFees(context, planned, {
      flow: 'pay',
      fee: decideFee(feeOf(body), caller),
      stated: feeOf(body),
    }),
  } as const
  return storeSecurePayment(context, call, payment, (created, approvalId) => ({
    ...created,
    ...(approvalId !== null && { approvalId }),
  }))
}

/**
 * Finds the wallet in the body, otherwise the signed-in one; null without either.
 *
 * @throws InvalidInputError
 */
function findCreator(stated: string | undefined, caller: Caller): string | null {
  if (stated === undefined) {
    return caller.credential === 'walletSession' ? caller.wallet.address : null
  }
  return atField('creatorWalletAddress', () => recognizeWallet(stated).address)
}
