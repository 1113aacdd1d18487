import { expect, type Page } from '@playwright/test'
import type { Address } from 'viem'
import { type Checkout, openCheckout, openHosted } from '../checkout.ts'
import { createPayment, type Payment, type WantedItem } from '../createPayment.ts'
import { expectPaidOnce, expectUnpaid } from '../expectPaidOnce.ts'
import { findViolations } from '../findViolations.ts'
import type { Payer } from '../payer.ts'
import { finish } from '../payThrough.ts'
import { test as story } from '../story.ts'
import { type Ending, expectRow } from './expectRow.ts'
import { inOrder, patternOf, transcriptsOf } from './transcript.ts'

/** One payment in one matrix row, from its creation to its expected end. */
export type Row = {
  /** The payment and the checkout throw before `open`. */
  readonly payment: Payment
  readonly checkout: Checkout
  /** Creates the payment and opens it in the story's page; by default in the merchant's page, under its strict policy. */
  open(items: readonly WantedItem[], options?: Opening): Promise<Checkout>
  /** Opens the payment like `open`, and continues to the review of the wallet's payment. */
  review(items: readonly WantedItem[], options?: Opening): Promise<Checkout>
  /** Opens the same payment on another page in the same browser. */
  openAgain(page?: Page): Promise<Checkout>
  /** Expects that no money moved and no webhook was sent so far. */
  expectUnpaid(sends: number): Promise<void>
  /** Asserts an intermediate step of a row: state, text, money, transcript so far, and axe's findings. */
  expectStep(step: {
    state: Parameters<Checkout['expectState']>[0]
    text: string | RegExp
    sends: number
    transcript: readonly string[]
  }): Promise<void>
  /** Presses Pay on the first page, and confirms the payment. */
  finish(): Promise<void>
  /** Mines enough blocks for the sent payment. */
  mine(): Promise<void>
  /** Waits until a page shows the payment as sent, as its wallet or the service reports, and then mines like `mine`. */
  confirm(checkout?: Checkout): Promise<void>
  /** Asserts the row's end. Every row must call `end` once. */
  end(ending: RowEnding): Promise<void>
}

/** Options of a row's payment and page, in addition to the items. */
type Opening = {
  at?: 'merchant' | 'hosted'
  attributes?: Readonly<Record<string, string>>
  fee?: { percentage: string; address: Address }
}

/** A row's end; by default paid, and shown as paid on the first page. */
type RowEnding = Ending & {
  /** The number of times that the wallet was asked to send, including approvals. */
  sends: number
  /** The number of the payer's mined transactions; defaults to `sends`. */
  mined?: number
  /** The paying account, if it was not the story's payer. */
  payer?: Payer
  /** The number of times that every payee was paid, including by other payers; 1 by default. */
  times?: number
  /** The title of the last screen; by default the title after a complete payment. */
  title?: string
  /** The payment's checkout. */
  checkout?: Checkout
}

/** A story with one row of the matrix; the story fails if it does not call `end`. */
export const test = story.extend<{ row: Row }>({
  row: async ({ page, context, world, payer, wallet, events }, use, testInfo) => {
    let opened: { payment: Payment; checkout: Checkout } | null = null
    let isEnded = false
    const get = () => {
      if (opened === null) throw new Error('The row has no payment yet.')
      return opened
    }
    const row: Row = {
      get payment() {
        return get().payment
      },
      get checkout() {
        return get().checkout
      },
      async open(items, { at = 'merchant', attributes, fee } = {}) {
        const payment = await createPayment(world, items, fee && { fee })
        const open = at === 'merchant' ? openCheckout : openHosted
        opened = { payment, checkout: await open(page, world, payment, attributes) }
        return opened.checkout
      },
      async review(items, options) {
        const checkout = await row.open(items, options)
        await checkout.connect()
        return checkout
      },
      async openAgain(other) {
        return openCheckout(other ?? (await context.newPage()), world, get().payment)
      },
      expectUnpaid: (sends) => expectUnpaid(world, { payment: get().payment, wallet, sends }),
      async expectStep({ state, text, sends, transcript }) {
        await expect
          .poll(() => transcriptsOf(events.all)[0])
          .toMatch(patternOf(inOrder(...transcript)))
        await get().checkout.expectState(state, text)
        await row.expectUnpaid(sends)
        expect(await findViolations(page)).toEqual([])
      },
      finish: () => finish(world, get().checkout),
      mine: () => world.devnet.mine('devnet', 2),
      async confirm(checkout = get().checkout) {
        await expect(checkout.element).toHaveAttribute('state', /^(confirming|settling)$/)
        await row.mine()
      },
      async end(ending) {
        isEnded = true
        const { payment, checkout } = { ...get(), ...ending }
        if (ending.state === undefined) {
          await expectPaidOnce(world, { payer, ...ending, payment, checkout, wallet })
        } else {
          await checkout.expectState(ending.state, ending.title)
          await row.expectUnpaid(ending.sends)
        }
        await expectRow(context, events, ending)
        testInfo.annotations.push({ type: 'row', description: testInfo.title })
      },
    }
    await use(row)
    if (testInfo.status === testInfo.expectedStatus) expect(isEnded, 'The row is ended').toBe(true)
  },
})

export { expect } from '@playwright/test'

/** The payment in most rows: one transaction, or two with the approval. */
export const COINS = [{ symbol: 'ETH', amount: '0.2' }]
export const TOKENS = [{ symbol: 'USDC', amount: '20' }]
