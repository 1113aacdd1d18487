import type { api, Output, SecurePayment } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { rememberAnswers } from '../../http/rememberAnswers.ts'
import type { RenderedAnswer } from '../../http/renderedAnswer.ts'
import { describeSecurePayment, factsOf } from '../../paying/describeSecurePayment.ts'
import { findPaymentOptions, type Options } from '../../paying/findPaymentOptions.ts'
import { guardNotInProgress, guardPayable, guardUnheld } from '../../paying/guardPayment.ts'
import { loadSecurePayment, type StoredSecurePayment } from '../../paying/loadSecurePayment.ts'
import { noteOpened } from '../../paying/noteOpened.ts'
import type { PlanContext } from '../../paying/planSteps.ts'
import { readWallet } from '../../paying/readWallet.ts'

type Get = typeof api.securePayments.get

const writeAnswer = rememberAnswers()

/**
 * Returns everything that a page shows about a secure payment. With a wallet, also returns the wallet's balances on this chain and, if this
 * host serves a bridge, on others.
 *
 * @throws RefundHeldError, PaymentInProgressError, and what `loadSecurePayment` and `guardPayable` throw
 */
export async function getSecurePayment(
  context: PlanContext & Pick<Context, 'db' | 'bridge'>,
  { params, query, caller, isHead, acceptLanguage }: Call<Get>,
): Promise<Output<Get> | RenderedAnswer> {
  const takesLinks = caller.credential !== 'clientId'
  const { option } = query
  const stored = await loadSecurePayment(context, {
    token: params.token,
    caller,
    takesLinks,
    option,
  })
  // Neither a HEAD request nor a merchant's preview counts as an opening by a payer.
  if (isHead !== true && query.preview === undefined) {
    noteOpened(context, stored, { caller, acceptLanguage })
  }
  const { network } = stored.securePayment
  const payerNetwork = findPayerNetwork(stored, query.wallet)
  const wallet = readWallet(query.wallet, payerNetwork)
  const now = context.now()
  const isShown = query.completed === 'show'
  const describe = () => {
    const payment = describeSecurePayment(context.config, stored, now, wallet)
    // A paid payment is final, even if a Safe or a bridge was about to act.
    if (isShown && payment.status === 'completed') return payment
    guardUnheld(stored)
    guardPayable(payment)
    guardNotInProgress(payment, stored, { now })
    return payment
  }
  if (wallet === null) {
    const facts = { ...factsOf(stored, now), isShown }
    return writeAnswer(context, { key: `${params.token} ${isShown} ${option}`, facts, describe })
  }
  const payment = describe()
  // A wallet of another family pays another option, whose balances the wallet's options contain.
  const isOther = getNetwork(payerNetwork).family !== getNetwork(network).family
  if (payment.status === 'completed' || isOther) return payment
  const { requests } = stored
  const { paymentType } = payment
  const { tenant_id: tenantId } = stored.securePayment
  const found = await findPaymentOptions(context, { paymentType, requests, wallet, tenantId })
  return withOptions(payment, found)
}

/** Returns a network of the wallet's family on which the payment can be paid; without one, the payment's own. */
function findPayerNetwork(
  { securePayment: { network: own }, options }: StoredSecurePayment,
  wallet: string | undefined,
): string {
  if (wallet === undefined) return own
  const family = wallet.startsWith('0x') ? 'evm' : 'tron'
  const networks = [own, ...options.map(({ network }) => network)]
  return networks.find((network) => getNetwork(network).family === family) ?? own
}

function withOptions(payment: SecurePayment, found: Options): SecurePayment {
  return { ...payment, ...found }
}
