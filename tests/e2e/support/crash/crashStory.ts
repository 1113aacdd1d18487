import { type Browser, expect } from '@playwright/test'
import { referenceTopic } from '@secure-payment/core'
import { PAYMENT_TOPICS } from '@secure-payment/core/evm'
import type { TestWalletOptions } from '@secure-payment/widget/testkit'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Checkout, openCheckout } from '../checkout.ts'
import { createPayment, type Payment, type WantedItem } from '../createPayment.ts'
import { expectOneWebhook, expectPayees } from '../expectPaidOnce.ts'
import { installWallet } from '../installWallet.ts'
import { createPayer, type Payer } from '../payer.ts'
import { watchProblems } from '../watchProblems.ts'
import type { World } from '../world.ts'
import { type CrashPoints, crash, installCrashPoints, type Point } from './crashPoints.ts'
import { payAgain } from './payAgain.ts'

/** A kind of payment. */
export type CrashStory = {
  readonly items: readonly WantedItem[]
  readonly walletOptions?: Partial<TestWalletOptions>
}

/**
 * Where a page dies, and what becomes of a wallet that it had just asked to send: the wallet forgets it with the page, or it is a program
 * of its own, and sends at once, or when the payer has opened the page again.
 */
export type Death = { readonly point: Point; readonly wallet: 'forgets' | 'sends' | 'sends late' }

/** What came of a payment whose page was killed at a point. */
export type Ending = Death & {
  /** The page came by the point and was killed there. */
  readonly isCrashed: boolean
  /** Payments on chain with the payment's reference. */
  readonly payments: number
  /** States after the page was opened again. */
  readonly states: readonly string[]
  /** What else was wrong; empty is good. */
  readonly faults: readonly string[]
}

/** Pays without a crash, and answers every point that the page came by. */
export async function findPoints(
  browser: Browser,
  world: World,
  story: CrashStory,
): Promise<readonly Point[]> {
  await using stage = await openStage(browser, world, story)
  const { checkout, points } = stage
  await checkout.connect()
  points.begin(null)
  await checkout.pay()
  await checkout.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await checkout.expectState('succeeded')
  return [...points.passed]
}

/** The deaths that a point is good for. */
export function deathsAt(point: Point): readonly Death[] {
  const wallets = /^asked wallet eth_sendTransaction/.test(point)
    ? (['forgets', 'sends', 'sends late'] as const)
    : (['forgets'] as const)
  return wallets.map((wallet) => ({ point, wallet }))
}

/** Kills a page at a point of a fresh payment, has the payer come back, and looks at what was paid. */
export async function crashAt(
  browser: Browser,
  world: World,
  story: CrashStory,
  { point, wallet }: Death,
): Promise<Ending> {
  await using stage = await openStage(browser, world, story)
  const { payment, payer } = stage
  const asked = await payUntil(world, stage, point)
  const isCrashed = asked !== null
  stage.points.end()
  if (wallet === 'sends') await send(world, payer, asked)
  const page = isCrashed ? await stage.checkout.page.context().newPage() : stage.checkout.page
  if (isCrashed) await page.clock.install()
  const again = isCrashed ? await openCheckout(page, world, payment) : stage.checkout
  const faults: string[] = []
  if (wallet === 'sends late') {
    await expect(again.element).toHaveAttribute('state', /^(unknown|connect)$/)
    await send(world, payer, asked)
  }
  const states = await payAgain(world, again).catch((error: unknown) => {
    faults.push(String(error))
    return []
  })
  await expectWholeAndTold(world, payment).catch((error: unknown) => faults.push(String(error)))
  faults.push(...stage.problems())
  const payments = await countPayments(world, payment)
  const mined = await world.devnet.chains.client('devnet').getTransactionCount(payer)
  const steps = `${mined} transactions`
  return { point, wallet, isCrashed, payments, states: [...states, steps], faults }
}

type Stage = AsyncDisposable & {
  checkout: Checkout
  points: CrashPoints
  payment: Payment
  payer: Payer
  problems(): readonly string[]
}

/** A browser context, a payer and a payment of their own, with the page open. */
async function openStage(
  browser: Browser,
  world: World,
  { items, walletOptions }: CrashStory,
): Promise<Stage> {
  await using opened = new AsyncDisposableStack()
  const context = await browser.newContext()
  opened.defer(() => context.close())
  const [points, payer, payment, problems] = await Promise.all([
    installCrashPoints(context),
    createPayer(world),
    createPayment(world, items),
    watchProblems(context),
  ])
  opened.use(points)
  problems.allow(/Synchronous XMLHttpRequest/)
  // An attempt that ended before the service heard of it.
  problems.allow(/status of 404/)
  await installWallet(context, world, payer, walletOptions)
  const checkout = await openCheckout(await context.newPage(), world, payment)
  const resources = opened.move()
  return {
    checkout,
    points,
    payment,
    payer,
    problems: () => problems.found,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Pays until the page stands still at the point, and kills it there; what it asked the wallet then. Null when it is paid before. */
async function payUntil(
  world: World,
  { checkout, points }: Stage,
  point: Point,
): Promise<readonly unknown[] | null> {
  await checkout.connect()
  points.begin(point)
  const asked = await Promise.race([
    points.reached,
    goThrough(world, checkout).catch(() => points.reached),
  ])
  if (asked !== null) await crash(checkout.page)
  return asked
}

/** The wallet sends what it was asked for. */
async function send({ devnet }: World, payer: Payer, asked: readonly unknown[] | null) {
  const [transaction] = asked ?? []
  if (!isCall(transaction)) return
  const { chain } = devnet.chains.client('devnet')
  const [url] = devnet.json.chains.map(({ rpcUrl }) => rpcUrl)
  const wallet = createWalletClient({
    account: privateKeyToAccount(payer.privateKey),
    chain,
    transport: http(url),
  })
  const { to, data, value } = transaction
  await wallet.sendTransaction({ to, data, value: BigInt(value) })
}

type Call = { to: `0x${string}`; data: `0x${string}`; value: string }

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'to' in value && 'value' in value
}

async function goThrough(world: World, checkout: Checkout): Promise<null> {
  await checkout.pay()
  await checkout.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await checkout.expectState('succeeded')
  return null
}

async function expectWholeAndTold(world: World, payment: Payment): Promise<void> {
  await expectPayees(world, payment)
  for (const requestId of payment.requestIds) await expectOneWebhook(world, requestId)
}

/** The largest number of events on chain with one of the payment's references. */
async function countPayments({ devnet }: World, { items }: Payment): Promise<number> {
  const logs = await devnet.chains.client('devnet').getLogs({ fromBlock: 0n })
  const counts = items.map(({ paymentReference }) => {
    const reference = referenceTopic(paymentReference)
    return logs.filter(({ topics }) => {
      const [event, wanted] = topics
      return event !== undefined && PAYMENT_TOPICS.includes(event) && wanted === reference
    }).length
  })
  return Math.max(...counts)
}
