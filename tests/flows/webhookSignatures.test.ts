import { spawnSync } from 'node:child_process'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Delivery } from '@secure-payment/devnet'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEndpoint } from './support/createRequests.ts'
import { type Outbox, SECRET, startOutbox } from './support/startOutbox.ts'

const DELIVERIES = 100
/** Texts that a receiver might format differently when it serialises a parsed body. */
const CUSTOMER_INFO = JSON.stringify({
  email: 'ana@example.test',
  name: 'Ána “Ünïcode” 測試 \u2028 </script>',
})

let outbox: Outbox

beforeEach(async () => {
  outbox = await startOutbox({ nowMs: Date.now() })
  await createEndpoint(outbox.context, { url: outbox.sink.url, secret: SECRET })
  for (let index = 0; index < DELIVERIES; index += 1) {
    await outbox.emitEvents(1, { customerInfo: CUSTOMER_INFO })
  }
  outbox.startWorker()
  await outbox.untilEmpty()
})

afterEach(() => outbox[Symbol.asyncDispose]())

/** Checks a delivery like a receiver whose author has read only the contract's paragraph: hex HMAC-SHA256 of the raw body. */
function isGenuine(rawBody: Buffer, signature: string | undefined, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(rawBody).digest()
  const given = Buffer.from(signature ?? '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Runs `openssl dgst -sha256`, as the guide does, and returns its output as Latin-1 text. */
function openssl(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('openssl', ['dgst', '-sha256', ...args])
  if (status !== 0) throw new Error(`openssl failed: ${stderr}`)
  return stdout.toString('latin1')
}

describe(`${DELIVERIES} deliveries`, () => {
  const all = (accepts: (delivery: Delivery) => boolean) => {
    const deliveries = outbox.sink.deliveries()
    expect(deliveries).toHaveLength(DELIVERIES)
    expect(deliveries.filter((delivery) => !accepts(delivery))).toEqual([])
  }

  test('the deliveries are all accepted by the Standard Webhooks library, by ten lines of code, and by openssl', () => {
    const library = new Webhook(SECRET)
    all(({ rawBody, headers }) => {
      expect(library.verify(rawBody, headers)).toEqual(JSON.parse(rawBody))
      return true
    })
    all(({ rawBody, headers }) =>
      isGenuine(Buffer.from(rawBody), headers['x-service-signature'], SECRET),
    )

    const folder = mkdtempSync(join(tmpdir(), 'secure-payment-openssl-'))
    outbox.defer(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'body.json')
    all(({ rawBody, headers }) => {
      writeFileSync(file, rawBody)
      return openssl(['-hmac', SECRET, file]).trim().endsWith(`= ${headers['x-service-signature']}`)
    })
    const key = Buffer.from(SECRET, 'base64').toString('hex')
    all(({ rawBody, headers }) => {
      writeFileSync(file, `${headers['webhook-id']}.${headers['webhook-timestamp']}.${rawBody}`)
      const mac = openssl(['-mac', 'HMAC', '-macopt', `hexkey:${key}`, '-binary', file])
      const signature = Buffer.from(mac, 'latin1').toString('base64')
      return headers['webhook-signature'] === `v1,${signature}`
    })
  })

  test('the deliveries keep their signature when a receiver parses and serialises the body', () => {
    all(({ rawBody, headers }) =>
      isGenuine(
        Buffer.from(JSON.stringify(JSON.parse(rawBody))),
        headers['x-service-signature'],
        SECRET,
      ),
    )
  })

  test('the deliveries are rejected when one of their bytes, or the secret, differs', () => {
    const other = '6b'.repeat(32)
    all(({ rawBody, headers }) => {
      const signature = headers['x-service-signature']
      const changed = rawBody.replace('"sequence":1', '"sequence":2')
      expect(() => new Webhook(other).verify(rawBody, headers)).toThrow()
      expect(() => new Webhook(SECRET).verify(changed, headers)).toThrow()
      return (
        !isGenuine(Buffer.from(rawBody), signature, other) &&
        !isGenuine(Buffer.from(changed), signature, SECRET)
      )
    })
  })
})
