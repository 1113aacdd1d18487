import { testTokenAbi } from '@secure-payment/devnet'
import { createWalletClient, http, parseUnits, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { balanceOf, fieldOf, webhooksOf } from './support/expectPaidOnce.ts'
import { expectRow } from './support/matrix/expectRow.ts'
import { expect, test } from './support/matrix/rowStory.ts'
import {
  APPROVED,
  ASKED,
  inOrder,
  OPENED,
  PAID,
  REVIEWED,
  SENT,
} from './support/matrix/transcript.ts'
import { createStranger, PAYER_TOKENS, type Payer } from './support/payer.ts'
import { finish } from './support/payThrough.ts'
import type { World } from './support/world.ts'

const USDT = [{ symbol: 'USDT', amount: '25' }]
const USDC = [{ symbol: 'USDC', amount: '25' }]

test('USDT with a smaller allowance from an earlier payment is approved only after a reset to zero', async ({
  world,
  payer,
  row,
}) => {
  await approve(world, payer, 'USDT', '1')
  const checkout = await row.review(USDT)
  await checkout.expectState('review', /ask you 3 times: Reset the limit of /)
  await row.finish()
  const reset = 'preparing resetting +transaction:reset_approval approving'
  const steps = APPROVED.replace('preparing approving', reset)
  // The story's own approval is the fourth transaction.
  const transcript = inOrder(OPENED, REVIEWED, steps, SENT, PAID)
  await row.end({ sends: 3, mined: 4, payCalls: 2, transcript })
})

test('USDT without an allowance is approved once', { tag: '@deep' }, async ({ row }) => {
  await row.review(USDT)
  await row.finish()
  const transcript = inOrder(OPENED, REVIEWED, APPROVED, SENT, PAID)
  await row.end({ sends: 2, payCalls: 2, transcript })
})

test('A token with a sufficient allowance is paid without another approval', {
  tag: '@deep',
}, async ({ world, payer, row }) => {
  await approve(world, payer, 'USDC', '25')
  await row.review(USDC)
  await row.finish()
  const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
  await row.end({ sends: 1, mined: 2, payCalls: 2, transcript })
})

test('A fee goes to its address, on top of the payee’s amount', { tag: '@deep' }, async ({
  world,
  payer,
  row,
}) => {
  const fee = { percentage: '2.5', address: createStranger().address }
  const checkout = await row.review([{ symbol: 'USDC', amount: '10.02' }], { fee })
  // 2.5 % of 10.02 is 0.2505.
  await checkout.expectState('review', 'Merchant’s fee (2.5%)')
  await expect(checkout.button('Pay 10.2705 USDC')).toBeVisible()
  await row.finish()
  const transcript = inOrder(OPENED, REVIEWED, APPROVED, SENT, PAID)
  await row.end({ sends: 2, payCalls: 2, transcript })
  const { address, decimals } = world.devnet.chains.token('devnet', 'USDC')
  expect(await balanceOf(world, address, fee.address)).toBe(parseUnits('0.2505', decimals))
  expect(await balanceOf(world, address, payer.address)).toBe(
    parseUnits(PAYER_TOKENS, decimals) - parseUnits('10.2705', decimals),
  )
})

test('A token that keeps part of each transfer pays in part, and the payer can pay the remaining amount', async ({
  context,
  events,
  world,
  payer,
  wallet,
  page,
}) => {
  const payment = await createPayment(world, [{ symbol: 'FEE', amount: '100' }])
  const checkout = await openCheckout(page, world, payment)
  await checkout.connect()
  await finish(world, checkout)
  // The token burns 1 %: 99 of 100 arrive, and the service reports that amount.
  await checkout.expectState('partial', 'Part of it is paid')
  await checkout.expectState('partial', '99 FEE of 100 FEE has arrived.')
  const [requestId = ''] = payment.requestIds
  const partial = await world.devnet.sink.waitFor(
    (delivery) => fieldOf(delivery, 'requestId') === requestId,
  )
  expect(partial.verified).toBe(true)
  expect(webhooksOf(world, requestId).map((one) => fieldOf(one, 'event'))).toEqual([
    'payment.partial',
  ])

  await checkout.button('Pay the rest').click()
  await checkout.expectState('review')
  await expect(checkout.button('Pay 1 FEE')).toBeVisible()
  await finish(world, checkout)
  await checkout.expectState('partial', '99.99 FEE of 100 FEE has arrived.')
  const { address, decimals } = world.devnet.chains.token('devnet', 'FEE')
  const [item] = payment.items
  expect(await balanceOf(world, address, item?.payee ?? '0x')).toBe(parseUnits('99.99', decimals))
  expect(wallet.count('eth_sendTransaction')).toBe(4)
  expect(await world.devnet.chains.client('devnet').getTransactionCount(payer)).toBe(4)
  const part = inOrder(APPROVED, SENT, 'partial +partial')
  const transcript = inOrder(OPENED, REVIEWED, part, 'connecting review', part)
  await expectRow(context, events, { payCalls: 4, transcript, state: 'partial' })
})

test('An account without enough money cannot pay, and the page shows the missing amount', {
  tag: '@deep',
}, async ({ row }) => {
  const checkout = await row.open([{ symbol: 'USDC', amount: '1000.000001' }])
  await checkout.button('Test wallet').click()
  await checkout.expectState('options', /0\.000001.USDC\smissing/)
  const rows = checkout.button(/USDC/)
  await expect(rows.first()).toBeVisible()
  // The payer can pay neither on the payment's own network nor from another network.
  for (const each of await rows.all()) await expect(each).toBeDisabled()
  const transcript = inOrder(OPENED, '+before-connect connecting +connect options')
  await row.end({ state: 'options', sends: 0, payCalls: 0, transcript })
})

/** Sends an earlier approval by the payer, as from another payment. */
async function approve(
  { devnet }: World,
  payer: Payer,
  symbol: string,
  amount: string,
): Promise<void> {
  const { address, decimals } = devnet.chains.token('devnet', symbol)
  const { definition, rpcUrl } = devnet.chains.chain('devnet')
  const client = createWalletClient({
    account: privateKeyToAccount(payer.privateKey),
    chain: definition,
    transport: http(rpcUrl),
  }).extend(publicActions)
  await client.writeContractSync({
    address,
    abi: testTokenAbi,
    functionName: 'approve',
    args: [devnet.chains.contract('devnet', 'ERC20FeeProxy'), parseUnits(amount, decimals)],
  })
}
