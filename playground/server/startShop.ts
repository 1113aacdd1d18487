import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@secure-payment/core/client'
import { verifyWebhook } from '@secure-payment/core/webhooks'
import express, { type Express, type Request, type Response } from 'express'
import { makers, products, SHOP_CURRENCIES, type ShopCurrency } from './catalogue.ts'
import { serveFiat } from './fiat/serveFiat.ts'
import { createInspector, type Inspector } from './inspector.ts'
import { CartError, type Order, parseCart, splitByMaker, totalOf } from './orders.ts'

/** The path that the shop registers as its webhook endpoint. */
export const WEBHOOK_PATH = '/webhooks/secure-payment'

const MAX_ORDERS = 1_000

/** The demo shop's settings for the service that it uses. */
export type ShopOptions = {
  /** The port to listen on at 127.0.0.1; 0 picks a free port. */
  port: number
  /** Folder of the built pages. */
  pagesFolder: string
  baseUrl: string
  payUrl: string
  apiKey: string
  clientId: string
  /** Network on which the shop receives payments. */
  network: string
  /** The address of each devnet account, by index; makers receive payments at these addresses. */
  accounts: readonly string[]
  /** Options for the page's burner wallet, in the format of `installTestWallet`. */
  burner: Readonly<Record<string, unknown>>
}

/** A running shop. `setWebhookSecret` accepts the secret that the service returned on registration. */
export type Shop = AsyncDisposable & { url: string; setWebhookSecret(secret: string): void }

/**
 * Starts the demo shop: a small merchant's backend. The shop creates payments with its API key and never trusts the browser about money.
 * Only a webhook with a valid signature marks an order as paid.
 */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const orders = new Map<string, Order>()
  const inspector = createInspector()
  let webhookSecret = ''
  const app = express()
  app.disable('x-powered-by')
  app.post(WEBHOOK_PATH, express.raw({ type: '*/*', limit: '64kb' }), (request, response) =>
    receiveWebhook({ request, response, secret: webhookSecret, orders, inspector }),
  )
  serveApi(app, options, orders)
  app.get('/api/webhooks', (_request, response) => response.json(inspector.list()))
  app.get('/api/webhooks/stream', (request, response) => inspector.stream(request, response))
  app.use(express.static(options.pagesFolder, { extensions: ['html'] }))

  const server = createServer(app)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    setWebhookSecret(secret) {
      webhookSecret = secret
    },
    async [Symbol.asyncDispose]() {
      inspector.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function serveApi(app: Express, options: ShopOptions, orders: Map<string, Order>): void {
  const client = createClient({ baseUrl: options.baseUrl, apiKey: options.apiKey, fetch })
  const { baseUrl, payUrl, clientId, network, burner } = options
  serveFiat(app, { client, currencyId: `USDC-${network}` })
  app.get('/api/shop', (_request, response) => {
    response.json({
      products,
      makers,
      currencies: SHOP_CURRENCIES,
      network,
      baseUrl,
      payUrl,
      clientId,
      burner,
    })
  })
  app.post('/api/orders', express.json({ limit: '16kb' }), async (request, response) => {
    try {
      const order = await createOrder(client, options, request.body)
      if (orders.size >= MAX_ORDERS) orders.delete(orders.keys().next().value ?? '')
      orders.set(order.id, order)
      response.status(201).json(present(order))
    } catch (error) {
      if (!(error instanceof CartError)) console.error('The order could not be created:', error)
      const known = error instanceof CartError
      response.status(known ? 400 : 502).json({
        message: known ? error.message : 'The payment service did not respond. Try again.',
      })
    }
  })
  app.get('/api/orders/:id', (request, response) => {
    const order = orders.get(request.params.id)
    if (!order) response.status(404).json({ message: 'No such order.' })
    else response.json(present(order))
  })
}

async function createOrder(
  client: ReturnType<typeof createClient>,
  options: ShopOptions,
  body: unknown,
): Promise<Order> {
  const { lines, currency } = parseCart(body)
  const shares = splitByMaker(lines, currency)
  const id = `NB-${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  const created = await client.securePayments.create(
    {
      body: {
        reference: id,
        requests: shares.map((share) => ({
          payee: payeeOf(share.makerId, options.accounts),
          amount: share.amount,
          ...currencyIdsOf(currency, options.network),
        })),
      },
    },
    { idempotencyKey: id },
  )
  const { token, securePaymentUrl, requestIds } = created
  return {
    id,
    currency,
    shares,
    total: totalOf(shares),
    token,
    securePaymentUrl,
    requestIds,
    paidRequestIds: new Set(),
    lastEvent: null,
  }
}

/** Returns the currencies of an order. No conversion contract has a rate for francs, so the service quotes a price. */
function currencyIdsOf(currency: ShopCurrency, network: string) {
  const paymentCurrency = `${currency === 'CHF' ? 'USDC' : currency}-${network}`
  return { invoiceCurrency: currency === 'CHF' ? currency : paymentCurrency, paymentCurrency }
}

function payeeOf(makerId: string, accounts: readonly string[]): string {
  const maker = makers.find((candidate) => candidate.id === makerId)
  const address = accounts[maker?.accountIndex ?? -1]
  if (!address) throw new Error(`Maker ${makerId} has no account.`)
  return address
}

function present(order: Order) {
  const { paidRequestIds, ...rest } = order
  return { ...rest, isPaid: order.requestIds.every((id) => paidRequestIds.has(id)) }
}

/** Handles a webhook as every merchant's server must: verifies the signature over the raw bytes, then acts idempotently. */
function receiveWebhook(arrival: {
  request: Request
  response: Response
  secret: string
  orders: Map<string, Order>
  inspector: Inspector
}): void {
  const { request, response, secret, orders, inspector } = arrival
  const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
  const signature = request.header('x-service-signature') ?? ''
  const isVerified = verifyWebhook({ secret, body, signature })
  inspector.add({ headers: request.headers, body, isVerified })
  if (!isVerified) {
    response.status(401).json({ message: 'The signature does not match.' })
    return
  }
  const event = JSON.parse(body) as { event: string; requestId: string }
  for (const order of orders.values()) {
    if (!order.requestIds.includes(event.requestId)) continue
    order.lastEvent = event.event
    if (event.event === 'payment.confirmed') order.paidRequestIds.add(event.requestId)
  }
  response.status(200).json({ received: true })
}
