import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliRunner, createCliRunner } from '../support/cliRunner.ts'
import { recordPayment } from '../support/recordPayment.ts'
import { stateChain } from '../support/refundWorld.ts'
import { API_KEY, PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'

let test: TestHost
let cli: CliRunner
beforeAll(async () => {
  test = await startTestHost()
  stateChain(test)
  cli = await createCliRunner()
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await cli[Symbol.asyncDispose]()
})

const ITEM = [
  ...['--payee', PAYEE, '--amount', '12.5'],
  ...['--invoice-currency', 'USDC-devnet', '--payment-currency', 'USDC-devnet'],
]

async function signIn(): Promise<void> {
  const { code } = await cli.run(['login', '--host', test.host.url], { input: `${API_KEY}\n` })
  expect(code).toBe(0)
}

describe('The account', () => {
  it('login stores the key in a file for its owner, and whoami shows its account', async () => {
    const signedIn = await cli.run(['login', '--host', test.host.url], { input: `${API_KEY}\n` })
    expect(signedIn.out).toBe(`Signed in to ${test.host.url} as Test shop.\n`)
    const path = join(cli.configFolder, 'secure-payment', 'profiles.json')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      current: 'default',
      profiles: { default: { url: test.host.url, apiKey: API_KEY, merchant: 'Test shop' } },
    })
    const { out } = await cli.run(['whoami'])
    expect(out).toContain('Test shop')
    expect(out).toContain('read, create, payouts, refunds, manage')
    expect(out).not.toContain(API_KEY)
  })

  it('login asks for the URL and the key', async () => {
    const { apiKey } = await test.createTenant()
    const answers = [test.host.url, apiKey]
    const { code, out } = await cli.run(['login', '--profile', 'other'], { answers })
    expect({ code, out }).toEqual({ code: 0, out: `Signed in to ${test.host.url} as Other.\n` })
    expect((await cli.json('whoami', '--profile', 'other')).merchant.name).toBe('Other')
    expect((await cli.run(['logout', '--profile', 'other'])).out).toBe(
      'Removed the profile other.\n',
    )
    expect((await cli.run(['whoami', '--profile', 'other'])).code).toBe(1)
  })

  it('login rejects a wrong key, and stores nothing', async () => {
    const input = 'sk_wrong'
    const { code, err } = await cli.run(['login', '--host', test.host.url, '--profile', 'bad'], {
      input,
    })
    expect(code).toBe(1)
    expect(err).toContain('code invalid_api_key, status 401')
    expect((await cli.run(['whoami', '--profile', 'bad'])).err).toContain(
      'There is no profile bad.',
    )
  })

  it('environment variables override the profile', async () => {
    const { apiKey, tenantId } = await test.createTenant()
    const env = { SECURE_PAYMENT_URL: test.host.url, SECURE_PAYMENT_API_KEY: apiKey }
    const { out } = await cli.run(['whoami', '--json'], { env })
    expect(JSON.parse(out)).toMatchObject({ profile: null, merchant: { id: tenantId } })
  })
})

describe('Links, payments and refunds', () => {
  it('a link is created, listed, shown, edited and cancelled', async () => {
    await signIn()
    const created = await cli.json('links', 'create', ...ITEM, '--reference', 'PO-1')
    expect(created.securePaymentUrl).toContain(created.token)
    const table = (await cli.run(['links', 'list', '--reference', 'PO-1'])).out
    expect(table.split('\n')[1]).toContain(`pending  12.5 USDC-devnet  PO-1       ${created.token}`)
    const edited = await cli.json(
      'links',
      'edit',
      created.token,
      '--revision',
      '1',
      '--amount',
      '13',
    )
    expect(edited).toBeDefined()
    expect(await cli.json('links', 'show', created.token)).toMatchObject({ token: created.token })
    expect((await cli.run(['links', 'cancel', created.token])).code).toBe(0)
    expect(await cli.json('links', 'show', created.token)).toMatchObject({
      token: created.token,
      status: 'invalidated',
    })
    const late = ['links', 'edit', created.token, '--revision', '2', '--amount', '14']
    const { code, err } = await cli.run(late)
    expect(code).toBe(1)
    expect(err).toMatch(/^error: .+\n {2}code [a-z_]+, status 4\d\d, request req_/)
  })

  it('an expired link is shown with its status', async () => {
    await signIn()
    const expiresAt = new Date(test.clock.now().getTime() + 120_000).toISOString()
    const { token } = await cli.json('links', 'create', ...ITEM, '--expires-at', expiresAt)
    test.clock.advance(121_000)
    expect(await cli.json('links', 'show', token)).toMatchObject({ token, status: 'expired' })
  })

  it('a paid link is shown with its status', async () => {
    await signIn()
    const { token, requestIds } = await cli.json('links', 'create', ...ITEM)
    await recordPayment(test.host.context, requestIds[0])
    expect(await cli.json('links', 'show', token)).toMatchObject({ token, status: 'completed' })
    const { code, out } = await cli.run(['links', 'show', token])
    expect(code).toBe(0)
    expect(out).toMatch(/^status +completed$/m)
  })

  it('the payments of one reference are listed, and one is shown in full', async () => {
    await signIn()
    const reference = 'Bestellung 7'
    const show = () => cli.run(['payments', 'show', reference])
    for (const expected of [
      /^request\.reference +Bestellung 7$/m,
      /^TIME(.|\n)+Show one in full/,
    ]) {
      const link = await cli.json('links', 'create', ...ITEM, '--reference', reference)
      await recordPayment(test.host.context, link.requestIds[0])
      expect((await show()).out).toMatch(expected)
    }
    const payments = await cli.json('payments', 'show', reference)
    expect(payments).toHaveLength(2)
    for (const { id } of payments)
      expect((await show()).out).toContain(`Bestellung 7  none    ${id}`)
  })

  it('the same idempotency key creates one link', async () => {
    await signIn()
    const key = ['--idempotency-key', 'cli-1']
    const [first, second] = [
      await cli.json('links', 'create', ...ITEM, ...key),
      await cli.json('links', 'create', ...ITEM, ...key),
    ]
    expect(second).toEqual(first)
  })

  it('a payment is listed, found by each of its identifiers, and refunded', async () => {
    await signIn()
    const link = await cli.json('links', 'create', ...ITEM, '--reference', 'PO-2')
    const txHash = await recordPayment(test.host.context, link.requestIds[0])
    const { payments } = await cli.json('payments', 'list', '--reference', 'PO-2')
    const [{ id, request }] = payments
    for (const name of [
      id,
      link.token,
      link.requestIds[0],
      txHash,
      request.paymentReference,
      'PO-2',
    ]) {
      expect(await cli.json('payments', 'show', name), name).toMatchObject([{ id }])
    }
    expect((await cli.run(['payments', 'show', 'nothing'])).err).toContain('No payment is recorded')
    const table = (await cli.run(['payments', 'list', '--reference', 'PO-2'])).out
    expect(table).toContain(`12.5 USDC  PO-2       none    ${id}`)

    const refund = await cli.json(
      'refunds',
      'create',
      id,
      '--amount',
      'all',
      '--reason',
      'Returned',
    )
    expect(refund).toMatchObject({ status: 'open', amount: '12.5', reason: 'Returned' })
    expect((await cli.run(['refunds', 'list', '--payment-id', id])).out).toContain(refund.id)
    const paying = await cli.json('refunds', 'link', '--refund-ids', refund.id)
    expect(paying.token).toMatch(/^[0-9A-Z]{26}$/)
  })

  it('invalid input returns every field with its problem', async () => {
    await signIn()
    const { code, err } = await cli.run(['links', 'create', '--amount', 'x', '--payee', 'y'])
    expect(code).toBe(1)
    expect(err).toContain('error: Bad Request: Validation failed\n')
    expect(err).toContain('  --amount: must be a decimal string')
    expect(err).toContain('  --payee: must be an EVM address')
    expect(err).toContain('code validation_failed, status 400')
  })

  it('webhook endpoints are created, listed and removed at the authentication origin', async () => {
    await signIn()
    const url = 'https://shop.test/hooks'
    const { id } = await cli.json(
      'webhooks',
      'create',
      '--url',
      url,
      '--events',
      'payment.confirmed',
    )
    const table = (await cli.run(['webhooks', 'list'])).out
    expect(table.split('\n')[1]).toBe(`${id}  yes     payment.confirmed  ${url}`)
    expect((await cli.run(['webhooks', 'deliveries', id])).out).toBe('No results.\n')
    expect(await cli.json('webhooks', 'remove', id)).toEqual({ success: true })
  })
})
