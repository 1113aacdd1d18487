import { formatDestinationId } from '@secure-payment/core/destinations'
import { describe, expect, test } from 'vitest'
import type { StoredPolicy } from '../../api.ts'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../../testing/consolePage.ts'
import {
  LINK_TOKEN,
  LINK_URL,
  linkItem,
  linkRequest,
  linkState,
  linkSummary,
} from '../../testing/linkState.ts'
import { en } from '../../text/en.ts'

const { access, clientIds, fees, links: text } = en
const { detail } = text
const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const FEE_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const PAYER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const ROUTE = formatDestinationId({ walletAddress: WALLET, chainId: 1, tokenAddress: TOKEN })
const USDC = {
  id: 'USDC-mainnet',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  address: TOKEN,
  network: 'mainnet',
  type: 'ERC20',
  hash: TOKEN,
  chainId: 1,
}
const PLAN = {
  version: 1,
  flow: 'get_paid',
  defaultFeeBearer: 'payee',
  grossAmountUsd: '80',
  netRecipientAmountUsd: '79.2',
  payerTotalAmountUsd: '80',
  totalFeesUsd: '0.8',
  payeeBorneFeesUsd: '0.8',
  payerBorneFeesUsd: '0',
  fees: [],
}

const { serve, calls } = prepareConsole()

type Preview = { readonly status: number; readonly body: unknown } | 'never'

/**
 * Serves a merchant with one wallet that receives USDC. `preview` is the response to each preview of a fee, and `routes` lists the currencies
 * in which a price in dollars can be paid.
 */
function answer(preview: Preview = { status: 200, body: PLAN }, routes: object[] = []): void {
  serve((path, { method }) => {
    if (path.endsWith('/fees/preview')) return preview
    if (path.endsWith('/USD/conversion-routes')) {
      const found = { currencyId: 'USD', network: null, conversionRoutes: routes }
      return { status: 200, body: found }
    }
    return respond({ path, method })
  })
}

function respond({ path, method }: { path: string; method: string }) {
  if (path === '/v1/auth/session') return { status: 200, body: accountSession }
  if (method === 'POST') {
    return {
      status: 201,
      body: { requestIds: ['x'], securePaymentUrl: LINK_URL, token: LINK_TOKEN, feePlan: null },
    }
  }
  if (path === '/v2/currencies') return { status: 200, body: [USDC] }
  if (path.endsWith('/conversion-routes')) {
    return { status: 200, body: { currencyId: 'USD', network: null, conversionRoutes: [] } }
  }
  if (path === '/v1/members') {
    const member = { id: WALLET, kind: 'wallet', address: WALLET }
    const payeeDestinationIds = [ROUTE.destinationId]
    return { status: 200, body: [{ ...member, payeeDestinationIds, payeeDestinations: [] }] }
  }
  return { status: 200, body: { securePayments: [], nextCursor: null } }
}

function fill(name: string, value: string): void {
  for (const field of find(`[name="${name}"]`)) {
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (!isText && !(field instanceof HTMLSelectElement)) continue
    field.value = value
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function press(selector: string, label: string): void {
  const found = find(selector).findLast((one) => textOf(one).trim().startsWith(label))
  if (!(found instanceof HTMLElement)) throw new Error(`There is no ${label}.`)
  found.click()
}

const preview = () =>
  find('console-fee-preview')
    .map(({ shadowRoot }) => shadowRoot?.textContent?.replaceAll(/\s+/g, ' ') ?? '')
    .join()
const previews = () => calls.filter(({ url }) => url.pathname.endsWith('/fees/preview'))
const created = () =>
  calls.findLast(({ method, url }) => method === 'POST' && url.pathname === '/v2/secure-payments')
    ?.body

async function open(): Promise<void> {
  await mountConsole({ name: 'newLink', from: null }, { networks: 'mainnet' })
  await expect.poll(() => find('[name="amount"]').length).toBe(1)
  fill('amount', '80')
}

describe('The fee of a new link', () => {
  test('the form previews a fee that the recipient bears, and sends it', async () => {
    answer()
    await open()
    press('label', clientIds.fee)
    await expect.poll(preview).toContain(fees.incomplete)
    expect(previews()).toEqual([])
    fill('feePercentage', '1')
    fill('feeAddress', FEE_ADDRESS)
    fill('feeBearer', 'payee')
    await expect.poll(preview).toContain('$79.20')
    expect(preview()).toContain(fees.of('80 USDC'))
    expect(previews().at(-1)?.body).toEqual({
      amount: '80',
      currency: 'USDC-mainnet',
      flow: 'get_paid',
      feePercentage: '1',
      feeAddress: FEE_ADDRESS,
      defaultFeeBearer: 'payee',
    })
    await inspectConsole()
    press('button', text.form.create)
    await expect.poll(() => location.pathname).toBe(`/console/links/${LINK_TOKEN}`)
    expect(created()).toMatchObject({
      feePercentage: '1',
      feeAddress: FEE_ADDRESS,
      defaultFeeBearer: 'payee',
    })
  })

  test('the form previews the fee on the typed price in a fiat currency', async () => {
    const plan = {
      ...PLAN,
      grossAmountUsd: '120.5',
      netRecipientAmountUsd: '120.5',
      payerTotalAmountUsd: '123.52',
      totalFeesUsd: '3.02',
    }
    answer({ status: 200, body: plan }, [USDC])
    await open()
    fill('currency', 'USD')
    fill('amount', '120.50')
    press('label', clientIds.fee)
    await expect.poll(() => find('[name="feeAddress"]').length).toBe(1)
    fill('feePercentage', '2.5')
    fill('feeAddress', FEE_ADDRESS)
    await expect.poll(preview).toContain('$123.52')
    expect(preview()).toContain(fees.of('$120.50'))
    expect(preview()).toContain('$3.02')
    expect(previews().at(-1)?.body).toMatchObject({ amount: '120.5', currency: 'USD' })
  })

  test('the preview shows that it is loading, that no price is known, and that a call failed', async () => {
    answer('never')
    await open()
    press('label', clientIds.fee)
    await expect.poll(preview).toContain(fees.incomplete)
    fill('feePercentage', '1')
    fill('feeAddress', FEE_ADDRESS)
    await expect.poll(preview).toContain(fees.loading)
    const unpriced = [{ field: 'currency', code: 'price_unknown', message: 'has no known price' }]
    answer({ status: 400, body: problem('validation_failed', 400, { errors: unpriced }) })
    fill('feePercentage', '2')
    await expect.poll(preview).toContain(fees.unpriced)
    await inspectConsole()
    answer({ status: 503, body: problem('database_unavailable', 503) })
    fill('feePercentage', '3')
    await expect.poll(preview).toContain(fees.retry)
    await inspectConsole()
    answer()
    press('button', fees.retry)
    await expect.poll(preview).toContain('$79.20')
  })

  test('a fee address that is not on the network is an error at its field, and nothing is sent', async () => {
    answer()
    await open()
    press('label', clientIds.fee)
    await expect.poll(() => find('[name="feeAddress"]').length).toBe(1)
    fill('feePercentage', '1')
    fill('feeAddress', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
    press('button', text.form.create)
    await expect.poll(() => find('.field-error').map(textOf)).toEqual([fees.addressInvalid])
    expect(created()).toBeUndefined()
  })
})

describe('The rules for payers of a new link', () => {
  test('the form reserves a link for wallets and hides the receiving address', async () => {
    answer()
    await open()
    press('summary', access.fold)
    fill('accessPolicy', `${PAYER}\n\n${FEE_ADDRESS.toLowerCase()}`)
    press('label', access.hide)
    await inspectConsole()
    press('button', text.form.create)
    await expect.poll(() => location.pathname).toBe(`/console/links/${LINK_TOKEN}`)
    expect(created()).toMatchObject({
      accessPolicy: {
        allowedPayerAddresses: [PAYER, FEE_ADDRESS.toLowerCase()],
        hidePayeeAddress: true,
      },
    })
  })

  test('a line that is not an address is an error with its number, in an open section', async () => {
    answer()
    await open()
    fill('accessPolicy', `${PAYER}\nana.eth`)
    press('button', text.form.create)
    await expect
      .poll(() => find('.field-error').map(textOf))
      .toEqual([access.walletInvalid(2, 'ana.eth')])
    const [field] = find('[name="accessPolicy"]')
    expect(field?.closest('details')?.open).toBe(true)
    expect(created()).toBeUndefined()
    await inspectConsole()
  })

  test('a link without rules and without a fee omits their members', async () => {
    answer()
    await open()
    press('button', text.form.create)
    await expect.poll(() => location.pathname).toBe(`/console/links/${LINK_TOKEN}`)
    expect(JSON.stringify(created())).not.toMatch(/accessPolicy|fee/i)
  })
})

test('A copy of a link whose payers are screened requires their screening too', async () => {
  const accessPolicy: StoredPolicy = {
    mode: 'kyt_all_wallets',
    screeningProvider: null,
    hideUntilApproved: false,
    hidePayeeAddress: false,
  }
  serve((path, { method, url }) => {
    if (path.startsWith('/v2/request/')) return { status: 200, body: linkRequest({}) }
    if (path === `/v2/secure-payments/${LINK_TOKEN}`) {
      const items = [linkItem({ invoiceCurrency: 'USDC-mainnet', symbol: 'USDC', decimals: 6 })]
      return { status: 200, body: linkState({ items }) }
    }
    const isLookup = method === 'GET' && url.searchParams.has('requestId')
    return isLookup
      ? { status: 200, body: linkSummary({ accessPolicy }) }
      : respond({ path, method })
  })
  await mountConsole({ name: 'newLink', from: LINK_TOKEN }, { networks: 'mainnet' })
  await expect.poll(() => find('details').map(textOf).join()).toContain(access.screened)
  await inspectConsole()
  press('button', text.form.create)
  await expect.poll(created).toMatchObject({ accessPolicy: { mode: 'kyt_all_wallets' } })
})

test('The page of a link shows its fee, the amounts of the fee plan and the rules for payers', async () => {
  const fee = { percentage: '1', amount: '0.8', address: FEE_ADDRESS, bearer: 'payee' } as const
  const feePlan = { ...PLAN, version: 1, flow: 'get_paid', defaultFeeBearer: 'payee' } as const
  const link = linkState({ items: [linkItem({ fee })], feePlan })
  const accessPolicy: StoredPolicy = {
    mode: 'inherit',
    screeningProvider: null,
    hideUntilApproved: true,
    hidePayeeAddress: true,
    allowedPayerAddresses: [PAYER],
  }
  serve((path, { url }) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (path.startsWith('/v2/request/')) return { status: 200, body: linkRequest({}) }
    const isLookup = url.searchParams.has('requestId')
    return { status: 200, body: isLookup ? linkSummary({ accessPolicy }) : link }
  })
  await mountConsole({ name: 'link', token: LINK_TOKEN }, { networks: 'mainnet' })
  const facts = () =>
    find('.facts-list > div').map((fact) => textOf(fact).replaceAll(/\s+/g, ' ').trim())
  await expect.poll(() => facts().join('|')).toContain(access.onlyWallets(1))
  const all = facts().join('|').replaceAll(' ', '')
  for (const part of [
    `${en.approvals.fees.payee}$0.80${FEE_ADDRESS}`,
    `${fees.payerPays}$80.00`,
    `${fees.payeeReceives}$79.20`,
    `${access.onlyWallets(1)}${PAYER}`,
    `${access.address}${access.hidden}`,
  ]) {
    expect(all).toContain(part.replaceAll(' ', ''))
  }
  await inspectConsole()
})

test.each([
  // 1.7 % of 33.33 is 0.56661.
  {
    item: { amount: '33.33', symbol: 'USD', invoiceCurrency: 'USD', decimals: 2 },
    fee: { percentage: '1.7', amount: '0.56661', bearer: 'payee' as const },
    usd: ['33.33', '32.76339'],
    shown: ['$0.57', '$33.33', '$32.76'],
  },
  // 1.7 % of 3333 is 56.661.
  {
    item: { amount: '3333', symbol: 'JPY', invoiceCurrency: 'JPY', decimals: 0 },
    fee: { percentage: '1.7', amount: '56.661', bearer: 'payee' as const },
    usd: ['22.22', '21.84226'],
    shown: [
      '¥57',
      `¥3,333 ${detail.worthAtCreation('$22.22')}`,
      `¥3,276 ${detail.worthAtCreation('$21.84')}`,
    ],
  },
  // 3.3 % of 80.05 is 2.64165.
  {
    item: { amount: '80.05', symbol: 'CHF', invoiceCurrency: 'CHF', decimals: 2 },
    fee: { percentage: '3.3', amount: '2.65' },
    usd: ['92.624', '89.656'],
    shown: [
      'CHF 2.65',
      `CHF 82.70 ${detail.worthAtCreation('$92.62')}`,
      `CHF 80.05 ${detail.worthAtCreation('$89.65')}`,
    ],
  },
])(
  'The fee, the total and the net amount of a link in $item.symbol add up in its currency',
  async ({ item, fee, usd: [payerTotalAmountUsd = '', netRecipientAmountUsd = ''], shown }) => {
    const defaultFeeBearer = fee.bearer ?? 'payer'
    const plan = { payerTotalAmountUsd, netRecipientAmountUsd, defaultFeeBearer } as const
    const feePlan = { ...PLAN, version: 1, flow: 'get_paid', ...plan } as const
    const items = [linkItem({ ...item, fee: { ...fee, address: FEE_ADDRESS } })]
    serve((path, { url }) => {
      if (path === '/v1/auth/session') return { status: 200, body: accountSession }
      if (path.startsWith('/v2/request/')) return { status: 200, body: linkRequest({}) }
      const isLookup = url.searchParams.has('requestId')
      return { status: 200, body: isLookup ? linkSummary({}) : linkState({ items, feePlan }) }
    })
    await mountConsole({ name: 'link', token: LINK_TOKEN }, { networks: 'mainnet' })
    const facts = () =>
      find('.facts-list > div').map((fact) => textOf(fact).replaceAll(/\s+/g, ' '))
    const [feeShown = '', paid = '', received = ''] = shown
    const label = en.approvals.fees[defaultFeeBearer]
    await expect.poll(() => facts().join('|')).toContain(`${label}${feeShown} ${FEE_ADDRESS}`)
    expect(facts().map((fact) => fact.trim())).toEqual(
      expect.arrayContaining([`${fees.payerPays}${paid}`, `${fees.payeeReceives}${received}`]),
    )
  },
)

describe('The rules for payers of an existing link', () => {
  const stored: StoredPolicy = {
    mode: 'kyt_all_wallets',
    screeningProvider: null,
    hideUntilApproved: false,
    hidePayeeAddress: false,
    allowedPayerAddresses: [PAYER],
  }
  const patched = () => calls.findLast(({ method }) => method === 'PATCH')?.body

  async function openEdit(accessPolicy: StoredPolicy | null): Promise<void> {
    serve((path, { method, url }) => {
      if (path === '/v1/auth/session') return { status: 200, body: accountSession }
      if (method === 'PATCH') return { status: 200, body: { token: LINK_TOKEN, revision: 4 } }
      if (path === `/v2/secure-payments/${LINK_TOKEN}`) {
        return { status: 200, body: linkState({ order: { title: 'Two chairs' } }) }
      }
      if (path.startsWith('/v2/request/')) return { status: 200, body: linkRequest({}) }
      if (url.searchParams.has('requestId')) {
        return { status: 200, body: linkSummary({ revision: 3, accessPolicy }) }
      }
      if (path === '/v1/members') return { status: 200, body: [] }
      return { status: 404, body: problem('not_found', 404) }
    })
    await mountConsole({ name: 'editLink', token: LINK_TOKEN }, { networks: 'mainnet' })
    await expect.poll(() => find('[name="accessPolicy"]').length).toBe(1)
  }

  test('the edit form shows the rules, keeps a required screening, and sends the new rules with the revision', async () => {
    await openEdit(stored)
    expect(find('[name="accessPolicy"]').map((one) => Reflect.get(one, 'value'))).toEqual([PAYER])
    await inspectConsole()
    fill('accessPolicy', `${PAYER}\n${WALLET}`)
    press('label', access.hide)
    press('button', text.editing.save)
    await expect.poll(patched).toMatchObject({
      revision: 3,
      accessPolicy: {
        mode: 'kyt_all_wallets',
        hidePayeeAddress: true,
        allowedPayerAddresses: [PAYER, WALLET],
      },
    })
  })

  test('the edit form sends no rules if they stay, null if they are removed, and nothing with a wrong address', async () => {
    await openEdit({ ...stored, mode: 'inherit' })
    fill('reference', 'B-2')
    press('button', text.editing.save)
    await expect.poll(patched).toMatchObject({ revision: 3, reference: 'B-2' })
    expect(patched()).not.toHaveProperty('accessPolicy')
    document.body.replaceChildren()
    await openEdit({ ...stored, mode: 'inherit' })
    fill('accessPolicy', 'ana.eth')
    press('button', text.editing.save)
    await expect
      .poll(() => find('.field-error').map(textOf))
      .toEqual([access.walletInvalid(1, 'ana.eth')])
    fill('accessPolicy', '')
    press('button', text.editing.save)
    await expect.poll(patched).toMatchObject({ accessPolicy: null })
  })
})

describe('The rules of the receiving route', () => {
  const policy: StoredPolicy = {
    mode: 'inherit',
    screeningProvider: null,
    hideUntilApproved: true,
    hidePayeeAddress: true,
    allowedPayerAddresses: [PAYER],
  }
  const wallet = { ...accountSession, kind: 'wallet', address: WALLET, walletType: 'evm' }

  /** Serves a link to a wallet's route; `isKnown` if the wallet is the account's, whose rules the service returns. */
  function answerRoute(session: object, stored: StoredPolicy | null, isKnown = true): void {
    const { destinationId } = ROUTE
    const payeeDestinations = isKnown ? [{ destinationId, accessPolicy: policy }] : []
    const member = { id: WALLET, kind: 'wallet', address: WALLET }
    const members = [{ ...member, payeeDestinationIds: [destinationId], payeeDestinations }]
    serve((path, { method, url }) => {
      if (path === '/v1/auth/session') return { status: 200, body: session }
      if (path === '/v1/members') return { status: 200, body: members }
      if (method === 'PATCH') return { status: 200, body: { token: LINK_TOKEN, revision: 4 } }
      if (path === `/v2/secure-payments/${LINK_TOKEN}`) {
        return { status: 200, body: linkState({ order: { title: 'Two chairs' } }) }
      }
      if (path.startsWith('/v2/request/')) return { status: 200, body: linkRequest({}) }
      if (url.searchParams.has('requestId')) {
        return { status: 200, body: linkSummary({ revision: 3, accessPolicy: stored }) }
      }
      return respond({ path, method })
    })
  }

  const rules = () => find('details').map(textOf).join().replaceAll(/\s+/g, ' ')
  const errors = () => find('.field-error').map(textOf)
  const toast = () => find('.announcement p').map(textOf).join()

  test.each([
    ['own', wallet],
    ['another member’s', accountSession],
  ])(
    'the form of a new link to the %s route names the wallets that remain, and rejects a wallet that the route excludes',
    async (_, session) => {
      answerRoute(session, policy)
      await open()
      await expect.poll(rules).toContain(access.routeWallets(1))
      expect(rules().replaceAll(' ', '')).toContain(PAYER)
      expect(rules()).toContain(access.routeHides)
      expect(rules()).not.toContain(access.walletsHint(100))
      expect(find('[type="checkbox"][name="hidePayee"]')).toEqual([])
      await inspectConsole()
      fill('accessPolicy', `${PAYER.toLowerCase()}\n${FEE_ADDRESS}`)
      press('button', text.form.create)
      await expect.poll(errors).toEqual([access.walletExcluded(2, FEE_ADDRESS)])
      expect(created()).toBeUndefined()
      fill('accessPolicy', PAYER.toLowerCase())
      press('button', text.form.create)
      await expect
        .poll(created)
        .toMatchObject({ accessPolicy: { allowedPayerAddresses: [PAYER.toLowerCase()] } })
    },
  )

  test('the form that edits a link names the wallets that remain, and an edit that removes the list states that they stay', async () => {
    answerRoute(wallet, policy)
    await mountConsole({ name: 'editLink', token: LINK_TOKEN }, { networks: 'mainnet' })
    await expect.poll(rules).toContain(access.routeWallets(1))
    fill('accessPolicy', `${PAYER}\n${FEE_ADDRESS}`)
    press('button', text.editing.save)
    await expect.poll(errors).toEqual([access.walletExcluded(2, FEE_ADDRESS)])
    fill('accessPolicy', '')
    press('button', text.editing.save)
    await expect.poll(() => location.pathname).toBe(`/console/links/${LINK_TOKEN}`)
    await expect.poll(toast).toContain(access.narrowed)
  })

  test('an edit of other fields keeps wallets that are older than the rules of the route', async () => {
    answerRoute(wallet, { ...policy, allowedPayerAddresses: [PAYER, FEE_ADDRESS] })
    await mountConsole({ name: 'editLink', token: LINK_TOKEN }, { networks: 'mainnet' })
    await expect.poll(rules).toContain(access.routeWallets(1))
    fill('reference', 'B-2')
    press('button', text.editing.save)
    await expect.poll(toast).toContain(text.editing.saved)
    const patched = calls.findLast(({ method }) => method === 'PATCH')?.body
    expect(patched).toMatchObject({ reference: 'B-2' })
    expect(patched).not.toHaveProperty('accessPolicy')
  })

  test('a link to a route of another account states that the route may have rules, and names the wallets that the stored rules exclude', async () => {
    answerRoute(accountSession, policy, false)
    await open()
    await expect.poll(rules).toContain(access.routeUnknown)
    fill('accessPolicy', `${PAYER}\n${FEE_ADDRESS}`)
    press('button', text.form.create)
    const masked = `${FEE_ADDRESS.slice(0, 6)}…${FEE_ADDRESS.slice(-4)}`
    await expect.poll(toast).toContain(access.excluded(masked))
  })

  test('a link without rules of its own states that the stored rules are stricter', async () => {
    answerRoute(accountSession, policy, false)
    await open()
    press('button', text.form.create)
    await expect.poll(toast).toContain(access.narrowed)
  })
})
