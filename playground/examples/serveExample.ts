import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import express from 'express'

/** The example shops, by folder name. */
export const EXAMPLES = ['html', 'react', 'vue', 'svelte', 'angular'] as const
export type ExampleName = (typeof EXAMPLES)[number]

/** The shop server's settings for the payment service. The API key stays on the server: no page ever receives it. */
export type ExampleOptions = {
  name: ExampleName
  /** The port to listen on; 0 picks a free port. */
  port: number
  /** The service's API. */
  baseUrl: string
  /** The address of the service's hosted page. */
  payUrl: string
  apiKey: string
  /** The client ID is public, and bound to the shop's origin. */
  clientId: string
  payee: string
  /** Such as `USDC-base`. */
  currency: string
  /** Origins of the nodes that the element calls. */
  nodes: readonly string[]
}

export type ExampleShop = AsyncDisposable & { url: string }

/** Each framework's Trusted Types policies. The element uses Lit's policy; the ready-made bundle uses the policy `secure-payment`. */
const POLICIES: Readonly<Record<ExampleName, string>> = {
  html: 'secure-payment',
  react: 'lit-html',
  vue: 'lit-html vue',
  svelte: 'lit-html svelte-trusted-html',
  angular: 'lit-html angular angular#unsafe-bypass',
}

/**
 * Serves a built example under the strictest policy that its framework allows, and creates a payment for each order: a shop's server in one
 * file. A real server also receives the webhooks, and ships nothing before the order's webhook arrives: see
 * docs/guides/receive-webhooks.md.
 */
export async function serveExample(options: ExampleOptions): Promise<ExampleShop> {
  const app = express()
  app.use((_request, response, next) => {
    response.setHeader('content-security-policy', createPolicy(options))
    next()
  })
  app.post('/api/orders', async (_request, response) => {
    response.status(201).json(await createOrder(options))
  })
  app.use(express.static(join(import.meta.dirname, options.name, 'dist')))
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function createPolicy({ name, baseUrl, nodes }: ExampleOptions): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src 'self' ${[baseUrl, ...nodes].join(' ')}`,
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${POLICIES[name]}`,
  ].join('; ')
}

/** Creates a payment in the service; the price comes from the shop, never from the page. */
async function createOrder(options: ExampleOptions): Promise<Record<string, string>> {
  const { baseUrl, payUrl, apiKey, clientId, payee, currency } = options
  const response = await fetch(`${baseUrl}/v2/secure-payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({
      requests: [{ payee, amount: '14.5', invoiceCurrency: currency, paymentCurrency: currency }],
      reference: 'Guji Natural, 250 g',
    }),
  })
  if (!response.ok) throw new Error(`The service returned ${response.status}.`)
  const { token, securePaymentUrl } = await response.json()
  return { token, apiBase: baseUrl, clientId, payUrl, hostedUrl: securePaymentUrl }
}

function portOf(server: Server): number {
  const { port } = server.address() as AddressInfo
  return port
}
