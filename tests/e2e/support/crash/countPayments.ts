import { referenceTopic } from '@secure-payment/core'
import { PAYMENT_TOPICS } from '@secure-payment/core/evm'
import type { Hex } from 'viem'
import type { Payment } from '../createPayment.ts'
import { expectOneWebhook, expectPayees } from '../expectPaidOnce.ts'
import type { World } from '../world.ts'

/** Expects that every payee received exactly the requested amount, and the merchant one webhook per request. */
export async function expectWholeAndTold(world: World, payment: Payment): Promise<void> {
  await expectPayees(world, payment)
  for (const requestId of payment.requestIds) await expectOneWebhook(world, requestId)
}

/** Returns the highest number of on-chain payment events for any of the payment's references. */
export async function countPayments({ devnet }: World, { items }: Payment): Promise<number> {
  const logs = await devnet.chains.client('devnet').getLogs({ fromBlock: 0n })
  const counts = items.map(({ paymentReference }) => countEvents(logs, paymentReference))
  return Math.max(...counts)
}

/** Counts the events from payments with a reference. */
export function countEvents(
  logs: readonly { readonly topics: readonly Hex[] }[],
  paymentReference: Hex,
): number {
  const reference = referenceTopic(paymentReference)
  return logs.filter(({ topics }) => {
    const [event, wanted] = topics
    return event !== undefined && PAYMENT_TOPICS.includes(event) && wanted === reference
  }).length
}
