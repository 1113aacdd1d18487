import { RELAYER_ACCOUNT } from '@secure-payment/devnet'
import { changePay } from './support/changePay.ts'
import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce } from './support/expectPaidOnce.ts'
import { holdBlocks } from './support/holdBlocks.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import type { Wallet } from './support/installWallet.ts'
import { expect, test as rowTest } from './support/matrix/rowStory.ts'
import { ASKED, inOrder, OPENED, PAID, REVIEWED, SENT } from './support/matrix/transcript.ts'
import { createPayer, type Payer } from './support/payer.ts'
import { payThrough } from './support/payThrough.ts'
import { approvePermit2, mint } from './support/sponsoredTokens.ts'
import type { World } from './support/world.ts'

/** Payers who hold tokens and no native coin: each one signs, and the host sends the payment. */
const test = rowTest.extend<{ payer: Payer }>({
  payer: async ({ world }, use) => {
    const payer = await createPayer(world)
    await setCoins(world, payer, 0n)
    await use(payer)
  },
})
test.use({ sponsors: true })

const USDC = [{ symbol: 'USDC', amount: '12.5' }]
const SIGNATURE =
  'Your wallet asks for a signature, with which the service sends exactly this payment.'
const UNAVAILABLE = 'The payment service cannot pay the network fee right now, so you pay it.'
const NO_FEE = 'Not enough ETH for the network fee'

async function setCoins({ devnet }: World, { address }: Payer, value: bigint): Promise<void> {
  await devnet.chains.client('devnet').setBalance({ address, value })
}

function signatures({ calls }: Wallet): string[] {
  return calls
    .filter(({ method }) => method === 'eth_signTypedData_v4')
    .map(({ params }) => JSON.parse(String(params[1])).primaryType)
}

const KINDS = [
  { symbol: 'USDC', primaryType: 'ReceiveWithAuthorization', mined: 0, tag: [] },
  { symbol: 'USDT', primaryType: 'PermitWitnessTransferFrom', mined: 1, tag: ['@deep'] },
  { symbol: 'FAU', primaryType: 'Permit', mined: 0, tag: ['@deep'] },
] as const

for (const { symbol, primaryType, mined, tag } of KINDS) {
  test(`A payer without native coins pays in ${symbol} with one signature`, {
    tag: [...tag],
  }, async ({ page, world, payer, wallet, row }) => {
    if (symbol === 'USDT') await approvePermit2(world, payer.address)
    if (symbol === 'FAU') await mint(world, payer.address, symbol)
    const checkout = await row.open([{ symbol, amount: '12.5' }])
    await checkout.connect()
    await checkout.expectState('review', SIGNATURE)
    await expect(checkout.element.getByText('No network fee').first()).toBeVisible()
    if (symbol === 'USDC') await inspectScreen(page, 'the review of a signed payment')
    await row.finish()
    const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
    await row.end({ sends: 0, mined, payCalls: 2, transcript })
    expect(signatures(wallet)).toEqual([primaryType])
  })
}

test('A page that is reloaded after the signature, and a second tab, request nothing and show the payment', async ({
  page,
  context,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, USDC)
  const checkout = await openCheckout(page, world, payment)
  await checkout.connect()
  // The host stores the signature and sends the payment, which the chain does not mine yet.
  const second = await holdBlocks(world, async () => {
    const stored = page.waitForResponse(/\/signed-payments$/)
    await checkout.pay()
    expect((await stored).status()).toBe(202)
    await checkout.expectState('broadcasting')
    await page.reload()
    await expect(checkout.element).toHaveAttribute('state', /^(?:resuming|unknown|broadcasting)$/)
    await expect(checkout.button(/^Pay /)).toHaveCount(0)
    const tab = await openCheckout(await context.newPage(), world, payment)
    await expect(tab.element).not.toHaveAttribute('state', /^(?:loading|connect)$/)
    await expect(tab.button(/^Pay /)).toHaveCount(0)
    return tab
  })
  await checkout.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 0 })
  await second.expectState('succeeded', 'Payment complete')
  expect(signatures(wallet)).toHaveLength(1)
})

test('A payer whose limit is reached sees that the wallet lacks the network fee', {
  tag: '@deep',
}, async ({ page, world, payer: _, wallet }) => {
  const payment = await createPayment(world, USDC)
  await changePay(page, (answer) => {
    Reflect.deleteProperty(answer, 'signedPayment')
    Reflect.set(answer, 'signedPaymentObstacle', 'limit_reached')
  })
  const checkout = await openCheckout(page, world, payment)
  await checkout.button('Test wallet').click()
  await checkout.expectState('options', 'You need a little ETH for the network fee.')
  await expect(checkout.element.getByText(NO_FEE)).toBeVisible()
  await inspectScreen(page, 'the shortage of a payment without an offer')
  expect(signatures(wallet)).toEqual([])
})

test('A payer sees that the service cannot pay the network fee while the relayer has no coins, and pays by signature once it has coins', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  const client = world.devnet.chains.client('devnet')
  const { address } = RELAYER_ACCOUNT
  const coins = await client.getBalance({ address })
  await client.setBalance({ address, value: 0n })
  const payment = await createPayment(world, USDC)
  const checkout = await openCheckout(page, world, payment)
  try {
    await checkout.button('Test wallet').click()
    await checkout.expectState('options', UNAVAILABLE)
    await expect(checkout.element.getByText(NO_FEE)).toBeVisible()
    await inspectScreen(page, 'the shortage of a payer while the relayer is empty')
    expect(signatures(wallet)).toEqual([])
  } finally {
    await client.setBalance({ address, value: coins })
  }
  await page.reload()
  await payThrough(world, checkout)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 0 })
})
