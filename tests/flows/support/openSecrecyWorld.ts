import { type Chains, type Sink, startChains, startSink } from '@secure-payment/devnet'
import { expect } from 'vitest'
import type { Answer, CallOptions } from '../../support/callApi.ts'
import { registerAccount } from '../../support/signIn.ts'
import { startTestHost, type TestHost } from '../../support/testHost.ts'
import { approveOnce } from './startOfframps.ts'
import { waitFor } from './waitFor.ts'
import { type Places, watchPlaces } from './watchPlaces.ts'

/** A merchant on a host with the sandbox, a chain and a webhook receiver. Every response to the merchant's calls is recorded. */
export type SecrecyWorld = AsyncDisposable & {
  test: TestHost
  chains: Chains
  sink: Sink
  places: Places
  /** Headers of the merchant's session, instead of the API key. */
  session: Record<string, string>
  /** Calls with the merchant's API key. An empty header is omitted. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** Returns the response to a call that must succeed. */
  ok(method: string, path: string, body?: object, headers?: object): Promise<Answer['json']>
  /** Makes a call that must be rejected. */
  refused(method: string, path: string, body?: object, headers?: object): Promise<void>
  /** Opens a sandbox page; with an action, presses its button. */
  visit(url: string, action?: string): Promise<void>
  /** Advances the clock until a condition holds. */
  until(what: string, isSo: () => Promise<boolean>): Promise<true>
}

/** The clock's step per check: half the sandbox's interval between two steps. */
const STEP_MS = 1_000
const WAIT_MS = 60_000
const NOBODY = { 'x-api-key': '' }

/** Opens the world on the engine of `TEST_DATABASE`. The receiver rejects each first delivery, so that the host repeats the delivery. */
export async function openSecrecyWorld(): Promise<SecrecyWorld> {
  await using stack = new AsyncDisposableStack()
  const chains = stack.use(await startChains({ networks: ['devnet'] }))
  const sink = stack.use(await startSink())
  const places = watchPlaces({ host: () => test, deliveries: () => sink.deliveries() })
  const test: TestHost = stack.use(
    await startTestHost(
      {
        PAY_NETWORKS: 'devnet',
        PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
        PAY_ROLE: 'api,watcher,worker',
        PAY_CONFIRMATIONS_DEVNET: '0',
        PAY_POLL_INTERVAL_MS_DEVNET: '50',
        PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
        PAY_OFFRAMP: 'sandbox',
        PAY_OFFRAMP_SANDBOX_DELAY_MS: String(2 * STEP_MS),
      },
      { log: places.log },
    ),
  )
  const { headers } = await registerAccount(test)
  const session = { ...NOBODY, ...headers }
  const key = await test.call('POST', '/v1/api-keys', {
    anonymous: true,
    headers,
    body: { label: 'key' },
  })
  const calls = createCalls({ test, places }, { 'x-api-key': key.json.key })
  const { secret } = await calls.ok('POST', '/v1/webhook', { url: sink.url }, session)
  sink.setSecret(secret)
  const seen = new Set<string>()
  sink.setStatus(({ rawBody }) => {
    const isNew = !seen.has(rawBody)
    seen.add(rawBody)
    return isNew ? 500 : 200
  })
  await approveOnce(chains, 1)
  const owned = stack.move()
  return {
    test,
    chains,
    sink,
    places,
    session,
    ...calls,
    until: (what, isSo) =>
      waitFor(
        what,
        async () => {
          test.clock.advance(STEP_MS)
          return (await isSo()) ? true : null
        },
        WAIT_MS,
      ),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

type Calls = Pick<SecrecyWorld, 'call' | 'ok' | 'refused' | 'visit'>

function createCalls(
  { test, places }: Pick<SecrecyWorld, 'test' | 'places'>,
  key: Record<string, string>,
): Calls {
  const call: Calls['call'] = async (method, path, options = {}) => {
    const all = Object.entries({ ...key, ...options.headers })
    const headers = Object.fromEntries(all.filter(([, value]) => value !== ''))
    const answer = await test.call(method, path, { anonymous: true, ...options, headers })
    return places.hear(method, path, answer)
  }
  const send = (method: string, path: string, body?: object, headers: object = {}) =>
    call(method, path, { headers: { ...headers }, ...(body !== undefined && { body }) })
  return {
    call,
    async ok(method, path, body, headers) {
      const answer = await send(method, path, body, headers)
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.json
    },
    async refused(method, path, body, headers) {
      const answer = await send(method, path, body, headers)
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
    },
    async visit(url, action) {
      const path = new URL(url).pathname
      const options = { unchecked: true, headers: NOBODY }
      expect((await call('GET', path, options)).status).toBe(200)
      if (action === undefined) return
      const headers = { ...NOBODY, 'content-type': 'application/x-www-form-urlencoded' }
      const raw = `action=${action}&agreed=yes`
      expect((await call('POST', path, { ...options, headers, raw })).status).toBe(303)
    },
  }
}
