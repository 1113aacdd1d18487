import { type Chains, type Sink, startSink } from '@secure-payment/devnet'
import { startTestHost, type TestHost } from '../../support/testHost.ts'
import { waitFor } from './waitFor.ts'

/** A host with its API that confirms a payment in its own block, with a receiver for its webhooks. */
export type ConfirmingHost = AsyncDisposable & {
  test: TestHost
  sink: Sink
  /**
   * Waits until one webhook with a valid signature reports each request of a transaction as paid. Also waits until the search finds
   * their payments by the transaction. Returns the bodies of the webhooks and the found payments, by request.
   */
  confirm(txHash: string, requestIds: readonly string[]): Promise<Map<string, Confirmed>>
}

/** A merchant's data about one confirmed payment. */
type Confirmed = { event: Record<string, unknown>; payment: Record<string, unknown> }

/** Starts a host on one of the devnet's chains; `env` adds settings. */
export async function startConfirmingHost(
  chains: Chains,
  env: Readonly<Record<string, string>> = {},
): Promise<ConfirmingHost> {
  await using stack = new AsyncDisposableStack()
  const sink = stack.use(await startSink())
  const test = stack.use(
    await startTestHost({
      PAY_NETWORKS: 'devnet',
      PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
      PAY_ROLE: 'api,watcher,worker',
      PAY_CONFIRMATIONS_DEVNET: '0',
      PAY_POLL_INTERVAL_MS_DEVNET: '50',
      PAY_START_BLOCK_DEVNET: '0',
      PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
      ...env,
    }),
  )
  const { status, json, text } = await test.call('POST', '/v1/webhook', { body: { url: sink.url } })
  if (status !== 201) throw new Error(text)
  sink.setSecret(json.secret)
  const owned = stack.move()
  return {
    test,
    sink,
    async confirm(txHash, requestIds) {
      const events = await waitFor(`${requestIds.length} webhooks`, () => {
        const told = eventsOf(sink, txHash)
        return requestIds.every((id) => told.has(id)) ? told : null
      })
      const payments = await findPayments(test, txHash)
      return new Map(
        requestIds.map((id) => [
          id,
          { event: only(events.get(id)), payment: only(payments.get(id)) },
        ]),
      )
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

type Body = Record<string, unknown>

function eventsOf(sink: Sink, txHash: string): Map<string, Body[]> {
  const confirmed = sink.deliveries().flatMap(({ body, verified }) => {
    if (!verified || typeof body !== 'object' || body === null) return []
    const event: Body = { ...body }
    return event['event'] === 'payment.confirmed' && event['txHash'] === txHash ? [event] : []
  })
  return Map.groupBy(confirmed, (event) => String(event['requestId']))
}

async function findPayments(test: TestHost, txHash: string): Promise<Map<string, Body[]>> {
  const found: (Body & { request: { requestId: string } })[] = []
  for (;;) {
    const path = `/v2/payments?txHash=${txHash}&limit=100&offset=${found.length}`
    const { json } = await test.call('GET', path)
    found.push(...json.payments)
    if (json.pagination.hasMore !== true) break
  }
  return Map.groupBy(found, ({ request }) => request.requestId)
}

function only(bodies: readonly Body[] = []): Body {
  const [body, ...others] = bodies
  if (body === undefined || others.length > 0)
    throw new Error(`One was expected, not ${bodies.length}.`)
  return body
}
