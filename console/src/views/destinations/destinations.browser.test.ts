import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PayeeDestination, Session, StoredPolicy } from '../../api.ts'
import {
  type Answer,
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../../testing/consolePage.ts'
import { en } from '../../text/en.ts'

const { access, destinations: text, walletChange } = en
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NEXT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const PAYER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
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
  destinationId: `${WALLET}@eip155:8453#5A431E5E:${TOKEN}`,
  walletAddress: WALLET,
  chainId: 8453,
  tokenAddress: TOKEN,
  binaryInteropAddress: '0x0001',
  humanReadableInteropAddress: `${WALLET}@eip155:8453#5A431E5E`,
  claimed: true,
  active: true,
  accessPolicy: null,
  revision: 1,
  createdAt: '2026-11-01T09:00:00.000Z',
}
const usdc = {
  id: 'USDC-base',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  address: TOKEN,
  network: 'base',
  type: 'ERC20',
  hash: TOKEN,
  chainId: 8453,
}
const RULES: StoredPolicy = {
  mode: 'inherit',
  screeningProvider: null,
  hideUntilApproved: true,
  hidePayeeAddress: true,
}
const signingData = {
  nonce: 'v1.q2Jx8Yw0mZ5n',
  expiresAt: '2030-11-01T09:10:00.000Z',
  domain: { name: 'Secure Payment', version: '1', chainId: 8453 },
  types: { PayeeDestinationWalletChange: [{ name: 'walletAddress', type: 'address' }] },
  primaryType: 'PayeeDestinationWalletChange',
  message: {
    walletAddress: WALLET,
    newWalletAddress: NEXT,
    tokenAddress: TOKEN,
    chainId: 8453,
    service: 'https://auth.example.test',
    expiresAt: '2030-11-01T09:10:00.000Z',
    nonce: 'v1.q2Jx8Yw0mZ5n',
  },
}

/** The accounts that the fake wallet shares; the first one is the selected one. */
let accounts: readonly string[] = []
const asked: { method: string; params?: readonly unknown[] }[] = []
const provider = {
  on() {},
  removeListener() {},
  async request(call: { method: string; params?: readonly unknown[] }): Promise<unknown> {
    asked.push(call)
    if (call.method === 'eth_chainId') return '0x2105'
    return call.method === 'eth_signTypedData_v4' ? `0x${'5a'.repeat(65)}` : accounts
  },
}
const announce = () => {
  const info = { uuid: '1', name: 'Test wallet', rdns: 'test.wallet', icon: '' }
  window.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
  )
}
beforeEach(() => {
  asked.length = 0
  accounts = [WALLET, NEXT]
  window.addEventListener('eip6963:requestProvider', announce)
})
afterEach(() => window.removeEventListener('eip6963:requestProvider', announce))

function answer(
  options: {
    current?: PayeeDestination | null
    change?: Answer
    data?: object
    members?: object[]
    session?: Session
  } = {},
): void {
  const { current = destination, change, data = signingData } = options
  serve((path, { method }) => {
    if (path === '/v1/auth/session') return { status: 200, body: options.session ?? session }
    if (path.endsWith('/signing-data')) return { status: 200, body: data }
    if (path.endsWith('/wallet-change')) return change ?? { status: 200, body: destination }
    if (path === '/v1/members') return { status: 200, body: options.members ?? [] }
    if (path === '/v1/payee-destination') {
      return method === 'GET'
        ? { status: 200, body: current }
        : (change ?? { status: 200, body: current })
    }
    return { status: 200, body: [usdc] }
  })
}

function fill(name: string, value: string): void {
  const [field] = find(`[name="${name}"]`)
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (!isText) throw new Error(`There is no ${name}.`)
  field.value = value
}
async function press(label: string): Promise<void> {
  const button = () =>
    find('button, label').findLast(
      (one) => textOf(one).trim().endsWith(label) || textOf(one).trim().startsWith(label),
    )
  await expect.poll(button).toBeDefined()
  ;(button() as HTMLElement).click()
}
const page = () =>
  find('.page, .dialog-card, console-destination-move')
    .map((one) => (one.shadowRoot ?? one).textContent ?? '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
const sent = (path: string) =>
  calls.findLast(({ url, method }) => url.pathname.endsWith(path) && method !== 'GET')?.body
const signers = () =>
  asked.filter(({ method }) => method === 'eth_signTypedData_v4').map(({ params }) => params?.[0])

async function open(): Promise<void> {
  await mountConsole({ name: 'destinations' }, { networks: 'base' })
}

/** Opens the move, and names the new wallet. */
async function startMove(address = NEXT): Promise<void> {
  await open()
  await press(walletChange.action)
  await expect.poll(() => find('[name="walletAddress"]').length).toBe(1)
  fill('walletAddress', address)
  await press(walletChange.next)
}

describe('The rules for payers of a receiving route', () => {
  test('a merchant reserves the route for wallets, and the page shows them', async () => {
    answer()
    await open()
    await press(access.edit)
    await expect.poll(() => find('[name="accessPolicy"]').length).toBe(1)
    fill('accessPolicy', PAYER)
    await press(access.hide)
    await inspectConsole()
    const accessPolicy = {
      mode: 'inherit' as const,
      screeningProvider: null,
      hideUntilApproved: true,
      hidePayeeAddress: true,
      allowedPayerAddresses: [PAYER],
    }
    answer({ current: { ...destination, accessPolicy } })
    await press(access.save)
    await expect.poll(page).toContain(access.onlyWallets(1))
    expect(page()).toContain(access.hidden)
    expect(sent('/v1/payee-destination')).toEqual({
      revision: 1,
      tokenAddress: TOKEN,
      chainId: 8453,
      accessPolicy: {
        mode: 'inherit',
        hidePayeeAddress: true,
        allowedPayerAddresses: [PAYER],
      },
    })
    await inspectConsole()
  })

  test('the rules form after another change shows the conflict, saves nothing, and loads the route again', async () => {
    answer({ change: { status: 409, body: problem('revision_conflict', 409, { revision: 2 }) } })
    await open()
    await press(access.edit)
    fill('accessPolicy', PAYER)
    await press(access.save)
    await expect.poll(page).toContain(text.conflict)
    expect(sent('/v1/payee-destination')).toMatchObject({ revision: 1 })
    await inspectConsole()
    const accessPolicy = {
      ...{ mode: 'inherit' as const, screeningProvider: null },
      ...{ hideUntilApproved: true, hidePayeeAddress: true },
    }
    answer({ current: { ...destination, revision: 2, accessPolicy } })
    await press(en.links.editing.reload)
    await expect.poll(page).toContain(access.hidden)
    await press(access.edit)
    await press(access.save)
    await expect.poll(() => sent('/v1/payee-destination')).toMatchObject({ revision: 2 })
  })

  test('a wallet that the merchant moved away from receives again only after a confirmation', async () => {
    answer({ change: { status: 409, body: problem('destination_moved', 409) }, current: null })
    await open()
    await press(text.create)
    await expect.poll(page).toContain(en.errors.destination_moved)
    expect(sent('/v1/payee-destination')).not.toHaveProperty('confirmReturn')
    await inspectConsole()
    answer({ change: { status: 201, body: destination }, current: null })
    await press(text.receiveAgain)
    await expect.poll(page).toContain(access.edit)
    expect(sent('/v1/payee-destination')).toMatchObject({ confirmReturn: true })
  })

  test('without rules the policy is removed, but a required screening stays', async () => {
    const accessPolicy = {
      mode: 'kyt_all_wallets' as const,
      screeningProvider: null,
      hideUntilApproved: true,
      hidePayeeAddress: true,
    }
    answer({ current: { ...destination, accessPolicy } })
    await open()
    await expect.poll(page).toContain(access.screened)
    await press(access.edit)
    await expect.poll(() => find('[name="hidePayee"]').length).toBe(1)
    await press(access.hide)
    await press(access.save)
    await expect
      .poll(() => sent('/v1/payee-destination'))
      .toMatchObject({ accessPolicy: { mode: 'kyt_all_wallets' } })
    expect(JSON.stringify(sent('/v1/payee-destination'))).not.toContain('hide')
  })

  test('a line that is not an address is an error, and nothing is sent', async () => {
    answer()
    await open()
    await press(access.edit)
    await expect.poll(() => find('[name="accessPolicy"]').length).toBe(1)
    fill('accessPolicy', 'ana.eth')
    await press(access.save)
    await expect
      .poll(() => find('.field-error').map(textOf))
      .toEqual([access.walletInvalid(1, 'ana.eth')])
    expect(sent('/v1/payee-destination')).toBeUndefined()
    await inspectConsole()
  })
})

describe('The move of a receiving route', () => {
  test('both wallets sign the move, in order, and the service receives both signatures', async () => {
    answer()
    await startMove()
    await expect.poll(page).toContain(walletChange.signers.next)
    await inspectConsole()
    await press('Test wallet')
    await expect.poll(signers).toEqual([WALLET])
    await expect.poll(() => find('.badge.success').map(textOf)).toContain(walletChange.signed)
    await press('Test wallet')
    await expect.poll(signers).toEqual([WALLET, NEXT])
    const [, data] = asked.findLast(({ method }) => method === 'eth_signTypedData_v4')?.params ?? []
    const { types, message } = JSON.parse(String(data))
    expect(types.EIP712Domain.map(({ name }: { name: string }) => name)).toEqual([
      'name',
      'version',
      'chainId',
    ])
    expect(message).toEqual(signingData.message)
    await inspectConsole()
    answer({ current: null })
    await press(walletChange.move)
    await expect.poll(page).toContain(text.none)
    const signature = `0x${'5a'.repeat(65)}`
    expect(sent('/wallet-change')).toEqual({
      nonce: signingData.nonce,
      signature,
      newWalletSignature: signature,
    })
  })

  test.each([
    [
      'another payee',
      { ...signingData, message: { ...signingData.message, newWalletAddress: PAYER } },
    ],
    ['another token', { ...signingData, message: { ...signingData.message, tokenAddress: PAYER } }],
    ['another chain', { ...signingData, domain: { ...signingData.domain, chainId: 1 } }],
    ['another kind', { ...signingData, primaryType: 'PayeeDestination' }],
  ])('data of %s reaches no wallet', async (_, data) => {
    answer({ data })
    await startMove()
    await expect.poll(page).toContain(walletChange.mismatch)
    expect(asked).toEqual([])
  })

  test.each([
    ['no address', 'ana.eth', text.walletInvalid],
    ['the current wallet', WALLET.toLowerCase(), walletChange.same],
  ])('%s is an error at the field', async (_, address, message) => {
    answer()
    await startMove(address)
    await expect.poll(() => find('.field-error').map(textOf)).toEqual([message])
    await inspectConsole()
  })

  test('a wallet that shares another account signs nothing', async () => {
    accounts = [PAYER]
    answer()
    await startMove()
    await press('Test wallet')
    await expect.poll(page).toContain(walletChange.wrongAccount(WALLET))
    expect(signers()).toEqual([])
    await inspectConsole()
  })

  test('a move that the service rejects explains the cause, and can start again', async () => {
    answer({ change: { status: 403, body: problem('wallet_of_another_merchant', 403) } })
    await startMove()
    await press('Test wallet')
    await expect.poll(signers).toEqual([WALLET])
    await expect.poll(() => find('.wallet').length).toBe(1)
    await press('Test wallet')
    await press(walletChange.move)
    await expect.poll(page).toContain(en.errors.wallet_of_another_merchant)
    await inspectConsole()
    await press(walletChange.restart)
    await expect.poll(() => find('[name="walletAddress"]').length).toBe(1)
  })

  test('the page of a Tron wallet offers no move', async () => {
    const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
    answer({ current: { ...destination, walletAddress: tron, destinationId: tron } })
    await open()
    await expect.poll(page).toContain(access.edit)
    expect(page()).not.toContain(walletChange.action)
  })
})

test('A member without the right to manage reads the routes of the other wallets, and which right is missing', async () => {
  const none = { payeeDestinationIds: [], payeeDestinations: [] }
  const reader = { id: NEXT, kind: 'wallet', address: NEXT, ...none }
  const owner = { ...reader, id: WALLET, address: WALLET }
  const accessPolicy = { ...RULES, allowedPayerAddresses: [NEXT] }
  const { destinationId } = destination
  const payeeDestinations = [{ destinationId, accessPolicy }]
  const members = [{ ...owner, payeeDestinationIds: [destinationId], payeeDestinations }, reader]
  const readOnly: Session = { ...session, address: NEXT, role: 'read-only', scopes: ['read'] }
  answer({ current: null, members, session: readOnly })
  await mountConsole({ name: 'destinations' }, { networks: 'base' })
  const others = () =>
    find('console-other-routes')
      .map(({ shadowRoot }) => shadowRoot?.textContent ?? '')
      .join()
  await expect.poll(others).toContain('USDC on Base')
  expect(others().replaceAll(/\s/g, '')).toContain(WALLET)
  expect(others()).toContain(text.othersText)
  expect(others()).toContain(access.onlyWallets(1))
  expect(others()).toContain(access.hidden)
  expect(page()).toContain(en.rights.missing(en.rights.scopes.manage))
  expect(page()).not.toContain(text.noneText)
  await inspectConsole()
})
