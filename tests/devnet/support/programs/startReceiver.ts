import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { waitFor } from '../../../flows/support/waitFor.ts'

/** A webhook that the receiver accepted. */
type Received = {
  event: string
  deliveryId: string
  retryCount: number
  isTest: boolean
  payload: Record<string, unknown>
}

/** A webhook receiver that was written for Request Network. */
export type Receiver = AsyncDisposable & {
  url: string
  setSecret(secret: string): void
  /** The accepted webhooks, without repeats of a delivery. */
  received(): readonly Received[]
  /** The number of webhooks that the receiver rejected with 401. */
  rejected(): number
  /** Returns 500 for this number of the next webhooks, as a receiver does whose database is down. */
  failNext(count: number): void
  waitFor(event: string, fits?: (payload: Record<string, unknown>) => boolean): Promise<Received>
}

/**
 * Starts a receiver that does only what Request Network's documentation describes. It reads only the headers
 * `x-request-network-signature`, `-delivery`, `-retry-count` and `-test`, and verifies the hex HMAC-SHA256 of the serialised JSON body. It
 * returns 401 for a wrong signature, and handles each delivery once.
 */
export async function startReceiver(): Promise<Receiver> {
  let secret = ''
  let rejected = 0
  let failures = 0
  const received = new Map<string, Received>()
  const app = express()
  app.use(express.json())
  app.post('/webhook', (request, response) => {
    const signature = request.get('x-request-network-signature') ?? ''
    if (!isGenuine(JSON.stringify(request.body), signature, secret)) {
      rejected += 1
      return response.status(401).json({ error: 'Invalid signature' })
    }
    if (failures > 0) {
      failures -= 1
      return response.status(500).json({ error: 'Unavailable' })
    }
    const deliveryId = request.get('x-request-network-delivery') ?? ''
    if (!received.has(deliveryId)) {
      received.set(deliveryId, {
        event: request.body.event,
        deliveryId,
        retryCount: Number(request.get('x-request-network-retry-count')),
        isTest: request.get('x-request-network-test') === 'true',
        payload: request.body,
      })
    }
    return response.status(200).json({ code: 'OK' })
  })
  const server = await new Promise<Server>((resolve) => {
    const opened = app.listen(0, '127.0.0.1', () => resolve(opened))
  })
  const { port } = server.address() as AddressInfo
  const list = () => [...received.values()]
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    setSecret(value) {
      secret = value
    },
    received: list,
    rejected: () => rejected,
    failNext(count) {
      failures = count
    },
    waitFor: (event, fits = () => true) =>
      waitFor(
        `the webhook ${event}`,
        () => list().find((one) => one.event === event && fits(one.payload)) ?? null,
      ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function isGenuine(body: string, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const sent = Buffer.from(signature, 'hex')
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}
