import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@secure-payment/core/client'
import type { HostCalls } from './children/hostServer.ts'
import { median } from './measure.ts'
import { type Row, within } from './report.ts'
import { API_KEY, hostSettings } from './support/hostSettings.ts'
import { PAYEE } from './support/requestRows.ts'
import { startChild } from './support/startChild.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

/** The number of open streams, each for its own payment. */
const STREAMS = 1_000
const IDLE_MS = 10_000
const CHANGES = 20
const WALLET = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Measures the cost of a thousand open and idle event streams, and the delay until a stream receives a change. */
export async function benchStreams(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(createTemporaryFolder())
  const url = `sqlite:${join(folder.path, 'host.db')}`
  const host = stack.use(await startChild<HostCalls>('hostServer', hostSettings(url)))
  const port = await host.call('port')
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: API_KEY })
  const item = { payee: PAYEE, invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base' }
  const requests = [{ ...item, amount: '1.5' }]
  const tokens = await Promise.all(
    Array.from({ length: STREAMS }, async () => {
      return (await client.securePayments.create({ body: { requests } })).token
    }),
  )
  await delay(1_000)
  const before = await host.call('usage')
  const streams: Stream[] = []
  stack.defer(() => {
    for (const { call } of streams) call.destroy()
  })
  for (const token of tokens) streams.push(await openStream(port, token))
  // After this delay, the host has checked every stream once.
  await delay(2_000)
  const [start, asked] = [await host.call('usage'), await host.call('statements')]
  await delay(IDLE_MS)
  const [end, askedThen] = [await host.call('usage'), await host.call('statements')]
  const delays: number[] = []
  for (const { token, next } of streams.slice(0, CHANGES)) {
    const heard = next()
    const startedAt = performance.now()
    const body = {
      attemptId: crypto.randomUUID(),
      wallet: WALLET,
      chain: 'BASE',
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
    }
    await client.securePayments.createAttempt({ params: { token }, body })
    await heard
    delays.push(performance.now() - startedAt)
  }
  const percent = ((end.cpuUs - start.cpuUs) / 1_000 / IDLE_MS) * 100
  const kilobytes = (end.rssBytes - before.rssBytes) / 1_024 / STREAMS
  const perSecond = (askedThen - asked) / (IDLE_MS / 1_000)
  const name = `${STREAMS} idle streams`
  return [
    within(`${name}: processor`, { value: percent, unit: '% of a core' }, 10),
    within(`${name}: memory of one`, { value: kilobytes, unit: 'KiB' }, 100),
    within(`${name}: statements`, { value: perSecond, unit: '/s' }, 3),
    within(`${name}: a change is heard`, { value: median(delays), unit: 'ms' }, 500),
  ]
}

type Stream = { token: string; call: ClientRequest; next(): Promise<unknown> }

async function openStream(port: number, token: string): Promise<Stream> {
  const call = request({
    port,
    path: `/v2/secure-payments/${token}/events`,
    headers: { 'x-api-key': API_KEY },
    agent: false,
  })
  call.on('error', () => undefined)
  call.end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`A stream returned ${answer.statusCode}.`)
  answer.on('error', () => undefined)
  answer.resume()
  return { token, call, next: () => once(answer, 'data') }
}
