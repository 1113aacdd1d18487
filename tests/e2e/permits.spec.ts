import { testTokenAbi } from '@secure-payment/devnet'
import { changePay } from './support/changePay.ts'
import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce } from './support/expectPaidOnce.ts'
import { holdBlocks } from './support/holdBlocks.ts'
import type { Wallet } from './support/installWallet.ts'
import { expect, test } from './support/matrix/rowStory.ts'
import { APPROVED, inOrder, OPENED, PAID, REVIEWED, SENT } from './support/matrix/transcript.ts'
import { payThrough } from './support/payThrough.ts'

/** The transcript from Pay until the wallet receives the signature request. */
const PERMITTING = '+before-pay preparing approving permitting'
const TOKENS = [{ symbol: 'USDC', amount: '12.5' }]
const PROMPTS =
  'Your wallet asks for a signature, then for the payment: the first costs no network fee.'
const APPROVAL = 'Your wallet will ask you 2 times'

/** The host relays permits: USDC on the devnet supports EIP-2612. */
test.use({ relaysPermits: true })

/** Returns the typed data that the wallet was asked to sign, oldest first. */
function signedBy(wallet: Wallet) {
  return wallet.calls
    .filter(({ method }) => method === 'eth_signTypedData_v4')
    .map(({ params }) => JSON.parse(String(params[1])))
}

test('One signature and one transaction are enough: the service sends the approval, for exactly the amount due', async ({
  page,
  world,
  payer,
  wallet,
  row,
}) => {
  const checkout = await row.open(TOKENS)
  const handed = page.waitForResponse(/\/permit$/)
  await checkout.connect()
  await checkout.expectState('review', PROMPTS)
  await row.finish()
  const transcript = inOrder(OPENED, REVIEWED, PERMITTING, 'signing', SENT, PAID)
  await row.end({ sends: 1, payCalls: 2, transcript })

  const [typed, ...more] = signedBy(wallet)
  expect(more).toEqual([])
  expect(typed.message.value).toBe('12500000')
  const { txHash } = await (await handed).json()
  const client = world.devnet.chains.client('devnet')
  const sent = await client.getTransaction({ hash: txHash })
  expect(sent.from.toLowerCase()).not.toBe(payer.address.toLowerCase())
  const left = await client.readContract({
    address: typed.domain.verifyingContract,
    abi: testTokenAbi,
    functionName: 'allowance',
    args: [payer.address, typed.message.spender],
  })
  expect(left).toBe(0n)
})

test('A page that is reloaded while the service sends the permit requests no second signature', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, TOKENS)
  const checkout = await openCheckout(page, world, payment)
  await checkout.connect()
  // The service has accepted the request before the reload, but the page receives no response.
  const accepted = Promise.withResolvers<number>()
  await page.route('**/permit', (route) =>
    route.fetch().then((response) => accepted.resolve(response.status()), accepted.reject),
  )
  // The chain mines no block with the approval, so that the page does not continue.
  const typed = await holdBlocks(world, async () => {
    await checkout.pay()
    await checkout.expectState('permitting')
    expect(await accepted.promise).toBe(202)
    await expect.poll(() => signedBy(wallet)).toHaveLength(1)
    await page.reload()
    return signedBy(wallet)[0]
  })
  const client = world.devnet.chains.client('devnet')
  await expect
    .poll(() =>
      client.readContract({
        address: typed.domain.verifyingContract,
        abi: testTokenAbi,
        functionName: 'allowance',
        args: [payer.address, typed.message.spender],
      }),
    )
    .toBe(12_500_000n)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await payThrough(world, checkout)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  expect(signedBy(wallet)).toHaveLength(1)
})

test('When the service cannot send the permit, the payer sends an approval', {
  tag: '@deep',
}, async ({ page, wallet, problems, row }) => {
  problems.allow(/503/)
  const checkout = await row.open(TOKENS)
  await page.route('**/permit', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*' },
      json: {
        statusCode: 503,
        error: 'Service Unavailable',
        code: 'relay_unavailable',
        message: 'The permit could not be sent in time.',
        requestId: 'story',
      },
    }),
  )
  await checkout.connect()
  await row.finish()
  const refused = inOrder(PERMITTING, 'approving +transaction:approve signing')
  const transcript = inOrder(OPENED, REVIEWED, refused, SENT, PAID)
  await row.end({ sends: 2, payCalls: 2, transcript })
  expect(signedBy(wallet)).toHaveLength(1)
})

test('A payer who declines the signature sees a note, and then approves with a transaction', {
  tag: '@deep',
}, async ({ wallet, row }) => {
  const checkout = await row.review(TOKENS)
  await wallet.setMode('reject')
  await checkout.pay()
  await checkout.expectState('review', 'You declined the permission in your wallet.')
  await checkout.expectState('review', APPROVAL)
  await wallet.setMode('accept')
  await row.finish()
  const declined = inOrder(PERMITTING, 'review')
  const transcript = inOrder(OPENED, REVIEWED, declined, APPROVED, SENT, PAID)
  await row.end({ sends: 2, payCalls: 3, transcript })
  expect(signedBy(wallet)).toHaveLength(1)
})

test('The page does not request a signature for another spender', { tag: '@deep' }, async ({
  page,
  payer,
  wallet,
  row,
}) => {
  await changePay(page, (answer) => {
    Object(answer.metadata).permit.message.spender = payer.address
  })
  const checkout = await row.review(TOKENS)
  await checkout.expectState('review', APPROVAL)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await changePay(page, (answer) => {
    const { permit } = Object(answer.metadata)
    if (permit) permit.message.spender = payer.address
    else answer.metadata.sourceAmount = 'no permit is offered any more'
  })
  await row.finish()
  const transcript = inOrder(OPENED, REVIEWED, APPROVED, SENT, PAID)
  await row.end({ sends: 2, payCalls: 2, transcript })
  expect(signedBy(wallet)).toEqual([])
})
