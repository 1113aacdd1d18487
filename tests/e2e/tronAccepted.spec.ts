import { formatTronAddress } from '@secure-payment/core'
import { testTokenAbi } from '@secure-payment/devnet'
import { type Address, hexToBytes, parseEther, parseUnits } from 'viem'
import { createCheckout } from './support/checkout.ts'
import { expectOneWebhook, fieldOf, webhooksOf } from './support/expectPaidOnce.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { installWallet } from './support/installWallet.ts'
import { createStranger, type Payer } from './support/payer.ts'
import { setFranc, usdtOf } from './support/tronPayment.ts'
import { expect, type TronWorld, test } from './support/tronStory.ts'

/** A franc costs 1.25 dollars: 80 francs are 100 USDT. */
test.beforeEach(({ world }) => setFranc(world, 1.25))

/** Creates a payment of 80 francs in USDC or DAI on the devnet, or in USDT on Tron, with a payee for each family. */
async function createMixed({ devnet }: TronWorld) {
  const [evmPayee, tronPayee] = [createStranger().address, createStranger().address]
  const created = await devnet.client.securePayments.create({
    body: {
      requests: [
        {
          payee: evmPayee,
          amount: '80',
          invoiceCurrency: 'CHF',
          paymentCurrency: 'USDC-devnet',
          accepts: ['USDT-devnet', 'USDT-tron'],
          payees: { tron: formatTronAddress(hexToBytes(tronPayee)) },
        },
      ],
    },
  })
  return {
    evmPayee,
    tronPayee,
    requestId: String(created.requestIds[0]),
    url: created.securePaymentUrl,
  }
}

/** Creates a payer with ETH, USDC and USDT on the devnet. */
async function createEvmPayer({ devnet: { chains } }: TronWorld): Promise<Payer> {
  const payer = createStranger()
  await chains.client('devnet').setBalance({ address: payer.address, value: parseEther('1') })
  for (const symbol of ['USDC', 'USDT']) {
    const { address, decimals } = chains.token('devnet', symbol)
    await chains.wallet('devnet', FUNDER_INDEX).writeContractSync({
      address,
      abi: testTokenAbi,
      functionName: 'mint',
      args: [payer.address, parseUnits('1000', decimals)],
    })
  }
  return payer
}

/** The devnet account that distributes tokens. */
const FUNDER_INDEX = 2

function evmBalance({ devnet }: TronWorld, symbol: string, owner: Address): Promise<bigint> {
  return devnet.chains.client('devnet').readContract({
    address: devnet.chains.token('devnet', symbol).address,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [owner],
  })
}

test('A payer with a Tron wallet pays a payment that also accepts currencies of EVM networks, to the payee on Tron', async ({
  page,
  world,
  wallet,
}) => {
  const payment = await createMixed(world)
  await page.goto(payment.url)
  const checkout = createCheckout(page)
  await checkout.connect()
  await checkout.expectState('review', /^1\sUSDT = CHF\s0.80$/)
  await checkout.expectState('review', /^about \d+\.\d\d\sTRX/)
  await expect(checkout.button(/^Pay 100\sUSDT$/)).toBeVisible()
  await inspectScreen(page, 'the review of an accepted currency on Tron')
  await checkout.pay()
  await checkout.expectState('succeeded', 'Payment complete')
  expect(await usdtOf(world, payment.tronPayee)).toBe(parseUnits('100', 6))
  expect(wallet.count('sign')).toBe(2)
  await expectOneWebhook(world, payment.requestId)
  const event = webhooksOf(world, payment.requestId).find(
    (one) => fieldOf(one, 'event') === 'payment.confirmed',
  )
  expect(event?.body).toMatchObject({ rateProvider: 'quote', quote: { countedAt: 'quote' } })
})

test('A payer with wallets of both families chooses the EVM wallet, whose options name the currency on Tron', {
  tag: '@deep',
}, async ({ page, context, world, wallet }) => {
  const payer = await createEvmPayer(world)
  await installWallet(context, world, payer, { name: 'EVM wallet', rdns: 'test.evm' })
  const payment = await createMixed(world)
  await page.goto(payment.url)
  const checkout = createCheckout(page)
  await expect(checkout.button(/Test wallet/)).toBeVisible()
  await checkout.button(/EVM wallet/).click()
  await checkout.expectState('options', 'With another wallet, you can also pay in USDT (Tron).')
  await inspectScreen(page, 'the choice with a currency of another family')
  await checkout.element.locator('[part="option"]').first().click()
  await checkout.expectState('review', /^1\sUSD[CT] = CHF\s0.80$/)
  await checkout.pay()
  await checkout.expectState('succeeded', 'Payment complete')
  const balances = await Promise.all(
    ['USDC', 'USDT'].map((symbol) => evmBalance(world, symbol, payment.evmPayee)),
  )
  expect(balances.toSorted()).toEqual([0n, parseUnits('100', 6)])
  expect(wallet.count('sign')).toBe(0)
  await expectOneWebhook(world, payment.requestId)
})
