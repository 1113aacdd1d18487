import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHolder, type Holder } from '../../host/src/leases/leases.ts'
import { createOfframpPoller, type OfframpPoller } from '../../host/src/offramps/pollOfframps.ts'
import { SHOP_ORIGIN, startTestHost, type TestHost } from '../support/testHost.ts'

const CONSOLE_ORIGIN = 'https://console.example.test'

let test: TestHost
let holder: Holder
let poller: OfframpPoller
beforeAll(async () => {
  test = await startTestHost({ PAY_DASHBOARD_ORIGINS: CONSOLE_ORIGIN })
  await test.createClientId()
  const { context } = test.host
  if (context.offramp === null) throw new Error('The host has no sandbox.')
  holder = createHolder(context.random)
  poller = createOfframpPoller({ ...context, offramp: context.offramp }, { holder, onEvents() {} })
})
afterAll(async () => {
  await poller.release()
  holder[Symbol.dispose]()
  await test[Symbol.asyncDispose]()
})

const PAYER = {
  email: 'ana@example.test',
  firstName: 'Ana <b>',
  lastName: 'Pending',
  beneficiaryType: 'individual',
  dateOfBirth: '1985-12-12',
  addressLine1: '1 Rua Augusta',
  city: 'Lisboa',
  state: 'Lisboa',
  postcode: '1100-048',
  country: 'PT',
  nationality: 'PT',
  phone: '+351912345678',
  ssn: '',
}

let users = 0

/** Submits a payer whose identity check waits for its page; returns the paths of both pages. */
async function submit() {
  users += 1
  const clientUserId = `user-${users}`
  const { json } = await test.call('POST', '/v2/payer', { body: { ...PAYER, clientUserId } })
  const pathOf = (url: string) => new URL(url).pathname
  return {
    clientUserId,
    kyc: pathOf(json.kycUrl),
    agreement: pathOf(json.agreementUrl),
    async read() {
      test.clock.advance(1_000)
      await poller.step()
      return (await test.call('GET', `/v2/payer/${clientUserId}`)).json
    },
  }
}

const open = (path: string) => test.call('GET', path, { anonymous: true, unchecked: true })

function post(path: string, fields: Record<string, string>) {
  return test.call('POST', path, {
    anonymous: true,
    unchecked: true,
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
}

describe('The identity check page', () => {
  it('the identity check page shows the payer’s name as text, states that it is a sandbox, and has a form without script', async () => {
    const { kyc } = await submit()
    const { status, text, headers } = await open(kyc)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(text).toContain('Ana &#60;b&#62; Pending')
    expect(text).toContain('Sandbox')
    for (const action of ['approve', 'reject', 'fail']) {
      expect(text).toContain(`name="action" value="${action}"`)
    }
    expect(text).not.toContain('<script')
    expect(text).not.toMatch(/\son\w+=|<style|style=/)
    expect(text).not.toContain(PAYER.email)
  })

  it('the identity check page runs no third-party code, and only the merchant’s pages and the console may frame it', async () => {
    const { kyc } = await submit()
    const { headers } = await open(kyc)
    const policy = new Map(
      (headers['content-security-policy'] ?? '').split('; ').map((directive) => {
        const [name = '', ...values] = directive.split(' ')
        return [name, values]
      }),
    )
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('script-src')).toEqual(["'self'"])
    expect(policy.get('form-action')).toEqual(["'self'"])
    const frames = policy.get('frame-ancestors') ?? []
    expect(frames).toContain(SHOP_ORIGIN)
    expect(frames).toContain(CONSOLE_ORIGIN)
    expect(frames.filter((origin) => origin !== "'self'" && !URL.canParse(origin))).toEqual([])
    expect(frames).not.toContain('*')
    expect(headers['x-frame-options']).toBeUndefined()
  })

  it.each([
    ['approve', 'approved'],
    ['reject', 'rejected'],
    ['fail', 'failed'],
  ])('the identity check page decides the check with %s, once', async (action, kycStatus) => {
    const { kyc, read } = await submit()
    expect(await read()).toMatchObject({ kycStatus: 'initiated' })
    const answer = await post(kyc, { action })
    expect(answer.status).toBe(303)
    expect(answer.headers['location']).toBe(kyc)
    expect((await open(kyc)).text).not.toContain('<form')
    expect(await read()).toMatchObject({ kycStatus })
    await post(kyc, { action: action === 'approve' ? 'reject' : 'approve' })
    expect(await read()).toMatchObject({ kycStatus })
  })

  it('the identity check page opens on another host, and keeps its path when a failed payer is submitted again', async () => {
    const { kyc, read, clientUserId } = await submit()
    await post(kyc, { action: 'fail' })
    expect(await read()).toMatchObject({ kycStatus: 'failed' })
    await using neighbour = await test.startNeighbour()
    const there = await neighbour.call('GET', kyc, { anonymous: true, unchecked: true })
    expect(there.text).toContain('submit the payer again')

    const { json } = await test.call('POST', '/v2/payer', { body: { ...PAYER, clientUserId } })
    expect(new URL(json.kycUrl).pathname).toBe(kyc)
    expect(await read()).toMatchObject({ kycStatus: 'initiated' })
    await post(kyc, { action: 'approve' })
    expect(await read()).toMatchObject({ kycStatus: 'approved' })
  })

  it.each([{}, { action: 'sign' }, { action: '__proto__' }, { action: '' }])(
    'the identity check page rejects any other button: %j',
    async (fields) => {
      const { kyc, read } = await submit()
      expect((await post(kyc, fields)).status).toBe(303)
      expect((await read()).kycStatus).toBe('initiated')
    },
  )
})

describe('The agreement page', () => {
  it('the agreement page accepts a signature, and notifies the page that frames it', async () => {
    const { kyc, agreement, read } = await submit()
    await post(kyc, { action: 'approve' })
    expect(await read()).toMatchObject({ agreementStatus: 'pending' })
    const before = await open(agreement)
    expect(before.text).toContain('type="checkbox" name="agreed" value="yes" required')
    expect(before.text).not.toContain('<script')

    await post(agreement, { action: 'sign', agreed: 'yes' })
    const after = await open(agreement)
    expect(after.text).toContain('<script type="module" src="/sandbox/agreement.js"></script>')
    expect(after.text).not.toContain('<form')
    expect(await read()).toMatchObject({
      kycStatus: 'approved',
      agreementStatus: 'completed',
      isCompliant: true,
    })
    const script = await open('/sandbox/agreement.js')
    expect(script.headers['content-type']).toMatch(/javascript/)
    expect(script.text).toContain("postMessage({ agreements: 'complete' }")
  })

  it('the agreement page rejects a signature without consent', async () => {
    const { agreement, read } = await submit()
    await post(agreement, { action: 'sign' })
    expect(await read()).toMatchObject({ agreementStatus: 'not_started' })
  })

  it('the agreement page may be declined first, and shows the status that the merchant reports', async () => {
    const { agreement, read, clientUserId } = await submit()
    await post(agreement, { action: 'decline' })
    expect(await read()).toMatchObject({ agreementStatus: 'rejected' })
    const body = { agreementCompleted: true }
    await test.call('PATCH', `/v2/payer/${clientUserId}`, { body })
    expect((await open(agreement)).text).toContain('<strong>signed</strong>')
    expect(await read()).toMatchObject({ agreementStatus: 'completed' })
  })
})

describe('The pages’ keys', () => {
  it('the pages’ keys open only their own page, not another payer’s page', async () => {
    const one = await submit()
    const two = await submit()
    const keyOf = (path: string) => path.split('/').at(-1) ?? ''
    const [id = '', mac = ''] = keyOf(one.kyc).split('.')
    const [otherId = ''] = keyOf(two.kyc).split('.')
    const wrong = [
      `/sandbox/agreement/${keyOf(one.kyc)}`,
      `/sandbox/kyc/${keyOf(one.agreement)}`,
      `/sandbox/kyc/${otherId}.${mac}`,
      `/sandbox/kyc/${id}`,
      `/sandbox/kyc/${id}.`,
      `/sandbox/kyc/${id}.${'0'.repeat(32)}`,
      `/sandbox/kyc/${id}.${mac}.${mac}`,
      `/sandbox/kyc/${id.toUpperCase()}.${mac}`,
      `/sandbox/kyc/${'%00'.repeat(20)}`,
    ]
    for (const path of wrong) {
      expect((await open(path)).status, path).toBe(404)
      expect((await post(path, { action: 'reject' })).status, path).toBe(404)
    }
    expect(await two.read()).toMatchObject({ kycStatus: 'initiated' })
    expect(mac).toMatch(/^[0-9a-f]{32}$/)
  })

  it('the pages’ keys open nothing once the payer is erased', async () => {
    const { kyc } = await submit()
    const id = kyc.split('/').at(-1)?.split('.')[0] ?? ''
    await test.host.context.db.kysely
      .updateTable('payers')
      .set({ erased_at: test.clock.now().toISOString(), sealed_profile: null, sealed_links: null })
      .where('id', '=', id)
      .execute()
    expect((await open(kyc)).status).toBe(404)
  })
})

it('The pages do not exist without a provider', async () => {
  await using other = await startTestHost({ PAY_OFFRAMP: 'off' })
  const answer = await other.call('GET', '/sandbox/sandbox.css', { unchecked: true })
  expect(answer.status).toBe(404)
})
