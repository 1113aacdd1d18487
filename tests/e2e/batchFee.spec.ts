import { parseAbi, parseUnits } from 'viem'
import { openCheckout, openHosted } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { balanceOf, expectPaidOnce, expectUnpaid } from './support/expectPaidOnce.ts'
import { createStranger } from './support/payer.ts'
import { finish } from './support/payThrough.ts'
import { expect, test } from './support/story.ts'
import type { World } from './support/world.ts'

/** The devnet account that owns the batch contract. */
const OWNER_INDEX = 9
const abi = parseAbi(['function setBatchFee(uint16 batchFee)'])

/** Sets the batch fee, in basis points. */
async function setBatchFee({ devnet }: World, fee: number): Promise<void> {
  await devnet.chains.wallet('devnet', OWNER_INDEX).writeContractSync({
    address: devnet.chains.contract('devnet', 'BatchConversionPayments'),
    abi,
    functionName: 'setBatchFee',
    args: [fee],
  })
}

const ITEMS = [
  { symbol: 'USDC', amount: '10.02' },
  { symbol: 'USDC', amount: '5' },
  { symbol: 'DAI', amount: '7' },
]
const NATIVE = [
  { symbol: 'ETH', amount: '0.01' },
  { symbol: 'ETH', amount: '0.02' },
]

/** Returns a new address that receives the contract's fee, for a batch whose own fee is zero. */
function createCollector() {
  const { address } = createStranger()
  return { address, fee: { percentage: '0', address } }
}

test.afterEach(({ world }) => setBatchFee(world, 0))

test.describe('When the contract charges a batch fee', () => {
  test('the payer sees the batch fee as a line in the review, and pays it on top of the full amounts', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    await setBatchFee(world, 50)
    const collector = createCollector()
    const payment = await createPayment(world, ITEMS, { fee: collector.fee })
    const checkout = await openHosted(page, world, payment)
    await checkout.connect()
    await checkout.expectState('review', /Contract fee \(0\.5%\)/)
    await checkout.expectState('review', /0\.0751\sUSDC \+ 0\.035\sDAI/)
    await checkout.expectState('review', /15\.0951\sUSDC \+ 7\.035\sDAI/)
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 3 })
    const { chains } = world.devnet
    const collected = (symbol: string) =>
      balanceOf(world, chains.token('devnet', symbol).address, collector.address)
    expect(await collected('USDC')).toBe(75_100n)
    expect(await collected('DAI')).toBe(parseUnits('0.035', 18))
  })

  test('the payer sees a raised fee in the review before the wallet receives a request', {
    tag: '@deep',
  }, async ({ page, world, payer, wallet }) => {
    await setBatchFee(world, 50)
    const collector = createCollector()
    const payment = await createPayment(world, NATIVE, { fee: collector.fee })
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await checkout.expectState('review', /Contract fee \(0\.5%\)/)
    await setBatchFee(world, 100)
    await checkout.pay()
    await checkout.expectState('review', /Contract fee \(1%\)/)
    await checkout.expectState('review', /0\.0303\sETH/)
    await expectUnpaid(world, { payment, wallet, sends: 0 })
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
    expect(await balanceOf(world, null, collector.address)).toBe(parseUnits('0.0003', 18))
  })

  test('the service cannot charge the payer more than the contract charges', {
    tag: '@deep',
  }, async ({ page, world, wallet }) => {
    const payment = await createPayment(world, NATIVE)
    await page.route('**/v2/secure-payments/*/pay?*', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      json.batchPaymentTransaction.value = `0x${parseUnits('0.0303', 18).toString(16)}`
      json.metadata.batchFee = { percentage: '1', address: payment.items[0]?.payee, amounts: [] }
      return route.fulfill({ response, json })
    })
    const checkout = await openCheckout(page, world, payment)
    await checkout.button('Test wallet').click()
    await checkout.expectState('failed', /your wallet was not asked/)
    await expectUnpaid(world, { payment, wallet, sends: 0 })
  })
})
