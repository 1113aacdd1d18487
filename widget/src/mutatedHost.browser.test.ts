import { afterEach, describe, expect, test } from 'vitest'
import { aConvertedItem, aPayment, PAYER } from './testing/examples.ts'
import { fakeProvider, honestCalldata } from './testing/fakes.ts'
import { mutationsOf } from './testing/mutations.ts'
import { openPage } from './testing/openPage.ts'

/** Read methods, none of which needs the payer's approval. */
const READS = [
  'eth_requestAccounts',
  'eth_accounts',
  'eth_chainId',
  'eth_call',
  'eth_blockNumber',
  'eth_getTransactionCount',
  'wallet_getCapabilities',
]
const FAR = '2999-01-01T00:00:00.000Z'
/** 80 dollars at 1.0002 are 80.016 USDC, and 1 % more is 80.81616. */
const DOLLARS = { maxToSpendUnits: 80_816_160n }
/** The minimum number of changes that matter, for each part of the service's responses. */
const LEAST = { chosen: 60, rows: 10, calldata: 10 } as const
/** The number of frames without a change after which the page counts as settled. */
const FRAMES_AT_REST = 12
const MAX_PRESSES = 2

/** The service's responses about a payment that accepts two currencies, once the payer chooses the first row. */
type Said = { readonly chosen: unknown; readonly rows: unknown; readonly calldata: unknown }
type Part = keyof Said

const item = aConvertedItem({ fee: null })

/** The correct responses: 80 dollars for two teas, payable in USDC on two networks. */
function createHonest(): Said {
  const { raw: _raw, plan: _plan, ...payment } = aPayment({ items: [item], expiresAt: FAR })
  const { chain } = payment
  const { payee, tokenAddress, paymentReference } = item
  const own = { option: 'USDC-devnet', chain, payee, tokenAddress, paymentReference }
  const further = {
    ...own,
    option: 'USDC-devnet-b',
    chain: { ...chain, id: 'devnet-b', chainId: 31_338 },
    paymentReference: '0x00000000000000b1',
  }
  const lines = [
    { name: 'Green', quantity: '2', unitPrice: '25', taxAmount: '5' },
    { name: 'Black', quantity: '1', unitPrice: '25' },
  ]
  const row = {
    option: 'USDC-devnet',
    balance: '300',
    balanceWorth: '299.94',
    amount: '80.016',
    neededAmount: '80.81616',
    networkFee: { amount: '0.00012', symbol: 'ETH', worth: '0.3' },
    total: '80.3',
    isPayable: true,
    missing: [],
  }
  return {
    chosen: { ...payment, order: { title: 'Teas', lines }, options: [own, further] },
    rows: { options: [row, { ...row, option: 'USDC-devnet-b' }] },
    calldata: honestCalldata(aPayment({ items: [item] }), null, DOLLARS),
  }
}

/**
 * Returns the amounts and parties that an element without checks would show, and the transactions that it would sign. Leaves out names:
 * no page can check the names of goods, and the names of networks come from the registry.
 */
function trust({ chosen, rows, calldata }: Said): string {
  const paid = pick(chosen, 'items', 0)
  return JSON.stringify([
    ...['remainingAmount', 'symbol', 'payee', 'fee'].map((key) => pick(paid, key)),
    linesOf(pick(chosen, 'order', 'lines')),
    pick(rows, 'options', 0, 'option'),
    pick(rows, 'options', 0, 'total') ?? HONEST_TOTAL,
    pick(chosen, 'chain', 'chainId'),
    signedOf(pick(calldata, 'transactions')),
  ])
}

const HONEST_TOTAL = '80.3'

/** Returns the transactions; if the approval is missing, adds it, because a wallet that approved earlier needs none. */
function signedOf(transactions: unknown): unknown {
  const honest = pick(HONEST.calldata, 'transactions')
  const [payment, other] = asList(transactions)
  return other === undefined && payment !== undefined ? [pick(honest, 0), payment] : transactions
}

/** Returns the shown amounts of the lines in a fixed order; missing lines count as correct, because nothing false is shown. */
function linesOf(lines: unknown): unknown {
  const shown = lines ?? pick(HONEST.chosen, 'order', 'lines')
  if (!Array.isArray(shown)) return shown
  return shown
    .map((line) => ['quantity', 'unitPrice', 'taxAmount'].map((key) => pick(line, key)).join())
    .toSorted()
}

function pick(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (at instanceof Object ? Reflect.get(at, key) : null),
    value,
  )
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

const HONEST = createHonest()

/** Returns the changes of one response whose false content an element without checks would sign or show. */
function liesOf(part: Part): { name: string; said: Said }[] {
  return mutationsOf(HONEST[part])
    .map(({ name, changed }) => ({ name, said: { ...HONEST, [part]: changed } }))
    .filter(({ said }) => trust(said) !== trust(HONEST))
}

let page: ReturnType<typeof openPage> | undefined
afterEach(() => page?.close())

/** Opens the page, presses each button that leads to the payment, and returns the wallet requests that need the payer's approval. */
async function payAsTold(said: Said): Promise<string[]> {
  localStorage.clear()
  page?.close()
  const wallet = fakeProvider({
    eth_chainId: '0x7a69',
    eth_accounts: [PAYER],
    eth_requestAccounts: [PAYER],
    eth_call: `0x${'00'.repeat(32)}`,
    eth_blockNumber: '0x10',
    eth_getTransactionCount: '0x1',
  })
  page = openPage(aPayment({ items: [item], expiresAt: FAR }), wallet, (call, url) => {
    if (call === 'lease') return null
    if (call === 'wallet_options') return Response.json(said.rows)
    if (call === 'calldata') return Response.json(said.calldata)
    return Response.json(url.searchParams.has('option') ? said.chosen : HONEST.chosen)
  })
  const asked = () => wallet.methods().filter((method) => !READS.includes(method))
  const presses = new Map<string, number>()
  let frames = 0
  let before = ''
  while (frames < FRAMES_AT_REST && asked().length === 0 && page.element.state !== 'failed') {
    await new Promise(requestAnimationFrame)
    const now = `${page.transcript()} ${page.element.shadowRoot?.textContent}`
    frames = now === before ? frames + 1 : 0
    before = now
    press(page.find(NEXT), presses)
  }
  return asked()
}

/** The next button towards the payment: a wallet, the first currency, or Pay. */
const NEXT = ['[part~="pay-button"]', '[part="option"]', '[part~="wallet"]']
  .map((part) => `${part}:not([disabled])`)
  .join()

function press(button: Element | null, presses: Map<string, number>): void {
  const name = button?.getAttribute('part') ?? ''
  const count = presses.get(name) ?? 0
  if (!(button instanceof HTMLElement) || count === MAX_PRESSES) return
  presses.set(name, count + 1)
  button.click()
}

describe('A host that changes any member of its responses', () => {
  test('the wallet receives a request that needs approval if the host changes nothing', async () => {
    expect(await payAsTold(HONEST)).not.toEqual([])
  })

  test.each(['chosen', 'rows', 'calldata'] as const)(
    'the wallet receives no request that needs approval if the host changes %s',
    async (part) => {
      const lies = liesOf(part)
      expect(lies.length).toBeGreaterThan(LEAST[part])
      const believed: string[] = []
      for (const { name, said } of lies) {
        const asked = await payAsTold(said)
        if (asked.length > 0) believed.push(`${name}: ${asked.join()}`)
      }
      expect(believed).toEqual([])
    },
  )
})
