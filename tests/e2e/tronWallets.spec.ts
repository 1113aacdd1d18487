import { maxUint256 } from 'viem'
import { changePay } from './support/changePay.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { TRON_LIES } from './support/lies/tronLies.ts'
import {
  allowOnTron,
  expectPaidOnTron,
  expectUnpaidOnTron,
  openTron,
  openTronAtMerchant,
} from './support/tronPayment.ts'
import { expect, test } from './support/tronStory.ts'

const NILE = 0xcd8690dc

for (const [inject, name] of [
  ['tron', 'TronLink'],
  ['tronLink', 'TronLink'],
  ['late', 'TronLink'],
  ['all', 'Test wallet'],
] as const) {
  test.describe(`A wallet that announces itself by ${inject}`, () => {
    test.use({ walletOptions: { inject } })

    test('an announced wallet is listed once, and pays', { tag: '@deep' }, async ({
      page,
      world,
      payer,
      wallet,
    }) => {
      await allowOnTron(world, payer, maxUint256)
      const { checkout, payment } = await openTron(page, world)
      const rows = checkout.element.locator('[part="wallet"]')
      await expect(rows).toHaveText([new RegExp(name)])
      await rows.click()
      await checkout.expectState('review')
      await checkout.pay()
      await checkout.expectState('succeeded')
      await expectPaidOnTron(world, { payment, wallet, signs: 1 })
    })
  })
}

test.describe('Wallets for EVM chains', () => {
  test('wallets for EVM chains are not offered on Tron, where the page links to a Tron wallet', {
    tag: '@deep',
  }, async ({ page, world }) => {
    await page.addInitScript(() => {
      // Suppresses the announcement of the Tron wallet.
      window.addEventListener(
        'TIP6963:announceProvider',
        (event) => event.stopImmediatePropagation(),
        true,
      )
      const provider = { isMetaMask: true, request: async () => null }
      Object.defineProperty(window, 'ethereum', { value: provider })
      const info = { uuid: 'evm', name: 'EVM wallet', rdns: 'test.evm', icon: '' }
      const detail = Object.freeze({ info, provider })
      const tell = () =>
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      window.addEventListener('eip6963:requestProvider', tell)
    })
    const { checkout } = await openTron(page, world)
    await checkout.expectState('connect', 'No Tron wallet in this browser')
    await expect(checkout.element.locator('[part="wallet"]')).toHaveCount(0)
    await expect(checkout.element.getByRole('link', { name: 'Get TronLink' })).toHaveAttribute(
      'href',
      'https://www.tronlink.org/',
    )
    await inspectScreen(page, 'no wallet on Tron')
  })

  test('wallets for EVM chains are the only wallets offered on an EVM chain', {
    tag: '@deep',
  }, async ({ page, world }) => {
    const { client } = world.devnet
    const currency = 'USDC-devnet'
    const payee = world.devnet.json.accounts[0]?.address ?? ''
    const created = await client.securePayments.create({
      body: {
        requests: [{ payee, amount: '1', invoiceCurrency: currency, paymentCurrency: currency }],
      },
    })
    await page.goto(created.securePaymentUrl)
    await expect(page.getByRole('heading', { name: 'Pay with your phone' })).toBeVisible()
    await expect(page.locator('secure-payment [part="wallet"]')).toHaveCount(0)
  })
})

test('A payer who declines has paid nothing and can retry, regardless of how the wallet reports the rejection', {
  tag: '@deep',
}, async ({ page, world, payer, wallet }) => {
  await allowOnTron(world, payer, maxUint256)
  const { checkout, payment } = await openTron(page, world)
  await wallet.setMode('reject')
  await checkout.button('Test wallet').click()
  await checkout.expectState('connect', 'You declined in your wallet')
  await wallet.setMode('lock')
  await checkout.button('Test wallet').click()
  await checkout.expectState('connect', 'Your wallet is locked')
  await wallet.setMode('busy')
  await checkout.button('Test wallet').click()
  await checkout.expectState('connect', 'has a request open')
  await wallet.setMode('accept')
  await checkout.connect()
  for (const mode of ['reject', 'reject-text'] as const) {
    await wallet.setMode(mode)
    await checkout.pay()
    await checkout.expectState('review', 'You declined in your wallet')
  }
  await expectUnpaidOnTron(world, payment)
  await wallet.setMode('accept')
  await checkout.pay()
  await checkout.expectState('succeeded')
  await expectPaidOnTron(world, { payment, wallet, signs: 3 })
})

test('The page does not send another transaction that the wallet signed instead of the payment', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  await allowOnTron(world, payer, maxUint256)
  const { checkout, payment } = await openTron(page, world)
  await checkout.connect()
  await wallet.setMode('other-bytes')
  await checkout.pay()
  await checkout.expectState('review', 'signed something other than this payment')
  await expectUnpaidOnTron(world, payment)
  await wallet.setMode('accept')
  await checkout.pay()
  await checkout.expectState('succeeded')
  const sent = world.node.requests().filter(({ url }) => url === '/wallet/broadcasttransaction')
  // The payment's fee limit is 300 TRX; the wallet had signed a limit one sun higher.
  expect(sent.at(-1)?.body).toMatchObject({ raw_data: { fee_limit: 300_000_000 } })
  expect(JSON.stringify(sent)).not.toContain('"fee_limit":300000001')
  await expectPaidOnTron(world, { payment, wallet, signs: 2 })
})

test('The network rejects a signature by another account, and nothing is charged', {
  tag: '@deep',
}, async ({ page, world, payer, wallet, problems }) => {
  problems.allow(/status of 400/)
  await allowOnTron(world, payer, maxUint256)
  const { checkout, payment } = await openTron(page, world)
  await checkout.connect()
  await wallet.setMode('other-key')
  await checkout.pay()
  await checkout.expectState('failed', 'signed with a different account')
  await inspectScreen(page, 'signed by another account')
  await expectUnpaidOnTron(world, payment)
  await wallet.setMode('accept')
  await checkout.button('Try again').click()
  await checkout.expectState('review')
  await checkout.pay()
  await checkout.expectState('succeeded')
  await expectPaidOnTron(world, { payment, wallet, signs: 2 })
})

test('The page requests the same transaction again after the wallet fails without an explanation', {
  tag: '@deep',
}, async ({ page, world, payer, wallet }) => {
  await allowOnTron(world, payer, maxUint256)
  const { checkout, payment } = await openTron(page, world)
  await checkout.connect()
  await wallet.setMode('broken')
  await checkout.pay()
  await checkout.expectState('review', 'Your earlier attempt was not sent')
  await wallet.setMode('accept')
  await checkout.pay()
  await checkout.expectState('succeeded')
  await expectPaidOnTron(world, { payment, wallet, signs: 2 })
})

test('A payer can give up on a wallet that never responds, and its late signature is not sent', {
  tag: '@deep',
}, async ({ page, world, payer, wallet }) => {
  await page.clock.install()
  await allowOnTron(world, payer, maxUint256)
  const { checkout, payment } = await openTron(page, world)
  await checkout.connect()
  await wallet.setMode('hold')
  await checkout.pay()
  await page.waitForFunction(() => window.__testTronWallet?.held)
  await page.clock.fastForward(15_000)
  await checkout.expectState('signing', 'Open it and look for a request')
  await checkout.button('I closed my wallet').click()
  await checkout.expectState('review', 'Your earlier attempt was not sent')
  await wallet.release(page)
  await wallet.setMode('accept')
  await expect.poll(() => wallet.count('sign')).toBe(1)
  await expectUnpaidOnTron(world, payment)
  await checkout.pay()
  await checkout.expectState('succeeded')
  await expectPaidOnTron(world, { payment, wallet, signs: 2 })
})

test.describe('A wallet on another network', () => {
  test.use({ walletOptions: { chainId: NILE } })

  test('a wallet on another network is asked to switch before anything is signed', {
    tag: '@deep',
  }, async ({ page, world, payer, wallet }) => {
    await allowOnTron(world, payer, maxUint256)
    const { checkout, payment } = await openTron(page, world)
    await checkout.connect()
    await wallet.setMode('reject')
    await checkout.pay()
    await checkout.expectState('review', 'The network was not changed')
    expect(wallet.count('sign')).toBe(0)
    await wallet.setMode('accept')
    await checkout.pay()
    await checkout.expectState('succeeded')
    await expectPaidOnTron(world, { payment, wallet, signs: 1 })
  })
})

test('Another account in the wallet stops the payment before a signature', {
  tag: '@deep',
}, async ({ page, world, payer, wallet }) => {
  await allowOnTron(world, payer, maxUint256)
  const { checkout, payment } = await openTron(page, world)
  await checkout.connect()
  const other = world.devnet.json.accounts[4]?.tronAddress ?? ''
  await page.evaluate((address) => window.__testTronWallet?.setAddress(address), other)
  await checkout.expectState('review', 'The account in your wallet changed')
  await expect(checkout.element.getByText(`${other.slice(0, 6)}…`)).toBeVisible()
  expect(wallet.count('sign')).toBe(0)
  await expectUnpaidOnTron(world, payment)
})

for (const { name, change } of TRON_LIES) {
  test(`The wallet receives no request when the host manipulates ${name}`, {
    tag: '@deep',
  }, async ({ page, world, payer, wallet }) => {
    await changePay(page, ({ transactions }) => change(transactions, payer.tronAddress))
    const { checkout, payment } = await openTronAtMerchant(page, world)
    await checkout.button('Test wallet').click()
    await checkout.expectState('failed', 'This payment was stopped for your safety')
    expect(wallet.count('sign')).toBe(0)
    await expectUnpaidOnTron(world, payment)
  })
}

test('A higher fee limit from the host does not change the signed transaction', {
  tag: '@deep',
}, async ({ page, world, payer, wallet }) => {
  await allowOnTron(world, payer, maxUint256)
  await changePay(page, (answer) => {
    for (const call of answer.transactions) Object.assign(call, { feeLimit: 15_000_000_000 })
  })
  const { checkout, payment } = await openTronAtMerchant(page, world)
  await checkout.connect()
  await checkout.pay()
  await checkout.expectState('succeeded')
  const limit = await page.evaluate(() => {
    const asked = window.__testTronWallet?.log.findLast(({ method }) => method === 'sign')
    return JSON.parse(JSON.stringify(asked?.params[0])).raw_data.fee_limit
  })
  // The limit is 300 TRX, as in Request Network's own library.
  expect(limit).toBe(300_000_000)
  await expectPaidOnTron(world, { payment, wallet, signs: 1 })
})
