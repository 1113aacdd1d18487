import { formatAmount } from '@secure-payment/core'
import type { api, Output, PaymentOptions, SecurePayment } from '@secure-payment/core/api'
import { findCurrencyByToken } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import { ChainUnavailableError } from '../../chains/errors.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { rememberAnswers } from '../../http/rememberAnswers.ts'
import type { RenderedAnswer } from '../../http/renderedAnswer.ts'
import { ConversionUnavailableError, RateTooOldError } from '../../rates/errors.ts'
import { describeSecurePayment, factsOf } from './describeSecurePayment.ts'
import { guardPayable } from './guardPayable.ts'
import { NATIVE } from './judgeMeans.ts'
import { loadSecurePayment, type StoredSecurePayment } from './loadSecurePayment.ts'
import { planRemainder } from './payable.ts'
import { type PlanContext, type PlannedSteps, planSteps } from './planSteps.ts'
import { readWallet } from './readWallet.ts'
import { remainingUnits } from './remainingUnits.ts'

type Get = typeof api.securePayments.get

const writeAnswer = rememberAnswers()

/** Answers everything a page shows of a secure payment; with a wallet also what that wallet could pay with. */
export async function getSecurePayment(
  context: PlanContext & Pick<Context, 'db'>,
  { params, query, caller }: Call<Get>,
): Promise<Output<Get> | RenderedAnswer> {
  const wallet = readWallet(query.wallet)
  const stored = await loadSecurePayment(context, { token: params.token, caller })
  const now = context.now()
  const describe = () => {
    const payment = describeSecurePayment(context.config, stored, now)
    guardPayable(payment)
    return payment
  }
  if (wallet === null) {
    return writeAnswer(context, { key: params.token, facts: factsOf(stored, now), describe })
  }
  const payment = describe()
  const paymentOptions = await findOptions(context, stored, wallet)
  return paymentOptions === null ? payment : withOptions(payment, paymentOptions)
}

function withOptions(payment: SecurePayment, paymentOptions: PaymentOptions): SecurePayment {
  return { ...payment, paymentOptions }
}

/** Null when no node answered, or nothing can be converted now: an absent answer is better than a wrong one. */
async function findOptions(
  context: PlanContext,
  { securePayment, requests }: StoredSecurePayment,
  wallet: string,
): Promise<PaymentOptions | null> {
  const planned = await planOrNull(context, requests, wallet)
  if (planned === null || planned.means === null) return null
  const { neededUnits, means } = planned
  const network = getNetwork(securePayment.network)
  const options: PaymentOptions[string] = {}
  for (const [key, needed] of neededUnits) {
    const found = findCurrencyByToken(network, key === NATIVE ? null : key)
    if (found === undefined) continue
    const { decimals } = found.currency
    const balance = means.balanceUnits.get(key) ?? 0n
    options[found.symbol] = {
      balance: formatAmount(balance, decimals),
      hasEnoughBalance: balance >= needed,
      neededAmount: formatAmount(needed, decimals),
      hasEnoughGas: means.hasEnoughGas,
    }
  }
  return { [network.sourceChain ?? network.id]: options }
}

async function planOrNull(
  context: PlanContext,
  requests: StoredSecurePayment['requests'],
  wallet: string,
): Promise<PlannedSteps | null> {
  const open = requests.filter((request) => remainingUnits(request) > 0n).map(planRemainder)
  try {
    return await planSteps(context, open, wallet)
  } catch (error) {
    const hasNoRate =
      error instanceof ChainUnavailableError ||
      error instanceof ConversionUnavailableError ||
      error instanceof RateTooOldError
    if (hasNoRate) return null
    throw error
  }
}
