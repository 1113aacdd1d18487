import type { Locator } from '@playwright/test'
import type { Client } from '@secure-payment/core/client'
import { getAddress, isHex } from 'viem'
import { waitUntil } from '../support/waitUntil.ts'
import { createKeyClient } from './support/createKeyClient.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, test } from './support/merchant.ts'
import type { World } from './support/world.ts'

/** The devnet account that pays. */
const PAYER_INDEX = 4
const CLIENT_USER_ID = 'ana@example.test'
const PARTICULARS = {
  clientUserId: CLIENT_USER_ID,
  email: CLIENT_USER_ID,
  firstName: 'Ana',
  lastName: 'Silva',
  beneficiaryType: 'individual',
  dateOfBirth: '1985-12-12',
  addressLine1: '1 Rua Augusta',
  city: 'Lisboa',
  state: 'Lisboa',
  postcode: '1100-048',
  country: 'PT',
  nationality: 'PT',
  phone: '+351912345678',
} as const
const ACCOUNT = {
  bankName: 'Banco Exemplo',
  accountName: 'Joana Bounce',
  beneficiaryType: 'individual',
  currency: 'eur',
  addressLine1: '2 Avenida da Liberdade',
  city: 'Lisboa',
  country: 'PT',
  postalCode: '1250-096',
  dateOfBirth: '1990-03-02',
  iban: 'PT50000201231234567890154',
} as const
const IBAN_END = '0154'

test('A merchant follows a payer from the identity check to the bank’s last step', {
  tag: '@deep',
}, async ({ merchant, world }) => {
  const { page: desk } = merchant
  await merchant.register()
  await merchant.go('Bank payouts')
  await expect(merchant.heading('No payer yet')).toBeVisible()
  await inspectScreen(desk, 'no payers')
  const client = await createKeyClient(merchant, world)

  await client.payers.submit({ body: PARTICULARS })
  await merchant.go('Bank payouts')
  await expect(merchant.heading(CLIENT_USER_ID)).toBeVisible()
  await expect(desk.getByText('May not pay yet')).toBeVisible()
  await inspectScreen(desk, 'payer at the identity check')
  const params = { clientUserId: CLIENT_USER_ID }
  await client.payers.update({ params, body: { agreementCompleted: true } })
  // The screen updates without a reload.
  await expect(desk.getByText('May pay', { exact: true })).toBeVisible()
  const account = await addAccount(client)
  await desk.getByRole('link', { name: 'Transfers', exact: true }).click()
  await expect(merchant.heading('No payment is on its way to a bank')).toBeVisible()
  await merchant.go('Bank payouts')
  await expect(desk.getByText(`Account ending in ${IBAN_END}`)).toBeVisible()
  await inspectScreen(desk, 'payer with an account')

  const requestId = await payIntoAccount(world, client, account)
  await desk.getByRole('link', { name: 'Transfers', exact: true }).click()
  await desk.getByRole('link', { name: /25\.00.USDC/ }).click()
  await expect(merchant.heading('Transfer to a bank account')).toBeFocused()
  const steps = desk.getByRole('list', { name: 'What happened' }).getByRole('listitem')
  await expect(steps.first()).toContainText('Confirmed on chain')
  await inspectScreen(desk, 'bank payment on its way')
  await expect(steps.last()).toContainText('Arrived in the bank account')
  expect(await labels(steps)).toEqual([
    'Confirmed on chain',
    'Handed to the provider',
    'Being assessed',
    'Being checked',
    'Being sent to the bank',
    'Sent to the bank',
    'Sent back by the bank',
    'Being sent to the bank',
    'Sent to the bank',
    'Arrived in the bank account',
  ])
  await expect(desk.getByText('Reason: The sandbox’s bank')).toBeVisible()
  await expect(desk.getByText('Fulfil the order.')).toBeVisible()
  await expect(desk.getByText(requestId)).toBeVisible()
  await inspectScreen(desk, 'bank payment that arrived')
})

/** Registers a bank account and waits for its check. */
async function addAccount(client: Client): Promise<string> {
  const params = { clientUserId: CLIENT_USER_ID }
  const created = await client.payers.createPaymentDetails({ params, body: ACCOUNT })
  const { id } = created.payment_detail
  const query = { paymentDetailsId: id }
  await waitUntil(async () => {
    const { paymentDetails } = await client.payers.listPaymentDetails({ params, query })
    return paymentDetails[0]?.status === 'approved'
  })
  return id
}

/** Pays a request into a bank account from a devnet account; resolves with the request's id once the payment is confirmed. */
async function payIntoAccount(
  { devnet }: World,
  client: Client,
  paymentDetailsId: string,
): Promise<string> {
  const { requestId } = await client.requests.create({
    body: {
      amount: '25',
      invoiceCurrency: 'USDC-devnet',
      paymentCurrency: 'USDC-devnet',
      isCryptoToFiatAllowed: true,
    },
  })
  const wallet = devnet.chains.wallet('devnet', PAYER_INDEX)
  const query = {
    wallet: wallet.account.address,
    clientUserId: CLIENT_USER_ID,
    paymentDetailsId,
  }
  const { transactions } = await client.requests.pay({ params: { requestId }, query })
  for (const { to, data } of transactions) {
    if (!isHex(data)) throw new Error('This is no calldata.')
    await wallet.sendTransactionSync({ to: getAddress(to), data })
  }
  await devnet.mine('devnet', 2)
  return requestId
}

/** Returns each step's first line. */
async function labels(steps: Locator): Promise<readonly string[]> {
  const texts = await steps.locator('.step > span').allTextContents()
  return texts.map((text) => text.trim())
}
