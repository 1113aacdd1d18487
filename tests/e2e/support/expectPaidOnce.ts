import { expect } from '@playwright/test'
import type { Delivery } from '@secure-payment/devnet'
import { testTokenAbi } from '@secure-payment/devnet'
import type { Address } from 'viem'
import type { Checkout } from './checkout.ts'
import type { Payment } from './createPayment.ts'
import type { Wallet } from './installWallet.ts'
import type { Payer } from './payer.ts'
import type { World } from './world.ts'

/** A story's outcome. */
export type Outcome = {
  payment: Payment
  checkout: Checkout
  payer: Payer
  wallet: Pick<Wallet, 'count'>
  /** The number of times that the wallet was asked to send, including approvals. */
  sends: number
  /** The number of the payer's mined transactions; defaults to `sends`. */
  mined?: number
  /** The number of times that every payee was paid, including by other payers; 1 by default. */
  times?: number
  /** The title of the last screen; by default the title after a complete payment. */
  title?: string
}

/**
 * Expects success. Expects that the screen shows the payment and every payee received exactly the requested amount. Also expects the
 * planned number of wallet requests, and one verified webhook per payment request.
 */
export async function expectPaidOnce(world: World, outcome: Outcome): Promise<void> {
  const { payment, checkout, payer, wallet, sends } = outcome
  await checkout.expectState('succeeded', outcome.title ?? 'Payment complete')
  await expectPayees(world, payment, outcome.times)
  expect(wallet.count('eth_sendTransaction')).toBe(sends)
  const client = world.devnet.chains.client('devnet')
  expect(await client.getTransactionCount(payer)).toBe(outcome.mined ?? sends)
  for (const requestId of payment.requestIds) await expectOneWebhook(world, requestId)
}

/** Expects that no money moved and no webhook was sent. */
export async function expectUnpaid(
  world: World,
  { payment, wallet, sends }: Pick<Outcome, 'payment' | 'wallet' | 'sends'>,
): Promise<void> {
  expect(wallet.count('eth_sendTransaction')).toBe(sends)
  for (const item of payment.items) {
    expect(await balanceOf(world, item.token, item.payee)).toBe(0n)
  }
  for (const requestId of payment.requestIds) {
    expect(webhooksOf(world, requestId)).toEqual([])
  }
}

/** Expects that every payee has exactly the requested amount, the given number of times. */
export async function expectPayees(world: World, payment: Payment, times = 1): Promise<void> {
  for (const { token, payee, units } of payment.items) {
    expect(await balanceOf(world, token, payee)).toBe(units * BigInt(times))
  }
}

/** Waits for the request's `payment.confirmed` at the sink; expects exactly one delivery, with a valid signature. */
export async function expectOneWebhook(
  world: Pick<World, 'devnet'>,
  requestId: string,
): Promise<void> {
  await world.devnet.sink.waitFor((delivery) => isConfirmed(delivery, requestId))
  const webhooks = webhooksOf(world, requestId).filter((one) => isConfirmed(one, requestId))
  expect(webhooks.map(({ verified }) => verified)).toEqual([true])
}

/** Returns all deliveries about a request, oldest first. */
export function webhooksOf({ devnet }: Pick<World, 'devnet'>, requestId: string): Delivery[] {
  return devnet.sink.deliveries().filter((delivery) => fieldOf(delivery, 'requestId') === requestId)
}

function isConfirmed(delivery: Delivery, requestId: string): boolean {
  return (
    fieldOf(delivery, 'requestId') === requestId &&
    fieldOf(delivery, 'event') === 'payment.confirmed'
  )
}

/** Returns a member of a delivery's body. */
export function fieldOf({ body }: Delivery, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
}

/** Returns an address's balance of a token, or of the native coin for null, in base units. */
export function balanceOf(
  { devnet }: Pick<World, 'devnet'>,
  token: Address | null,
  owner: Address,
): Promise<bigint> {
  const client = devnet.chains.client('devnet')
  if (token === null) return client.getBalance({ address: owner })
  return client.readContract({
    address: token,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [owner],
  })
}
