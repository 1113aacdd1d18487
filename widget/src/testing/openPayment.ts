import axe from 'axe-core'
import { parseUnits } from 'viem'
import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { PaymentItem, PaymentMetadata } from '../paymentMetadata.ts'
import type { SecurePayment } from '../secure-payment.ts'
import { TestWallet, type TestWalletOptions } from '../testkit/TestWallet.ts'
import { isProvider, type Provider } from '../wallets/provider.ts'
import { aNativeItem, anItem, aPayment, aTransaction, PAYER } from './examples.ts'
import { honestCalldata } from './fakes.ts'
import { type Call, type Interference, openPage } from './openPage.ts'
import { TestChain } from './TestChain.ts'

/** The well-known private keys of `PAYER` and of another account of the same test mnemonic. */
const PAYER_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
export const OTHER_KEY = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'
export const OTHER_PAYER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** The parts of a page's transcript, as in the stories. */
export const OPENED = 'loading connect +ready'
export const REVIEWED = '+before-connect connecting +connect review'
export const ASKED = '+before-pay preparing signing'
export const APPROVED = '+before-pay preparing approving +transaction:approve signing'
export const SENT = 'broadcasting +transaction:pay confirming'
export const PAID = 'succeeded +success'
/** A reloaded page finds an attempt that this device stored, then the attempt's payment on the chain. */
export const RESUMED = 'loading resuming +ready +resume'
export const FOUND = `${RESUMED} {${SENT}}`

const NODE = 'https://node.example/'
/** The required confirmations: the number of blocks after the payment's own, as on the devnet. */
const DEPTH = 2
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WAIT = { interval: 10 }

/** The items of most payments: one transaction, or two with the approval. */
export const COINS = [aNativeItem({ fee: null })]
export const TOKENS = [anItem({ fee: null })]

/** Options for the test wallet, the element's attributes, and replacements for responses from the service. */
type Options = Partial<TestWalletOptions> & {
  readonly attributes?: Readonly<Record<string, string>>
  readonly interfere?: Interference
}

/** Opens a payment's page. */
export function openPayment(items: readonly PaymentItem[], options: Options = {}): OpenPayment {
  return new OpenPayment(items, options)
}

/**
 * A payer's page with the test wallet. The chain and the service run inside the page; the service reports a payment once the
 * chain has confirmed it. `close` removes everything, except for the attempt that the browser stores when `persist` is on.
 */
export class OpenPayment {
  readonly chain = new TestChain()
  readonly wallet: TestWallet
  readonly #items: readonly PaymentItem[]
  readonly #calls: Call[] = []
  /** The wallet's events that the page listens to. */
  readonly #followed = new Set<string>()
  readonly #open: () => ReturnType<typeof openPage>
  readonly #stopNode: () => void
  #page: ReturnType<typeof openPage>

  constructor(items: readonly PaymentItem[], options: Options) {
    const { attributes = {}, interfere = () => null, ...own } = options
    this.#items = items
    this.wallet = new TestWallet({
      rpcUrls: { 31337: NODE },
      privateKey: PAYER_KEY,
      name: 'Test wallet',
      rdns: 'test.wallet',
      ...own,
    })
    this.#stopNode = serve(this.chain)
    const payment = this.#describe()
    const wallet = this.#observe()
    const service: Interference = (call, url) => {
      this.#calls.push(call)
      return interfere(call, url) ?? this.#answer(call)
    }
    this.#open = () => openPage(payment, wallet, service, attributes)
    this.#page = this.#open()
  }

  get element(): SecurePayment {
    return this.#page.element
  }

  find(selector: string): Element | null {
    return this.#page.find(selector)
  }

  connect(): Promise<void> {
    return this.#page.connect()
  }

  pay(): Promise<void> {
    return this.#page.pay()
  }

  transcript(): string {
    return this.#page.transcript()
  }

  expectState(state: string | RegExp, text?: string): Promise<void> {
    return this.#page.expectState(state, text)
  }

  /** Closes the page and opens it again: only the browser's stored data remains. */
  reload(): void {
    this.#page.close()
    this.#page = this.#open()
  }

  /** Returns the number of requests of this kind that the page sent to the service. */
  callsOf(call: Call): number {
    return this.#calls.filter((one) => one === call).length
  }

  /** Connects the wallet and waits for the review. */
  async review(): Promise<void> {
    await this.connect()
    await this.expectState('review')
    // The page adds this listener after a dynamic import, which the test runner delays even for a loaded module.
    await expect.poll(() => this.#followed.has('accountsChanged'), WAIT).toBe(true)
  }

  /** Presses the button with this text once it is visible. */
  async press(text: string | RegExp): Promise<void> {
    const buttons = () => [...(this.element.shadowRoot?.querySelectorAll('button') ?? [])]
    const find = () =>
      buttons().find((one) => one.checkVisibility() && one.textContent?.trim().match(text))
    await expect.poll(find, WAIT).toBeDefined()
    await userEvent.click(find() ?? this.element)
  }

  /** Expects that no payee has received money, and that the page requested this many transactions from the wallet. */
  expectUnpaid(sends: number): void {
    expect(this.chain.payments()).toEqual([])
    expect(this.sends()).toBe(sends)
  }

  /** Returns the number of transactions that the page requested from the wallet. */
  sends(): number {
    return this.wallet.calls('eth_sendTransaction').length
  }

  /** Presses Pay, waits until the payment is sent, and mines its confirmations. */
  async finish(): Promise<void> {
    await this.pay()
    await this.expectState('confirming')
    this.chain.mine(DEPTH)
  }

  /**
   * Expects the transcript, one payment of the due amount per item, the numbers of requests and mined transactions, and no axe
   * violation.
   */
  async expectPaid(end: Ending): Promise<void> {
    await this.expectState('succeeded', 'Payment complete')
    await expectTranscript(() => this.transcript(), end.transcript)
    const paid = this.chain.payments().map(({ payee, amountUnits }) => ({ payee, amountUnits }))
    const due = this.#items.map(({ payee, remainingAmount, decimals }) => ({
      payee: payee.toLowerCase(),
      amountUnits: parseUnits(remainingAmount, decimals),
    }))
    expect(paid).toEqual(due)
    expect(this.sends()).toBe(end.sends)
    expect(this.chain.countOf(end.payer ?? PAYER)).toBe(end.mined ?? end.sends)
    expect(this.callsOf('calldata')).toBe(end.payCalls)
    await expectAccessible()
  }

  /** Expects the state and its text, the transcript so far, the number of requested transactions, no payment, and no axe violation. */
  async expectStep(step: {
    readonly state: string
    readonly text: string
    readonly sends: number
    readonly transcript: string
  }): Promise<void> {
    await this.expectState(step.state, step.text)
    await expectTranscript(() => this.transcript(), step.transcript)
    this.expectUnpaid(step.sends)
    await expectAccessible()
  }

  close(): void {
    this.#page.close()
    this.#stopNode()
    sessionStorage.clear()
  }

  /** Returns the wallet's provider, and records the events that the page listens to. */
  #observe(): Provider {
    const { provider } = this.wallet
    if (!isProvider(provider)) throw new Error('The test wallet accepts no requests.')
    return {
      request: (call) => provider.request(call),
      on: (event, listener) => {
        this.#followed.add(event)
        return provider.on?.(event, listener)
      },
      removeListener: (event, listener) => provider.removeListener?.(event, listener),
    }
  }

  /** Returns the response from a correct service; null for calls without one. */
  #answer(call: Call): Response | null {
    if (call === 'payment' || call === 'options') return Response.json(this.#describe())
    if (call !== 'calldata') return null
    const allowances = Object.fromEntries(
      this.#items.flatMap(({ tokenAddress: token }) =>
        token === null ? [] : [[token, this.chain.allowance(token)]],
      ),
    )
    const bps = Number(this.chain.batchFeeBps)
    const payment = aPayment({ items: this.#items })
    return Response.json(honestCalldata(payment, allowances, {}, { bps, tokenBps: bps }))
  }

  /** Returns the payment's metadata: completed once the payment has enough confirmations. */
  #describe(): PaymentMetadata {
    const payment = aPayment({ items: this.#items, expiresAt: '2999-01-01T00:00:00.000Z' })
    const found = this.chain.payments().filter((one) => this.chain.confirmationsOf(one) >= DEPTH)
    if (found.length === 0) return payment
    const items = payment.items.map((item) => ({
      ...item,
      status: 'paid',
      amountPaid: item.amount,
      remainingAmount: '0',
    }))
    const transactions = found.map((one) =>
      aTransaction({ txHash: one.hash, confirmations: DEPTH, requiredConfirmations: DEPTH }),
    )
    const completedAt = payment.serverTime
    return { ...payment, status: 'completed', completedAt, items, transactions }
  }
}

/** Deletes the page's databases, and with them the stored attempts. */
export async function forget(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
}

/** The expected end of a payment. */
type Ending = {
  /** The number of transactions that the page requested from the wallet, including approvals. */
  readonly sends: number
  /** The number of the payer's mined transactions; `sends` by default. */
  readonly mined?: number
  /** The account that paid, if it was not `PAYER`. */
  readonly payer?: string
  /** The transcript; `{…}` contains words that timing may omit. */
  readonly transcript: string
  /** The number of requests for calldata: one per review, and one per Pay. */
  readonly payCalls: number
}

/** Joins the parts of a transcript. */
export function inOrder(...parts: readonly string[]): string {
  return parts.join(' ')
}

async function expectTranscript(read: () => string, wanted: string): Promise<void> {
  const pattern = wanted.replaceAll('+', '\\+').replaceAll(/ ?\{([^}]*)\}/g, '(?: $1)?')
  // Timing decides whether the page passes through `settling` after `confirming`.
  const words = () => read().replaceAll(/ settling(?= (succeeded|partial))/g, '')
  await expect.poll(words, WAIT).toMatch(new RegExp(`^${pattern}$`))
}

async function expectAccessible(): Promise<void> {
  document.title = 'Checkout'
  document.documentElement.lang = 'en'
  // The element is part of a page that provides the landmarks.
  const { violations } = await axe.run('secure-payment', { runOnly: TAGS })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([])
}

/** Routes the page's `fetch` requests for the node to the chain. Returns a function that undoes it. */
function serve(chain: TestChain): () => void {
  const original = globalThis.fetch
  globalThis.fetch = async (input, init) =>
    String(input) === NODE ? chain.respond(String(init?.body)) : original(input, init)
  return () => {
    globalThis.fetch = original
  }
}
