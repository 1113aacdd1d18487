import type { Converter } from '../../machine/verifiedPayment.ts'
import type { PaymentMetadata } from '../../paymentMetadata.ts'
import type { PayOption } from '../../payOption.ts'
import { findMissing } from '../../steps/bridgeOptions.ts'
import { findListing } from '../../steps/pins.ts'
import type { Reading } from '../../steps/readPayment.ts'
import { PaymentRefusedError } from '../../steps/refusals.ts'
import type { Task } from '../../steps/session.ts'
import { tellServer } from '../../steps/tellServer.ts'
import { spending, totals, type Verified } from '../../steps/verifyPayment.ts'
import { dueOnTron, requireTron, verifyTron } from './verifyTron.ts'

/**
 * Returns the only payment option on Tron. The review then shows whether the account has enough TRX. `converter` checks an amount that the
 * service fixes.
 *
 * Throws PaymentRefusedError.
 */
export function tronOptions(
  payment: PaymentMetadata,
  converter: Converter | null,
): readonly PayOption[] {
  const network = requireTron(payment)
  const due = dueOnTron(payment, network, converter)
  const [cost] = spending([due])
  const chain = Object.entries(payment.paymentOptions ?? {}).find(
    ([name]) => name.toLowerCase() === network.id,
  )
  const found = chain?.[1][cost.symbol]
  return [
    {
      id: `${network.id}:${cost.symbol}`,
      network: network.id,
      symbol: cost.symbol,
      needed: cost.amount,
      costs: totals([due]),
      spending: [cost],
      balance: found?.balance ?? null,
      // "Unknown" does not mean "no": the service checks again before the payer signs.
      hasEnoughBalance: found?.hasEnoughBalance ?? true,
      missing: found ? findMissing(cost, found) : null,
      hasEnoughGas: null,
      route: 'direct',
    },
  ]
}

/**
 * Reads the payment and its transactions again, and verifies them. If they must not be signed, reports the failure and returns null.
 */
export async function readTron(
  { session, signal, tell }: Task,
  { readConverter, isFresh }: Reading = { readConverter: async () => null, isFresh: false },
): Promise<Verified | null> {
  const wallet = session.state().account?.address
  if (wallet === undefined) return null
  const [metadata, answer] = await Promise.all([
    session.api.metadata({ isFresh, signal }),
    session.api.calldata({ wallet, signal }),
  ])
  if (metadata.kind !== 'payment') {
    tellServer(metadata, tell)
    return null
  }
  if (answer.kind !== 'calldata') {
    tellServer(answer, tell)
    return null
  }
  const { calldata } = answer
  const { pinnedDestinations } = session
  try {
    const { payment } = metadata
    const converter = await readConverter(session, payment, calldata)
    const facts = {
      payment,
      calldata,
      account: wallet,
      pinnedDestinations,
      listed: findListing(session),
    }
    const verified = verifyTron({ ...facts, converter })
    const isShort = verified.review.tron
      ? verified.review.tron.trxMissing !== null
      : calldata.hasEnoughGas === false
    return {
      verified,
      shortOf: calldata.hasEnoughBalance === false ? 'balance' : isShort ? 'gas' : null,
    }
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error
    tell({ type: 'refused', refusal: error.refusal })
    return null
  }
}
