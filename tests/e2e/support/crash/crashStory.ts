import { type Browser, expect } from '@playwright/test'
import type { Checkout } from '../checkout.ts'
import { crash, type Point } from './crashPoints.ts'
import { payAgain } from './payAgain.ts'
import type { CrashKind, Death, Stage } from './stage.ts'

/** The outcome of a payment whose page was killed at a point. */
export type Ending = Death & {
  /** Whether the page reached the point and was killed there. */
  readonly isCrashed: boolean
  /** The number of payments on chain with the payment's reference. */
  readonly payments: number
  /** The states after the page was opened again. */
  readonly states: readonly string[]
  /** Other faults; empty if there are none. */
  readonly faults: readonly string[]
}

/** Pays without a crash, and returns every point that the page reached. */
export async function findPoints(browser: Browser, kind: CrashKind): Promise<readonly Point[]> {
  await using stage = await kind.open(browser)
  await connect(stage)
  stage.points.begin(null)
  await goThrough(stage)
  return [...stage.points.passed]
}

/** Kills a fresh payment's page at a point, lets the payer return, and checks the payments. */
export async function crashAt(
  browser: Browser,
  kind: CrashKind,
  { point, wallet }: Death,
): Promise<Ending> {
  await using stage = await kind.open(browser)
  const asked = await payUntil(stage, point)
  const isCrashed = asked !== null
  stage.points.end()
  if (wallet === 'sends') await stage.send(asked)
  const again = isCrashed ? await stage.reopen() : stage.checkout
  const faults: string[] = []
  if (wallet === 'sends late') {
    await expect(again.element).toHaveAttribute('state', /^(unknown|connect)$/)
    await stage.send(asked)
  }
  const states = await payAgain(stage, again).catch((error: unknown) => {
    faults.push(String(error))
    return []
  })
  await stage.expectPaid().catch((error: unknown) => faults.push(String(error)))
  faults.push(...stage.problems())
  const payments = await stage.countPayments()
  return {
    point,
    wallet,
    isCrashed,
    payments,
    states: [...states, await stage.describe()],
    faults,
  }
}

async function connect({ checkout, walletName }: Stage): Promise<void> {
  await checkout.button(walletName).first().click()
  await checkout.expectState('review')
}

/**
 * Pays until the page stops at the point, and kills the page there; returns the page's pending wallet request. Returns null if the payment
 * completes before the page reaches the point.
 */
async function payUntil(stage: Stage, point: Point): Promise<readonly unknown[] | null> {
  const { checkout, points } = stage
  await connect(stage)
  points.begin(point)
  const asked = await Promise.race([points.reached, goThrough(stage).catch(() => points.reached)])
  if (asked !== null) await crash(checkout.page)
  return asked
}

async function goThrough({ checkout, advance }: Stage): Promise<null> {
  await checkout.pay()
  await expectSent(checkout)
  await advance()
  await checkout.expectState('succeeded')
  return null
}

/** Waits until the payment is sent or proposed to the signers. */
function expectSent({ element }: Checkout): Promise<void> {
  return expect(element).toHaveAttribute('state', /^(confirming|settling|succeeded)$/)
}
