import { getNetwork } from '@secure-payment/core/networks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../../testing/consolePage.ts'
import { LANGUAGES } from '../../text/languages.ts'
import { readTarget } from './readTarget.ts'

const TOKEN = '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'
const ID = '01KB6B1B2C3D4E5F6G7H8J9KAB'
const CODE = 'q8ZtV3nL0xYc5RbK2mX9aTz4LkW8bRf6YcNp3VhJs1G'
const CODE_PATH = `/console/#refund-claim=${ID}.${CODE}`
const WALLET_PATH = `/console/#refund-payment=${TOKEN}`
const PAYER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const ADDRESS = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const SIGNATURE = `0x${'1b'.repeat(65)}`
const BASE = getNetwork('base')
const USDC = BASE.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? ''

const claim = {
  id: ID,
  status: 'open',
  merchant: { name: 'North & Bean', supportUrl: 'https://shop.example/help', verifiedDomain: null },
  network: 'base',
  currency: 'USDC-base',
  symbol: 'USDC',
  amount: '12.5',
  paymentTxHash: `0x${'77'.repeat(32)}`,
  paidAt: '2026-11-04T10:00:00.000Z',
  recipient: null,
  expiresAt: '2030-01-01T00:00:00.000Z',
}

const item = {
  requestId: `01${'ab'.repeat(32)}`,
  payee: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  amount: '12.5',
  invoiceCurrency: 'USDC-base',
  paymentCurrency: 'USDC-base',
  symbol: 'USDC',
  decimals: 6,
  tokenAddress: USDC,
  isNativeCurrency: false,
  paymentReference: '0x19c2e0ab77d4f051',
  fee: null,
  status: 'paid',
  amountPaid: '12.5',
  amountSpent: '12.5',
  remainingAmount: '0',
  conversion: null,
}

const payment = {
  token: TOKEN,
  paymentType: 'single',
  status: 'completed',
  flow: 'get_paid',
  network: 'base',
  reference: 'PO-7781',
  requestIds: [item.requestId],
  createdAt: '2026-11-04T09:00:00.000Z',
  expiresAt: '2026-11-05T09:00:00.000Z',
  completedAt: '2026-11-04T10:00:00.000Z',
  chain: { id: 'base', name: 'Base', chainId: BASE.chainId, isTestnet: false, isLocal: false },
  items: [item],
  merchant: { name: 'North & Bean', supportUrl: null, verifiedDomain: 'north-bean.example' },
  transactions: [
    { requestId: item.requestId, txHash: claim.paymentTxHash, amount: '12.5', status: 'confirmed' },
  ],
  lastAttempt: null,
}
const { serve, calls } = prepareConsole()
const asked: { method: string; params?: readonly unknown[] }[] = []
const provider = {
  async request(call: (typeof asked)[number]): Promise<unknown> {
    asked.push(call)
    if (call.method === 'eth_chainId') return '0x1'
    return call.method === 'personal_sign' ? SIGNATURE : [PAYER]
  },
}
const announce = () =>
  void window.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', {
      detail: { info: { uuid: '1', name: 'Test wallet', rdns: 'test.wallet', icon: '' }, provider },
    }),
  )
beforeEach(() => {
  asked.length = 0
  window.addEventListener('eip6963:requestProvider', announce)
})
afterEach(() => window.removeEventListener('eip6963:requestProvider', announce))

/** Serves the page's calls; the visitor has no session. */
function serveClaim(answers: { claim?: object; payment?: object; stated?: object }): void {
  serve((path) => {
    if (path.endsWith('/open')) return { status: 200, body: answers.claim ?? claim }
    if (path.endsWith('/address')) {
      return { status: 200, body: answers.stated ?? { ...claim, status: 'stated' } }
    }
    if (path.endsWith('/refund-claims')) return { status: 201, body: { count: 1 } }
    if (path.startsWith('/v2/secure-payments/')) {
      return { status: 200, body: answers.payment ?? payment }
    }
    return { status: 401, body: problem('session_ended', 401) }
  })
}

const mount = (path: string, language?: string) => {
  if (language !== undefined) localStorage.setItem('secure-payment-console:language', language)
  return mountConsole({ name: 'start' }, { path, previewClientId: 'cli_page' })
}
const text = () => find('console-refund-claim').map(textOfDeep).join(' ').replaceAll(/\s+/g, ' ')
const textOfDeep = (element: Element): string =>
  find('main, console-claim-by-code, console-claim-by-wallet', element.shadowRoot ?? element)
    .map((one) => one.shadowRoot?.textContent ?? textOf(one))
    .join(' ')

async function press(label: string): Promise<void> {
  const button = () => find('button').find((one) => textOf(one).includes(label))
  await expect.poll(button).toBeDefined()
  ;(button() as HTMLButtonElement).click()
}

async function type(address: string): Promise<void> {
  await expect.poll(() => find('input[name="recipient"]').length).toBe(1)
  const [input] = find('input[name="recipient"]')
  ;(input as HTMLInputElement).value = address
  await press('Continue')
}

const signed = () => asked.filter(({ method }) => method === 'personal_sign')
const prompts = () => asked.filter(({ method }) => method !== 'eth_accounts')
const messageOf = (call: { params?: readonly unknown[] } | undefined) =>
  new TextDecoder().decode(
    Uint8Array.from(String(call?.params?.[0]).slice(2).match(/../g) ?? [], (byte) =>
      Number.parseInt(byte, 16),
    ),
  )

describe('A refund address link’s page', () => {
  test('a refund address link’s page states the address that the person typed and compared, without a wallet', async () => {
    serveClaim({})
    await mount(CODE_PATH)
    await expect.poll(text).toContain('12.5 USDC')
    await type(ADDRESS.toLowerCase())
    await expect.poll(text).toContain('Compare each character')
    await press('Use this address')
    await expect.poll(text).toContain('The merchant sees your address')
    const call = calls.find(({ url }) => url.pathname.endsWith('/address'))
    expect(call?.body).toEqual({ code: CODE, recipient: ADDRESS })
    expect(prompts()).toEqual([])
    // A payer's page reads no session.
    expect(calls.map(({ url }) => url.pathname)).not.toContain('/v1/auth/session')
    // No address of a call contains the code.
    expect(calls.map(({ url }) => url.href).join()).not.toContain(CODE)
  })

  test('a refund address link’s page rejects a malformed address before the call, with a sentence about the network', async () => {
    serveClaim({})
    await mount(CODE_PATH)
    await type(`${ADDRESS.slice(0, -1)}7`)
    await expect.poll(text).toContain('This is not an address on Base')
    expect(calls.some(({ url }) => url.pathname.endsWith('/address'))).toBe(false)
    await inspectConsole()
  })

  test.each([
    [404, 'refund_claim_not_found', 'not complete or not valid'],
    [409, 'refund_claim_used', 'already been used'],
    [410, 'refund_claim_over', 'no longer works'],
  ])(
    'a refund address link’s page shows the reason of a refusal: %i %s',
    async (status, code, sentence) => {
      serve(() => ({ status, body: problem(code, status) }))
      await mount(CODE_PATH)
      await expect.poll(text).toContain(sentence)
      await inspectConsole()
    },
  )

  test('a refund address link’s page passes axe in each step, and nothing overflows at 320 px', async () => {
    serveClaim({})
    await mount(CODE_PATH)
    await expect.poll(text).toContain('12.5 USDC')
    await inspectConsole()
    await type(ADDRESS)
    await expect.poll(text).toContain('Compare each character')
    await inspectConsole()
    await press('Use this address')
    await expect.poll(text).toContain('The merchant sees your address')
    await inspectConsole()
  })

  test.each(LANGUAGES.map(({ code }) => code))(
    'a refund address link’s page is in the language %s',
    async (code) => {
      serveClaim({})
      await mount(CODE_PATH, code)
      await expect.poll(text).toContain('12.5 USDC')
      if (code !== 'en') expect(text()).not.toMatch(/refund go|You paid|wallet of your/)
      localStorage.clear()
    },
  )
})

async function walk(answer: object): Promise<void> {
  serveClaim({ payment: answer })
  await mount(WALLET_PATH)
  await expect
    .poll(() => find('input[name="recipient"], .note, [role="alert"]').length)
    .toBeGreaterThan(0)
  if (find('input[name="recipient"]').length === 0) return
  await type(ADDRESS)
  await press('Test wallet')
  await press('Sign')
  await expect.poll(text).toContain('The merchant sees your address')
}

describe('The page for the wallet that paid', () => {
  test('the page for the wallet that paid asks the wallet to sign exactly the text that the person reads', async () => {
    await walk(payment)
    expect(signed()).toHaveLength(1)
    const message = messageOf(signed()[0])
    expect(message).toContain(`${location.host} wants you to sign in with your Ethereum account:`)
    expect(message).toContain(`Send refunds of payment ${TOKEN} on the network base to ${ADDRESS}.`)
    expect(message).toContain(`Chain ID: ${BASE.chainId}`)
    const call = calls.find(
      ({ method, url }) => method === 'POST' && url.pathname.endsWith('claims'),
    )
    expect(call?.body).toMatchObject({ wallet: PAYER, recipient: ADDRESS, signature: SIGNATURE })
  })

  test('the page for the wallet that paid passes axe in each step, and nothing overflows at 320 px', async () => {
    serveClaim({})
    await mount(WALLET_PATH)
    await expect.poll(text).toContain('PO-7781')
    await inspectConsole()
    await type(ADDRESS)
    await expect.poll(text).toContain('Choose the wallet')
    await inspectConsole()
    await press('Test wallet')
    await expect.poll(() => find('pre').length).toBe(1)
    await inspectConsole()
  })
})

/** Values that a lying service sends in place of each member. */
const LIES: readonly unknown[] = [
  null,
  '',
  'mainnet',
  'optimism',
  1,
  -1,
  '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  {},
  [],
]

type Path = readonly (string | number)[]

/** Returns the paths of all members, lists included. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]))
  return path.length === 0 ? inner : [path, ...inner]
}

function withLie<T>(value: T, path: Path, lie: unknown): T {
  const copy = structuredClone(value)
  let at: unknown = copy
  for (const key of path.slice(0, -1)) at = Reflect.get(Object(at), key)
  Reflect.set(Object(at), path.at(-1) ?? '', lie)
  return copy
}

/** The members on which the signed text could depend. */
const TELLING: readonly Path[] = [
  ['token'],
  ['network'],
  ['chain'],
  ['chain', 'id'],
  ['chain', 'chainId'],
  ['items'],
  ['items', 0],
  ['items', 0, 'paymentCurrency'],
  ['items', 0, 'tokenAddress'],
]

describe('A lying service', () => {
  test('a lie about any member of the payment makes the page name no other network', () => {
    const lies = pathsOf(payment).flatMap((path) => LIES.map((lie) => withLie(payment, path, lie)))
    expect(lies.length).toBeGreaterThan(300)
    const read = lies.map((lying) => readTarget(lying, TOKEN))
    expect(new Set(read.map((target) => target?.network.id))).toEqual(new Set(['base', undefined]))
  })

  test('a lie about a member that the text depends on makes no wallet sign', async () => {
    let lies = 0
    for (const path of TELLING) {
      for (const lie of LIES) {
        lies += 1
        serveClaim({ payment: withLie(payment, path, lie) })
        await mount(WALLET_PATH)
        await expect.poll(() => find('.note.error').length).toBe(1)
        document.body.replaceChildren()
      }
    }
    expect(lies).toBeGreaterThan(60)
    expect(prompts()).toEqual([])
  })

  test('a lie about any member of a claim causes no wallet prompt', async () => {
    const paths = pathsOf(claim)
    for (const path of paths) {
      for (const lie of LIES) {
        serveClaim({ claim: withLie(claim, path, lie) })
        await mount(CODE_PATH)
        await expect.poll(() => find('input[name="recipient"], .note.error').length).toBe(1)
        document.body.replaceChildren()
      }
    }
    expect(paths.length * LIES.length).toBeGreaterThan(60)
    expect(prompts()).toEqual([])
  })
})
