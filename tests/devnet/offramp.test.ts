import { startDevnet } from '@secure-payment/devnet'
import { expect, it } from 'vitest'
import { plainAccount, plainPayer } from '../support/plainPayer.ts'
import { waitUntil } from '../support/waitUntil.ts'

it('startDevnet runs a host that calls a provider over HTTP, and receives the provider’s callbacks', async () => {
  await using devnet = await startDevnet({ networks: ['devnet'], offramp: 'http', host: 'inline' })
  const { client, offramp } = devnet
  if (offramp === null) throw new Error('The devnet has no provider.')
  expect(devnet.json.offramp).toEqual({ url: offramp.url, switchesUrl: offramp.switchesUrl })
  offramp.setSwitches({ stepMs: 50 })

  const params = { clientUserId: plainPayer.clientUserId }
  await client.payers.submit({ body: { ...plainPayer, beneficiaryType: 'individual' } })
  await client.payers.createPaymentDetails({
    params,
    body: { ...plainAccount, beneficiaryType: 'individual' },
  })
  await waitUntil(async () => {
    const { kycStatus, agreementStatus } = await client.payers.get({ params })
    return kycStatus === 'approved' && agreementStatus === 'pending'
  })
  await client.payers.update({ params, body: { agreementCompleted: true } })
  await waitUntil(async () => {
    const { isCompliant } = await client.payers.get({ params })
    const { paymentDetails } = await client.payers.listPaymentDetails({ params })
    return isCompliant && paymentDetails[0]?.status === 'approved'
  })
  expect(offramp.callbacks().some(({ status }) => status === 200)).toBe(true)

  const { requestId } = await client.requests.create({
    body: {
      amount: '12.5',
      invoiceCurrency: 'USDC-devnet',
      paymentCurrency: 'USDC-devnet',
      isCryptoToFiatAllowed: true,
    },
  })
  const { payee } = await client.requests.get({ params: { requestId } })
  expect(payee).toBe(devnet.json.accounts[9]?.address)
})

it('The provider’s stand-in changes its switches over HTTP, and rejects unknown modes', async () => {
  const { startOfframp } = await import('@secure-payment/devnet')
  await using provider = await startOfframp()
  const put = (body: object) =>
    fetch(provider.switchesUrl, { method: 'PUT', body: JSON.stringify(body) })
  expect(
    await (await put({ mode: 'down', scripts: { kyc: [{ status: 'rejected' }] } })).json(),
  ).toMatchObject({
    mode: 'down',
    callbacks: 'normal',
    scripts: { kyc: [{ status: 'rejected' }], agreement: [{ status: 'pending' }] },
  })
  expect((await put({ mode: 'sleepy' })).status).toBe(400)
  expect(provider.switches().mode).toBe('down')
})
