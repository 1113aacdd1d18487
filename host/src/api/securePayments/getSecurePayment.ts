import type { api, Output, SecurePayment } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { rememberAnswers } from '../../http/rememberAnswers.ts'
import type { RenderedAnswer } from '../../http/renderedAnswer.ts'
import { describeSecurePayment, factsOf } from '../../paying/describeSecurePayment.ts'
import { findPaymentOptions, type Options } from '../../paying/findPaymentOptions.ts'
import { guardNotInProgress, guardPayable, guardUnheld } from '../../paying/guardPayment.ts'
import { loadSecurePayment } from '../../paying/loadSecurePayment.ts'
import { noteOpened } from '../../paying/noteOpened.ts'
import type { PlanContext } from '../../paying/planSteps.ts'
import { readWallet } from '../../paying/readWallet.ts'

type Get = typeof api.securePayments.get

const writeAnswer = rememberAnswers()

/**
 * Returns everything that a page shows about a secure payment. With a wallet, also returns the wallet's balances on this chain and, if this
 * host serves a bridge, on others.
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
  const wallet = readWallet(query.wallet, stored.securePayment.network)
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
  if (payment.status === 'completed') return payment
  const { requests } = stored
  const { paymentType } = payment
  const found = await findPaymentOptions(context, { paymentType, requests, wallet })
  return withOptions(payment, found)
}

function withOptions(payment: SecurePayment, found: Options): SecurePayment {
  return { ...payment, ...found }
}
