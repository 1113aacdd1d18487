import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce } from './support/expectPaidOnce.ts'
import { expectRow } from './support/matrix/expectRow.ts'
import { ASKED, inOrder, OPENED, PAID, REVIEWED, SENT } from './support/matrix/transcript.ts'
import { finish } from './support/payThrough.ts'
import { readQr } from './support/readQr.ts'
import { startRelay } from './support/startRelay.ts'
import { expect, test } from './support/story.ts'
import { startRemoteWallet } from './support/walletConnectWallet.ts'

const COINS = [{ symbol: 'ETH', amount: '0.3' }]
const CODE = 'QR code that connects a wallet through WalletConnect'

test('A payer connects a wallet on another device through WalletConnect, declines, reloads and pays, with the real client on both sides', async ({
  page,
  context,
  events,
  world,
  payer,
}) => {
  await using relay = await startRelay()
  await using remote = await startRemoteWallet(world, payer, relay.url)
  const payment = await createPayment(world, COINS)
  const attributes = {
    'pay-url': world.devnet.json.host.payUrl,
    'walletconnect-project-id': 'story',
    'walletconnect-relay-url': relay.url,
  }
  const checkout = await openCheckout(page, world, payment, attributes)
  await expect(page.getByRole('tab', { name: 'Scan' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Scan' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'WalletConnect' })).toBeFocused()
  const code = checkout.element.getByRole('img', { name: CODE })

  remote.mode = 'reject'
  await remote.scan(await readQr(code))
  await expect(page.getByRole('heading', { name: 'Your wallet declined' })).toBeVisible()
  remote.mode = 'accept'
  await checkout.button('Try again').click()
  const uri = await readQr(code)
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  await remote.scan(uri)
  await checkout.expectState('review')

  remote.mode = 'reject'
  await checkout.pay()
  await checkout.expectState('review', 'You declined in your wallet. Nothing was charged.')
  expect(remote.asked).toEqual(['session_proposal', 'session_proposal', 'eth_sendTransaction'])

  await page.reload()
  remote.mode = 'accept'
  await checkout.button(/^Remote wallet/).click()
  await checkout.expectState('review')
  await finish(world, checkout)
  await expectPaidOnce(world, {
    payment,
    checkout,
    payer,
    sends: 2,
    mined: 1,
    wallet: {
      count: () => remote.asked.filter((method) => method === 'eth_sendTransaction').length,
    },
  })
  const declined = inOrder(OPENED, REVIEWED, ASKED, 'review')
  const again = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
  await expectRow(context, events, { payCalls: 4, transcript: `${declined} | ${again}` })
})

test('A wallet that ends its session disconnects from the page before anything is paid', {
  tag: '@deep',
}, async ({ page, world, payer }) => {
  await using relay = await startRelay()
  await using remote = await startRemoteWallet(world, payer, relay.url)
  const payment = await createPayment(world, COINS)
  const checkout = await openCheckout(page, world, payment, {
    'walletconnect-project-id': 'story',
    'walletconnect-relay-url': relay.url,
  })
  await remote.scan(await readQr(checkout.element.getByRole('img', { name: CODE })))
  await checkout.expectState('review')
  await remote.leave()
  await checkout.expectState('connect')
  expect(remote.asked).toEqual(['session_proposal'])
})

test('The page reports a relay that cannot be reached, and the other wallets still work', {
  tag: '@deep',
}, async ({ page, world, wallet, problems }) => {
  problems.allow(/ws:\/\/127.0.0.1:9/)
  const payment = await createPayment(world, COINS)
  await page.clock.install()
  const checkout = await openCheckout(page, world, payment, {
    'walletconnect-project-id': 'story',
    'walletconnect-relay-url': 'ws://127.0.0.1:9',
  })
  await checkout.button('Phone wallet').click()
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(
      page.getByRole('heading', { name: 'WalletConnect cannot be reached' }),
    ).toBeVisible({ timeout: 500 })
  }).toPass()
  await checkout.button('Other wallets').click()
  await expect(checkout.button('Test wallet')).toBeVisible()
  expect(wallet.calls).toEqual([])
})
