import { ApiError, type Client } from '@secure-payment/core/client'
import express, { type Express, type Request, type Response } from 'express'
import { readAccount, readPayer } from './readForms.ts'

/**
 * The page's data about a payer: the progress of the checks, the pages to visit, and the bank accounts with masked numbers.
 */
export type DemoPayer = Awaited<ReturnType<Client['payers']['get']>> & {
  id: string
  accounts: Awaited<ReturnType<Client['payers']['listPaymentDetails']>>['paymentDetails']
}

/** A request that pays into a bank account. */
export type DemoRequest = Awaited<ReturnType<Client['requests']['get']>>

/** Transactions that pay a request, in the order in which the payer sends them. */
export type DemoTransactions = Awaited<ReturnType<Client['requests']['pay']>>['transactions']

/** The reason for a rejection; `fields` has the reasons by form field name. */
export type DemoRefusal = { message: string; fields: Readonly<Record<string, string>> }

const PAYER_ID = /^demo-[0-9a-f-]{36}$/
const REQUEST_ID = /^[0-9a-zA-Z]{1,80}$/

/**
 * Serves a merchant's backend for payments that end in a bank account. The backend has the API key, identifies the payer, and forwards the
 * entered data. The ids of demo payers are random, and only the payer's own page has them.
 */
export function serveFiat(
  app: Express,
  { client, currencyId }: { client: Client; currencyId: string },
): void {
  const body = express.json({ limit: '16kb' })
  const readDemoPayer = async (id: string): Promise<DemoPayer> => {
    const params = { clientUserId: id }
    const [payer, { paymentDetails }] = await Promise.all([
      client.payers.get({ params }),
      client.payers.listPaymentDetails({ params }),
    ])
    return { ...payer, id, accounts: paymentDetails }
  }

  app.post('/api/fiat/payers', body, (request, response) =>
    answer(response, async () => {
      // A page with an id submits the same payer again, for example to repeat a check that failed.
      const stated: unknown = Object(request.body).id
      const id = isPayerId(stated) ? stated : `demo-${crypto.randomUUID()}`
      await client.payers.submit({ body: { clientUserId: id, ...readPayer(request.body) } })
      return readDemoPayer(id)
    }),
  )
  app.get('/api/fiat/payers/:id', (request, response) =>
    answer(response, () => readDemoPayer(payerOf(request))),
  )
  app.post('/api/fiat/payers/:id/accounts', body, (request, response) =>
    answer(response, async () => {
      const id = payerOf(request)
      await client.payers.createPaymentDetails({
        params: { clientUserId: id },
        body: readAccount(request.body),
      })
      return readDemoPayer(id)
    }),
  )
  app.post('/api/fiat/requests', body, (request, response) =>
    answer(response, async () => {
      const created = await client.requests.create({
        body: {
          amount: String(Object(request.body).amount ?? ''),
          invoiceCurrency: currencyId,
          paymentCurrency: currencyId,
          isCryptoToFiatAllowed: true,
          reference: `INV-${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
        },
      })
      return client.requests.get({ params: { requestId: created.requestId } })
    }),
  )
  app.get('/api/fiat/requests/:id', (request, response) =>
    answer(response, () => client.requests.get({ params: { requestId: requestOf(request) } })),
  )
  app.get('/api/fiat/requests/:id/pay', (request, response) =>
    answer(response, async () => {
      const { wallet, payer, account } = request.query
      const query = {
        wallet: String(wallet ?? ''),
        clientUserId: isPayerId(payer) ? payer : '',
        paymentDetailsId: String(account ?? ''),
      }
      const params = { requestId: requestOf(request) }
      const { transactions } = await client.requests.pay({ params, query })
      return transactions
    }),
  )
}

/** No demo record can have the id that the page requested. */
class NoSuchRecordError extends Error {
  override readonly name = 'NoSuchRecordError'
}

function isPayerId(value: unknown): value is string {
  return typeof value === 'string' && PAYER_ID.test(value)
}

function payerOf({ params: { id } }: Request): string {
  if (!isPayerId(id)) throw new NoSuchRecordError()
  return id
}

function requestOf({ params: { id } }: Request): string {
  if (typeof id !== 'string' || !REQUEST_ID.test(id)) throw new NoSuchRecordError()
  return id
}

/** Responds with the service's result; a rejection keeps its status, its message and its fields. */
async function answer(response: Response, act: () => Promise<unknown>): Promise<void> {
  try {
    response.json(await act())
  } catch (error) {
    if (error instanceof NoSuchRecordError) {
      const refusal: DemoRefusal = { message: 'This record does not exist.', fields: {} }
      response.status(404).json(refusal)
      return
    }
    if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) {
      console.error('The payment service failed:', error)
      const message = 'The payment service did not respond. Try again.'
      response.status(502).json({ message, fields: {} } satisfies DemoRefusal)
      return
    }
    const fields = (error.problem?.errors ?? []).map(({ field, message }) => [field, message])
    const refusal: DemoRefusal = { message: error.message, fields: Object.fromEntries(fields) }
    response.status(error.status).json(refusal)
  }
}
