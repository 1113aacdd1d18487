import type { WalletOptions } from '@secure-payment/core/api'
import { askChain, takeAnswer } from '../crosschain/askChain.ts'
import { describeFee } from './describeFee.ts'
import { estimateFee } from './estimateFee.ts'
import { planOrNull } from './findPaymentOptions.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'
import { planRemainders } from './payable.ts'
import type { PlanContext } from './planSteps.ts'
import type { WorthContext } from './readWorth.ts'

/** Estimates a wallet's network fee for a batch. Empty if the network does not respond in time, or if no conversion is possible now. */
export async function findBatchCost(
  context: PlanContext & WorthContext,
  requests: StoredSecurePayment['requests'],
  wallet: string,
): Promise<Pick<WalletOptions, 'networkFee'>> {
  const [{ network }] = requests
  const asked = askChain(context, network, () => readCost(context, requests, wallet))
  if (asked.isAwaited) await asked.answer
  return (await takeAnswer(asked)) ?? {}
}

async function readCost(
  context: PlanContext & WorthContext,
  requests: StoredSecurePayment['requests'],
  wallet: string,
): Promise<Pick<WalletOptions, 'networkFee'> | null> {
  const payables = planRemainders(requests)
  const planned = await planOrNull(context, payables, wallet)
  if (planned === null || planned.means === null) return null
  const { network, means } = planned
  const { units } = await estimateFee(context, { ...planned, means }, { wallet, payables })
  const [first, ...others] = requests
  const isOfOneCurrency = others.every((one) => one.invoice_currency === first.invoice_currency)
  const facts = { ...means, feeUnits: units }
  return { networkFee: await describeFee(context, network, isOfOneCurrency ? first : null, facts) }
}
