import { startDevnet } from '@secure-payment/devnet'
import { createPayment } from './support/createPayment.ts'
import { createPayer } from './support/payer.ts'
import { readQr } from './support/readQr.ts'
import { startRelay } from './support/startRelay.ts'
import { startRemoteWallet } from './support/walletConnectWallet.ts'
import { watchedTest as test } from './support/watchedTest.ts'

const COINS = [{ symbol: 'ETH', amount: '0.3' }]
const STORY_TIMEOUT_MS = 240_000
const SETTINGS = ['PAY_WALLETCONNECT_PROJECT_ID', 'PAY_WALLETCONNECT_RELAY_URL'] as const

test('On the hosted page, whose policy allows the host’s relay, a payer connects a wallet on another device', async ({
  page,
}) => {
  test.setTimeout(STORY_TIMEOUT_MS)
  await using relay = await startRelay()
  const [projectId, relayUrl] = SETTINGS
  process.env[projectId] = 'story'
  process.env[relayUrl] = relay.url
  await using devnet = await startDevnet({ blockTimeMs: 0 }).finally(() => {
    for (const name of SETTINGS) delete process.env[name]
  })
  const payer = await createPayer({ devnet })
  await using remote = await startRemoteWallet({ devnet }, payer, relay.url)
  const payment = await createPayment({ devnet }, COINS)

  await page.goto(payment.hostedUrl)
  await page.getByRole('tab', { name: 'WalletConnect' }).click()
  const code = page.getByRole('img', {
    name: 'QR code that connects a wallet through WalletConnect',
  })
  await remote.scan(await readQr(code))
  await page.getByRole('button', { name: /^Pay 0.3/ }).click()
  await test.expect.poll(() => remote.asked).toContain('eth_sendTransaction')
  await test
    .expect(page.locator('secure-payment'))
    .toHaveAttribute('state', /broadcasting|confirming|settling|succeeded/)
  // Closes the page before the host stops, because an open page would report each lost connection.
  await page.close()
})
