import { randomBytes } from 'node:crypto'
import type { Client } from '@secure-payment/core/client'
import { createKeyClient } from './support/createKeyClient.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, test } from './support/merchant.ts'
import { createPayer, createStranger, type Payer } from './support/payer.ts'
import { type SentCall, sendAs } from './support/sendAs.ts'
import type { World } from './support/world.ts'

const REFERENCE = 'PO-7781'

test('A merchant sees unmatched payments, finds one by its reference and counts one towards a request', async ({
  merchant,
  world,
}) => {
  const { page: desk, dialog, button, field, heading } = merchant
  await merchant.register()
  await merchant.go('Unmatched')
  await expect(heading('Nothing is unmatched')).toBeVisible()
  await inspectScreen(desk, 'no unmatched payment')

  const client = await createKeyClient(merchant, world)
  const payer = await createPayer(world)
  const { requestId } = await client.requests.create({
    body: {
      amount: '25',
      invoiceCurrency: 'USDC-devnet',
      paymentCurrency: 'USDC-devnet',
      payee: createStranger().address,
      reference: REFERENCE,
    },
  })
  await payAltered(world, client, { requestId, payer })
  // The screen reads the list only once, so the payments must be in the list before the screen opens.
  const query = { scope: 'all' } as const
  await expect
    .poll(async () => (await client.unmatchedPayments.list({ query })).unmatchedPayments)
    .toHaveLength(3)

  await merchant.go('Unmatched')
  await expect(heading(/^25.USDT$/)).toBeVisible()
  await expect(heading(/^25.USDC$/)).toBeVisible()
  const records = desk.getByRole('main').getByRole('listitem')
  await expect(records).toHaveCount(2)
  const wrongToken = records.filter({ hasText: 'Other token' })
  await expect(wrongToken).toContainText('Worth $2')
  await expect(wrongToken).toContainText(`Your reference: ${REFERENCE}`)
  await expect(wrongToken).toContainText(requestId)
  await inspectScreen(desk, 'unmatched payments')
  await field('Show').selectOption('All, including dust')
  await expect(records).toHaveCount(3)
  await expect(records.filter({ hasText: 'Dust' })).toContainText('0.000001')

  await field('Find a payment').fill(REFERENCE)
  await button('Search').click()
  await expect(records).toHaveCount(1)
  await expect(records).toContainText('Other token')
  await field('Find a payment').fill('PO-7782')
  await button('Search').click()
  await expect(heading('No unmatched payment found')).toBeVisible()
  await inspectScreen(desk, 'a search that finds nothing')
  await field('Find a payment').fill('')
  await button('Search').click()

  await button(/^Count towards a request: 25.USDC$/).click()
  await field('Request ID').fill('PO-7781')
  await button('Count it').click()
  await expect(dialog.getByText('Enter a request ID')).toBeVisible()
  await inspectScreen(desk, 'a request ID that is none')
  await field('Request ID').fill(requestId)
  await button('Count it').click()
  await expect(desk.getByText('The payment counts towards the request now.')).toBeVisible()
  await expect(records.filter({ hasText: 'Counted towards a request' })).toContainText(requestId)
  await inspectScreen(desk, 'a payment that was counted')
  const { hasBeenPaid } = await client.requests.get({ params: { requestId } })
  expect(hasBeenPaid).toBe(true)
})

/** Pays a request in another token, then twice with an unknown reference: the request's amount, and the smallest possible amount. */
async function payAltered(
  world: World,
  client: Client,
  { requestId, payer }: { requestId: string; payer: Payer },
): Promise<void> {
  const query = { wallet: payer.address }
  const { transactions } = await client.requests.pay({ params: { requestId }, query })
  const { paymentReference } = await client.requests.get({ params: { requestId } })
  const { chains } = world.devnet
  const usdc = digitsOf(chains.token('devnet', 'USDC').address)
  const usdt = digitsOf(chains.token('devnet', 'USDT').address)
  const units = (25_000_000).toString(16).padStart(64, '0')
  const reference = () => randomBytes(8).toString('hex')
  const ways: readonly ((text: string) => string)[] = [
    (text) => text.replaceAll(usdc, usdt),
    (text) => text.replaceAll(digitsOf(paymentReference), reference()),
    (text) =>
      text
        .replaceAll(digitsOf(paymentReference), reference())
        .replaceAll(units, '1'.padStart(64, '0')),
  ]
  for (const alter of ways) {
    for (const call of transactions) {
      const altered: SentCall = {
        to: alter(call.to.toLowerCase()),
        data: alter(call.data.toLowerCase()),
        value: call.value,
      }
      await sendAs(world, payer, altered)
      await world.devnet.mine('devnet', 1)
    }
  }
  await world.devnet.mine('devnet', 2)
}

function digitsOf(hex: string): string {
  return hex.slice(2).toLowerCase()
}
