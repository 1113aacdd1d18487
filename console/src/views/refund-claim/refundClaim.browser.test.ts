import { getNetwork } from '@secure-payment/core/networks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LIES, pathsOf, withLie } from '../../../../tests/support/lies.ts'
import {
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../../testing/consolePage.ts'
import { claim, claimPayment as payment, TEXT_PATHS, TOKEN } from '../../testing/refundClaim.ts'
import { LANGUAGES } from '../../text/languages.ts'

const ID = claim.id
const CODE = 'q8ZtV3nL0xYc5RbK2mX9aTz4LkW8bRf6YcNp3VhJs1G'
const CODE_PATH = `/console/#refund-claim=${ID}.${CODE}`
const WALLET_PATH = `/console/#refund-payment=${TOKEN}`
const PAYER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const ADDRESS = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const SIGNATURE = `0x${'1b'.repeat(65)}`
const BASE = getNetwork('base')

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
  test('a refund address link’s page submits the address that the person typed and compared, without a wallet', async () => {
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
    // A payer's page does not read a session.
    expect(calls.map(({ url }) => url.pathname)).not.toContain('/v1/auth/session')
    // No request's URL contains the code.
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
    'a refund address link’s page shows the reason for a refusal, and offers no retry: %i %s',
    async (status, code, sentence) => {
      serve(() => ({ status, body: problem(code, status) }))
      await mount(CODE_PATH)
      await expect.poll(text).toContain(sentence)
      expect(find('.retry')).toEqual([])
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
      // The language may arrive after the payment.
      if (code !== 'en') await expect.poll(text).not.toMatch(/refund go|You paid|wallet of your/)
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

describe('A false response from the service', () => {
  test('a false response about a member that the text depends on causes no wallet prompt', async () => {
    let lies = 0
    for (const path of TEXT_PATHS) {
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

  test('a false response about any member of a claim causes no wallet prompt', async () => {
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
