import { expect, test } from 'vitest'
import type { ClientIdRecord, PayeeDestination, Session } from '../../api.ts'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  textOf,
} from '../../testing/consolePage.ts'
import { en } from '../../text/en.ts'

const { clientIds: text, common } = en
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SECRET = `cli_7Qd2mX9aTz4LkW8bRf6YcNp3VhJs1G.${'s'.repeat(43)}`
const { serve, calls } = prepareConsole()

const session: Session = {
  ...accountSession,
  kind: 'wallet',
  email: null,
  address: WALLET,
  walletType: 'evm',
}
const destination: PayeeDestination = {
  id: '01KB4T3F6V3M2N5P7R9T0W1X2Y',
  destinationId: `${WALLET}@eip155:8453#5A431E5E:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`,
  walletAddress: WALLET,
  chainId: 8453,
  tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  binaryInteropAddress: '0x0001',
  humanReadableInteropAddress: `${WALLET}@eip155:8453#5A431E5E`,
  claimed: true,
  active: true,
  accessPolicy: null,
  revision: 1,
  createdAt: '2026-11-01T09:00:00.000Z',
}
const record: ClientIdRecord = {
  id: '01KB4Y3F6V3M2N5P7R9T0W1X2Y',
  clientId: 'cli_7Qd2mX9aTz4LkW8bRf6YcNp3VhJs1G',
  label: 'Shop server',
  isBackend: true,
  allowedDomains: [],
  feePercentage: null,
  feeAddress: null,
  feeBearer: null,
  operatorWalletAddress: null,
  defaultPreApprovalExpiry: null,
  defaultAuthorizationExpiry: null,
  payeeDestinationId: destination.id,
  payeeDestination: { network: 'base', currency: 'USDC-base', active: true },
  allowAnyPayee: false,
  status: 'active',
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  lastUsedAt: null,
}

const field = (name: string, value: string) => {
  const [found] = find(`[name="${name}"][value="${value}"]`)
  if (!(found instanceof HTMLInputElement)) throw new Error(`There is no ${name} ${value}.`)
  return found
}
const press = (label: string) => {
  const button = find('button').find((one) => textOf(one) === label)
  if (button instanceof HTMLButtonElement) button.click()
}

test('A merchant creates a client ID for a server, and sees its secret once', async () => {
  serve((path, { method }) => {
    if (path === '/v1/auth/session') return { status: 200, body: session }
    if (path === '/v1/payee-destination') return { status: 200, body: destination }
    if (method === 'POST') return { status: 201, body: { ...record, secretClientId: SECRET } }
    return { status: 200, body: [] }
  })
  await mountConsole({ name: 'clientIds' })
  await expect.poll(() => find('.page').map(textOf).join()).toContain(text.empty)
  press(text.create)
  await expect.poll(() => find('[name="place"]').length).toBe(2)
  expect(find('[name="allowedDomains"]')).toHaveLength(1)
  // The form names both kinds as the guide does.
  expect(
    find('label')
      .map(textOf)
      .map((label) => label.trim()),
  ).toEqual(expect.arrayContaining([expect.stringContaining('Backend client ID')]))
  field('place', 'server').click()
  await expect.poll(() => find('[name="allowedDomains"]').length).toBe(0)
  expect(
    find('[name="binding"]').map((choice) => choice instanceof HTMLInputElement && choice.value),
  ).toEqual(['none', 'own', 'other', 'any'])
  // The warning about visitors of a page does not apply to a secret.
  const form = find('form').map(textOf).join()
  expect(form).not.toContain(text.bindAnyHint)
  expect(form).toContain(text.bindAnyServerHint)
  expect(field('binding', 'own').checked).toBe(true)
  await inspectConsole()

  const [label] = find('[name="label"]')
  if (label instanceof HTMLInputElement) label.value = 'Shop server'
  find('form')
    .find((form) => form instanceof HTMLFormElement)
    ?.requestSubmit()
  await expect.poll(() => find('.secret code').map(textOf)).toEqual([SECRET])
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    label: 'Shop server',
    isBackend: true,
    feePercentage: null,
    feeAddress: null,
    feeBearer: null,
    payeeDestinationId: destination.id,
    allowAnyPayee: false,
  })
  await inspectConsole()
  press(common.stored)
  await expect.poll(() => find('.secret').length).toBe(0)
  const page = find('.page').map(textOf).join()
  expect(page).toContain(text.server)
  expect(page).not.toContain(SECRET)
})

test('The list marks a backend client ID that pays any address, and names the holder of the secret', async () => {
  const anyone = { ...record, payeeDestinationId: null, allowAnyPayee: true }
  serve((path) => {
    if (path === '/v1/auth/session') return { status: 200, body: session }
    if (path === '/v1/payee-destination') return { status: 200, body: destination }
    if (path === '/v1/client-ids') return { status: 200, body: [anyone] }
    return { status: 200, body: [] }
  })
  await mountConsole({ name: 'clientIds' })
  await expect.poll(() => find('.record').length).toBe(1)
  const shown = find('.record').map(textOf).join()
  expect(shown).toContain(text.server)
  expect(shown).toContain(text.risky)
  expect(shown).toContain(text.bindAnyServerHint)
  expect(shown).not.toContain(text.riskyText)
  await inspectConsole()
})

test('The form for a backend client ID cannot turn it into one for pages', async () => {
  serve((path) => {
    if (path === '/v1/auth/session') return { status: 200, body: session }
    if (path === '/v1/payee-destination') return { status: 200, body: destination }
    if (path === '/v1/client-ids') return { status: 200, body: [record] }
    return { status: 200, body: [] }
  })
  await mountConsole({ name: 'clientIds' })
  await expect.poll(() => find('.record').length).toBe(1)
  expect(find('.record .value-line')).toHaveLength(0)
  press(common.edit)
  await expect.poll(() => find('[name="label"]').length).toBe(1)
  expect(find('[name="place"], [name="allowedDomains"]')).toHaveLength(0)
})

test('The fee of a client ID names its bearer, and the form previews it in the token of the wallet', async () => {
  const usdc = {
    id: 'USDC-base',
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    address: destination.tokenAddress,
    network: 'base',
    type: 'ERC20',
    hash: destination.tokenAddress,
    chainId: 8453,
  }
  const charged = { ...record, feePercentage: '1', feeAddress: WALLET, feeBearer: 'payee' }
  serve((path, { method }) => {
    if (path === '/v1/auth/session') return { status: 200, body: session }
    if (path === '/v1/payee-destination') return { status: 200, body: destination }
    if (path === '/v2/currencies') return { status: 200, body: [usdc] }
    if (path.endsWith('/fees/preview')) {
      const amounts = { payerTotalAmountUsd: '101', netRecipientAmountUsd: '100' }
      return { status: 200, body: { ...amounts, totalFeesUsd: '1' } }
    }
    if (path.startsWith('/v1/client-ids')) {
      return { status: 200, body: method === 'GET' ? [charged] : charged }
    }
    return { status: 200, body: [] }
  })
  await mountConsole({ name: 'clientIds' }, { networks: 'base' })
  await expect.poll(() => find('.record').map(textOf).join()).toContain(en.approvals.fees.payee)
  press(common.edit)
  await expect.poll(() => find('[name="feeBearer"]').length).toBe(1)
  const [bearer] = find('[name="feeBearer"]')
  if (!(bearer instanceof HTMLSelectElement)) throw new Error('There is no choice of the bearer.')
  expect(bearer.value).toBe('payee')
  expect([...bearer.options].map(({ value }) => value)).toEqual(['', 'payer', 'payee'])
  bearer.value = 'payer'
  bearer.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
  await expect
    .poll(() => find('console-fee-preview .facts-list, .facts-list').map(textOf).join())
    .toContain('$101.00')
  expect(calls.findLast(({ url }) => url.pathname.endsWith('/preview'))?.body).toEqual({
    amount: '100',
    currency: 'USDC-base',
    flow: 'get_paid',
    feePercentage: '1',
    feeAddress: WALLET,
    defaultFeeBearer: 'payer',
  })
  await inspectConsole()
  find('form')
    .find((form) => form instanceof HTMLFormElement)
    ?.requestSubmit()
  await expect
    .poll(() => calls.findLast(({ method }) => method === 'PUT' || method === 'PATCH')?.body)
    .toMatchObject({ feePercentage: '1', feeAddress: WALLET, feeBearer: 'payer' })
})

test.each([
  ['names its token and its network', record.payeeDestination, text.boundTo('USDC on Base')],
  ['states that it is a route, if its token is unknown', null, text.boundToRoute],
])(
  'A client ID that is bound to another wallet’s route %s, without the route’s id',
  async (_, payeeDestination, shown) => {
    serve((path) => {
      if (path === '/v1/auth/session') {
        return { status: 200, body: { ...accountSession, role: 'viewer', scopes: ['read'] } }
      }
      return {
        status: 200,
        body: path === '/v2/currencies' ? [] : [{ ...record, payeeDestination }],
      }
    })
    await mountConsole({ name: 'clientIds' })
    await expect.poll(() => find('.facts-line').map(textOf).join()).toContain(shown)
    expect(find('.facts-line').map(textOf).join()).not.toContain(destination.id)
  },
)

test.each([
  ['an account', accountSession],
  ['the wallet, after it stopped receiving', session],
])('An edit by %s keeps the route to which the client ID is bound', async (_, member) => {
  serve((path, { method }) => {
    if (path === '/v1/auth/session') return { status: 200, body: member }
    if (path === '/v1/payee-destination') return { status: 200, body: null }
    if (path.startsWith('/v1/client-ids')) {
      return { status: 200, body: method === 'GET' ? [record] : { ...record, label: 'Till' } }
    }
    return { status: 200, body: [] }
  })
  await mountConsole({ name: 'clientIds' })
  await expect.poll(() => find('.record').length).toBe(1)
  press(common.edit)
  await expect.poll(() => find('[name="label"]').length).toBe(1)
  expect(field('binding', 'current').checked).toBe(true)
  expect(find('.choice-line').map(textOf).join()).toContain(text.boundTo('USDC on Base'))
  expect(find('form').map(textOf).join()).not.toContain(destination.id)
  await inspectConsole()
  const [label] = find('[name="label"]')
  if (label instanceof HTMLInputElement) label.value = 'Till'
  press(common.save)
  await expect
    .poll(() => calls.findLast(({ method }) => method !== 'GET')?.body)
    .toEqual({ label: 'Till', feePercentage: null, feeAddress: null, feeBearer: null })
  await expect.poll(() => find('.record').map(textOf).join()).toContain('Till')
})

test.each([
  ['a client ID', { name: 'clientIds' }, text.create],
  ['an API key', { name: 'apiKeys' }, en.apiKeys.create],
] as const)(
  'The error at the empty label of %s disappears once the label is filled',
  async (_, route, button) => {
    serve((path) => {
      if (path === '/v1/auth/session') return { status: 200, body: session }
      if (path === '/v1/payee-destination') return { status: 200, body: destination }
      return { status: 200, body: [] }
    })
    await mountConsole(route)
    await expect.poll(() => find('button').map(textOf)).toContain(button)
    press(button)
    await expect.poll(() => find('[name="label"]').length).toBe(1)
    find('form')
      .find((form) => form instanceof HTMLFormElement)
      ?.requestSubmit()
    await expect.poll(() => find('#label-error').map(textOf)).toEqual([en.errors.required])
    const [label] = find('[name="label"]')
    if (!(label instanceof HTMLInputElement)) throw new Error('There is no label field.')
    label.value = 'Till'
    label.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
    await expect.poll(() => find('#label-error').length).toBe(0)
  },
)

test.each([
  [
    'a wallet of the account',
    [{ address: WALLET }],
    text.boundToMember('USDC on Base', '0xf39F…2266'),
  ],
  ['a stranger’s wallet', [{ address: null }], text.boundToOutside('USDC on Base', '0xf39F…2266')],
])(
  'The list names %s to which a client ID is bound, and that it stopped receiving',
  async (_, members, shown) => {
    const bound = { ...record, payeeDestinationId: destination.destinationId }
    const stopped = { network: 'base', currency: 'USDC-base', active: false }
    serve((path) => {
      if (path === '/v1/auth/session') return { status: 200, body: accountSession }
      if (path === '/v1/members') return { status: 200, body: members }
      if (path === '/v1/client-ids') {
        const body = [bound, { ...bound, id: destination.id, payeeDestination: stopped }]
        return { status: 200, body }
      }
      if (path === '/v2/currencies') {
        const token = {
          name: 'USD Coin',
          symbol: 'USDC',
          decimals: 6,
          network: 'base',
          chainId: 8453,
        }
        const address = destination.tokenAddress
        return {
          status: 200,
          body: [{ ...token, id: 'USDC-base', address, hash: address, type: 'ERC20' }],
        }
      }
      return { status: 200, body: [] }
    })
    await mountConsole({ name: 'clientIds' }, { networks: 'base' })
    await expect.poll(() => find('.record').length).toBe(2)
    const [active, inactive] = find('.record').map(textOf)
    expect(active).toContain(shown)
    expect(active).not.toContain(text.stopped)
    expect(inactive).toContain(text.stopped)
    expect(inactive).toContain(text.stoppedText)
    await inspectConsole()
  },
)
