import { afterEach, expect, test } from 'vitest'
import { type Controller, createController } from './controller.ts'
import type { ControllerOptions } from './controllerOptions.ts'
import { aPayment, PAYEE, PAYER } from './testing/examples.ts'
import { type Answers, fakeProvider, honestCalldata, walletError } from './testing/fakes.ts'

const WAIT = { interval: 10 }

const stops: (() => void)[] = []
let payments = 0

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  localStorage.clear()
})

/** Announces a wallet of this browser; `answers` has the form of `fakeProvider`'s. */
function announce(name: string, answers: Answers) {
  const provider = fakeProvider({ eth_chainId: '0x7a69', ...answers })
  const tell = (): void => {
    const info = { uuid: name, name, rdns: `test.${name}`, icon: '' }
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }),
    )
  }
  window.addEventListener('eip6963:requestProvider', tell)
  stops.push(() => window.removeEventListener('eip6963:requestProvider', tell))
  return provider
}

/** Returns a controller for a new payment, whose lock no earlier test can hold and whose service responds correctly. */
async function run(options: Partial<ControllerOptions> = {}): Promise<Controller> {
  payments += 1
  const token = `01KB4Z8Q6V3M2N5P7R9T0W1${String(payments).padStart(3, '0')}`
  const payment = aPayment({ token, expiresAt: '2999-01-01T00:00:00.000Z' })
  const fetch: typeof globalThis.fetch = async (url) => {
    const { pathname } = new URL(String(url))
    if (pathname.endsWith('/pay')) return Response.json(honestCalldata(payment))
    return pathname.endsWith(payment.token)
      ? Response.json(payment)
      : Response.json({ code: 'not_found' }, { status: 404 })
  }
  const controller = createController({
    token: payment.token,
    apiBase: 'https://api.example',
    clientId: null,
    persist: 'off',
    fetch,
    ...options,
  })
  stops.push(() => controller.dispose())
  await controller.load()
  expect(controller.model.state).toBe('connect')
  return controller
}

test('A wallet that responds after the payer chose another wallet is not used', async () => {
  const late = Promise.withResolvers<readonly string[]>()
  const slow = announce('slow', { eth_requestAccounts: () => late.promise })
  announce('quick', { eth_requestAccounts: [PAYER], eth_accounts: [PAYER] })
  const { actions, ...controller } = await run().then((made) => ({
    actions: made.actions,
    model: () => made.model,
  }))
  actions.connect('slow')
  await expect.poll(() => controller.model().state, WAIT).toBe('connecting')
  actions.back()
  await expect.poll(() => controller.model().state, WAIT).toBe('connect')
  actions.connect('quick')
  await expect.poll(() => controller.model().state, WAIT).toBe('review')
  late.resolve([PAYEE])
  await expect.poll(() => slow.methods(), WAIT).toContain('eth_chainId')
  slow.emit('accountsChanged', [PAYEE])
  slow.emit('chainChanged', '0x1')
  await new Promise((resolve) => setTimeout(resolve))
  expect(controller.model()).toMatchObject({
    state: 'review',
    account: { address: PAYER, chainId: 31337, wallet: { name: 'quick' } },
  })
  expect(localStorage.getItem('secure-payment:wallet')).toBe('test.quick')
  // The late wallet also receives no request to pay.
  const before = slow.calls.length
  actions.pay()
  await expect.poll(() => controller.model().state, WAIT).not.toBe('review')
  expect(slow.calls).toHaveLength(before)
})

test('A wallet that the page filters out is not connected automatically either', async () => {
  localStorage.setItem('secure-payment:wallet', 'test.refused')
  const refused = announce('refused', { eth_accounts: [PAYER], eth_requestAccounts: [PAYER] })
  announce('allowed', {})
  const controller = await run({
    autoConnect: true,
    walletFilter: ({ rdns }) => rdns !== 'test.refused',
  })
  controller.actions.connect('test.refused')
  await expect.poll(() => controller.model.note?.code, WAIT).toBe('wallet_gone')
  expect(controller.model.wallets.map(({ name }) => name)).toEqual(['allowed'])
  expect(refused.calls).toEqual([])
})

test('A wallet that throws synchronously, instead of rejecting a promise, still receives the request', async () => {
  const wallet = announce('plain', { eth_requestAccounts: [PAYER], eth_accounts: [PAYER] })
  const { request } = wallet
  wallet.request = (call) => {
    if (call.method === 'wallet_getCapabilities') throw walletError(-32601)
    return request(call)
  }
  const controller = await run()
  controller.actions.connect('plain')
  await expect.poll(() => controller.model.state, WAIT).toBe('review')
  controller.actions.pay()
  await expect.poll(() => wallet.methods(), WAIT).toContain('eth_sendTransaction')
})
