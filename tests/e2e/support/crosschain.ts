import { expect, type Page } from '@playwright/test'
import { type BridgeMode, type Switches, testTokenAbi } from '@secure-payment/devnet'
import { type Address, getAddress, parseUnits } from 'viem'
import { type Checkout, openHosted } from './checkout.ts'
import type { Payment } from './createPayment.ts'
import { fieldOf } from './expectPaidOnce.ts'
import { createStranger, type Payer } from './payer.ts'
import type { World } from './world.ts'

/** The chain of the payments in these stories, and the chain of the payer's tokens. */
export const HERE = 'devnet-b'
export const THERE = 'devnet'

/**
 * Creates a payment on the second chain, with an unused payee address. `invoiced`: in another currency, and the amount that must arrive.
 * `accepts`: the ids of further currencies.
 */
export async function createPaymentOver(
  { devnet }: Pick<World, 'devnet'>,
  {
    symbol = 'USDC',
    amount = '12.5',
    invoiced,
    accepts = [],
  }: {
    symbol?: string
    amount?: string
    invoiced?: { currency: string; arriving: string }
    accepts?: readonly string[]
  } = {},
): Promise<Payment> {
  const currency = `${symbol}-${HERE}`
  const payee = getAddress(createStranger().address)
  const { token, requestIds, securePaymentUrl } = await devnet.client.securePayments.create({
    body: {
      requests: [
        {
          payee,
          amount,
          invoiceCurrency: invoiced?.currency ?? currency,
          paymentCurrency: currency,
          ...(accepts.length > 0 && { accepts: [...accepts] }),
        },
      ],
      reference: 'Order 7781',
    },
  })
  const { items } = await devnet.client.securePayments.get({ params: { token } })
  const { address, decimals } = devnet.chains.token(HERE, symbol)
  return {
    token,
    requestIds,
    hostedUrl: securePaymentUrl,
    items: [
      {
        symbol,
        token: address,
        payee,
        units: parseUnits(invoiced?.arriving ?? amount, decimals),
        paymentReference: `0x${items[0]?.paymentReference.slice(2) ?? ''}`,
      },
    ],
  }
}

/** Funds a payer who can also pay directly with tokens on the payment's own chain. */
export async function fundHere(
  { devnet }: Pick<World, 'devnet'>,
  payer: Pick<Payer, 'address'>,
): Promise<void> {
  const { address, decimals } = devnet.chains.token(HERE, 'USDC')
  await devnet.chains.wallet(HERE, 2).writeContractSync({
    address,
    abi: testTokenAbi,
    functionName: 'mint',
    args: [payer.address, parseUnits('1000', decimals)],
  })
}

/** Returns an amount in base units of a chain's token. */
export function tokensOf(
  { devnet }: Pick<World, 'devnet'>,
  network: typeof HERE | typeof THERE,
  symbol: string,
  owner: Address,
): Promise<bigint> {
  return devnet.chains.client(network).readContract({
    address: devnet.chains.token(network, symbol).address,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [owner],
  })
}

/** Sets the bridge's behaviour from now on. */
export async function switchBridge(
  { devnet }: Pick<World, 'devnet'>,
  switches: Partial<Switches> & { mode: BridgeMode },
): Promise<void> {
  const response = await fetch(devnet.json.bridge.switchesUrl, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ durationS: 0, deliver: 'less', ...switches }),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** Connects the test wallet and chooses to pay from the other chain with a token; waits for its review. */
export async function choose(checkout: Checkout, symbol: string): Promise<void> {
  await checkout.button('Test wallet').click()
  await expect(async () => {
    await select(checkout, symbol)
    await expect(checkout.element).toHaveAttribute('state', 'review', { timeout: 10_000 })
  }).toPass()
  await checkout.expectState('review', 'Leaves your wallet')
}

/**
 * Chooses to pay from the other chain with a token. Requests another quote, as the screen suggests, when a quote does not arrive in time.
 */
export async function select(checkout: Checkout, symbol: string): Promise<void> {
  // A row also names the symbols of its fee and total, and its first line contains its own.
  const row = checkout.element.locator('[part="option"]:enabled').filter({
    has: checkout.page.locator('.line:first-child', { hasText: symbol }),
  })
  await expect(async () => {
    await checkout.expectState('options', 'Choose how to pay')
    if ((await row.count()) === 0) await checkout.button('Refresh').click()
    await expect(row).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await row.click()
}

/**
 * Pays the given or a new payment with USDC from the other chain, and confirms the first leg. A bridge that fails at once may end the
 * payment before the page shows that it waits for the bridge.
 */
export async function send(
  page: Page,
  world: World,
  given?: Payment,
): Promise<{ checkout: Checkout; payment: Payment }> {
  const payment = given ?? (await createPaymentOver(world))
  const checkout = await openHosted(page, world, payment)
  await choose(checkout, 'USDC')
  await checkout.pay()
  await expect(checkout.element).toHaveAttribute('state', /^(confirming|settling|failed)$/)
  await world.devnet.mine(THERE, 2)
  return { checkout, payment }
}

/** Mines blocks on the payment's chain until the element reaches a state, because the page may not show when the bridge delivers. */
export async function mineUntil(world: World, { element }: Checkout, state: string): Promise<void> {
  await expect(async () => {
    await world.devnet.mine(HERE, 1)
    await expect(element).toHaveAttribute('state', state, { timeout: 1_000 })
  }).toPass()
}

/** Waits for a webhook about the payment's first request. */
export async function waitForEvent(world: World, payment: Payment, event: string): Promise<void> {
  const [requestId] = payment.requestIds
  await world.devnet.sink.waitFor(
    (delivery) =>
      fieldOf(delivery, 'requestId') === requestId && fieldOf(delivery, 'event') === event,
  )
}

/** Confirms the first leg, and the second leg after the bridge has delivered. */
export async function arrive(world: World, checkout: Checkout): Promise<void> {
  await checkout.expectState('confirming', 'Payment sent, waiting for Devnet')
  await world.devnet.mine(THERE, 2)
  await checkout.expectState('settling')
  await checkout.expectState('settling', /Arrived on/)
  await world.devnet.mine(HERE, 2)
}
