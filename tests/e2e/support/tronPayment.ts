import { expect, type Page } from '@playwright/test'
import { formatTronAddress } from '@secure-payment/core'
import { testTokenAbi } from '@secure-payment/devnet'
import {
  type Address,
  createWalletClient,
  erc20Abi,
  hexToBytes,
  http,
  parseEther,
  parseUnits,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { waitUntil } from '../../support/waitUntil.ts'
import { type Checkout, createCheckout, openCheckout } from './checkout.ts'
import { expectOneWebhook, webhooksOf } from './expectPaidOnce.ts'
import { createStranger } from './payer.ts'
import type { TronPayer, TronWallet, TronWorld } from './tronStory.ts'

/** A payment of USDT on Tron in the API's response; its payee is an unused address. */
export type TronPayment = {
  token: string
  requestId: string
  hostedUrl: string
  /** The payee's address, in contract format and in Tron format. */
  payee: Address
  tronPayee: string
  units: bigint
}

/** An invoice that is paid in USDT, and the USDT that its payee expects. */
export type TronInvoice = { amount: string; currency: string; arriving: string; more?: object }

const PAYMENT_CURRENCY = 'USDT-tron'
const IN_USDT: TronInvoice = { amount: '12.5', currency: PAYMENT_CURRENCY, arriving: '12.5' }

/** Creates a payment: of 12.5 USDT without an invoice. `more` are further members of the body. */
export async function createTronPayment(
  { devnet }: TronWorld,
  { amount, currency, arriving, more }: TronInvoice = IN_USDT,
): Promise<TronPayment> {
  const payee = createStranger().address
  const tronPayee = formatTronAddress(hexToBytes(payee))
  const { token, requestIds, securePaymentUrl } = await devnet.client.securePayments.create({
    body: {
      requests: [
        { payee: tronPayee, amount, invoiceCurrency: currency, paymentCurrency: PAYMENT_CURRENCY },
      ],
      reference: 'Order 7781',
      ...more,
    },
  })
  return {
    token,
    requestId: requestIds[0] ?? '',
    hostedUrl: securePaymentUrl,
    payee,
    tronPayee,
    units: parseUnits(arriving, devnet.chains.token('tron', 'USDT').decimals),
  }
}

/** Creates a payment and opens its hosted page. */
export async function openTron(
  page: Page,
  world: TronWorld,
  invoice?: TronInvoice,
): Promise<{ checkout: Checkout; payment: TronPayment }> {
  const payment = await createTronPayment(world, invoice)
  await page.goto(payment.hostedUrl)
  return { checkout: createCheckout(page), payment }
}

/** Creates a payment and opens a merchant's page with its element, under a strict policy. */
export async function openTronAtMerchant(
  page: Page,
  world: TronWorld,
): Promise<{ checkout: Checkout; payment: TronPayment }> {
  const payment = await createTronPayment(world)
  return { checkout: await openCheckout(page, world, payment), payment }
}

/** Returns an address's USDT balance. */
export function usdtOf({ devnet }: TronWorld, owner: Address): Promise<bigint> {
  return devnet.chains.client('tron').readContract({
    address: devnet.chains.token('tron', 'USDT').address,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [owner],
  })
}

/** Expects the exact amount at the payee, the planned number of wallet requests, and one webhook. */
export async function expectPaidOnTron(
  world: TronWorld,
  facts: { payment: TronPayment; wallet: TronWallet; signs: number },
): Promise<void> {
  const { payment, wallet, signs } = facts
  expect(await usdtOf(world, payment.payee)).toBe(payment.units)
  expect(wallet.count('sign')).toBe(signs)
  await expectOneWebhook(world, payment.requestId)
}

/** Expects that no money moved and no webhook was sent. */
export async function expectUnpaidOnTron(world: TronWorld, payment: TronPayment): Promise<void> {
  expect(await usdtOf(world, payment.payee)).toBe(0n)
  expect(webhooksOf(world, payment.requestId)).toEqual([])
}

/** Approves USDT of the payer for the payment contract, like an earlier payment or another page. */
export async function allowOnTron(
  { devnet: { chains } }: TronWorld,
  { address: owner, privateKey }: TronPayer,
  units: bigint,
): Promise<void> {
  const { client, anvilUrl, definition: chain } = chains.chain('tron')
  await client.setBalance({ address: owner, value: parseEther('1') })
  const account = privateKeyToAccount(privateKey)
  const wallet = createWalletClient({ account, chain, transport: http(anvilUrl) })
  const hash = await wallet.writeContract({
    address: chains.token('tron', 'USDT').address,
    abi: erc20Abi,
    functionName: 'approve',
    args: [chains.contract('tron', 'ERC20FeeProxy'), units],
  })
  await client.waitForTransactionReceipt({ hash })
}

/** Moves the chain's clock; resolves when the newest block has the new time. */
export async function passTronTime({ devnet }: TronWorld, seconds: number): Promise<void> {
  const client = devnet.chains.client('tron')
  const before = await client.getBlock()
  await client.increaseTime({ seconds })
  await waitUntil(async () => {
    const { timestamp } = await client.getBlock()
    return timestamp >= before.timestamp + BigInt(seconds)
  })
}

/**
 * Sets the price of a franc in dollars, and waits until the host has no earlier one. While the sources of prices disagree, the host
 * quotes none.
 */
export async function setFranc(world: TronWorld, dollars: number): Promise<void> {
  world.devnet.prices?.setSwitches({ dollars: { CHF: dollars } })
  const price = async () => {
    const { token } = await createTronPayment(world, {
      amount: '80',
      currency: 'CHF',
      arriving: '100',
    })
    const quoting = world.devnet.client.securePayments.quote({ params: { token }, body: {} })
    return quoting.then(
      ({ price }) => Number(price),
      () => null,
    )
  }
  await expect.poll(price).toBeCloseTo(1 / dollars, 5)
}
