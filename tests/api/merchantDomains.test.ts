import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatDestinationId } from '@secure-payment/core/destinations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recheckDomains } from '../../host/src/domains/recheckDomains.ts'
import { createId } from '../../host/src/id.ts'
import { type SignedIn, signInWallet } from '../support/signIn.ts'
import {
  PAYEE,
  pageHeaders,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'
import { ANY_ENGINE } from '../tiers.ts'

const HOUR_MS = 3_600_000
const USDC = '0x5ecc000000000000000000000000000000000101'
const DOMAIN = 'shop.example.test'
const NO_RECORD = Object.assign(new Error('no record'), { code: 'ENODATA' })

/**
 * TXT records by name; an absent name has none, and `null` stands for name servers that do not
 * respond.
 */
let zone: Map<string, string[][] | null>
let asked: string[]
let test: TestHost
let merchant: SignedIn & { address: string }

beforeEach(async () => {
  zone = new Map()
  asked = []
  test = await startTestHost(
    { PAY_ALLOW_PRIVATE_WEBHOOKS: 'true' },
    {
      resolveTxt: async (name) => {
        asked.push(name)
        const records = zone.get(name)
        if (records === null) throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' })
        if (records === undefined) throw NO_RECORD
        return records
      },
    },
  )
  const { account, ...signedIn } = await signInWallet(test)
  merchant = { ...signedIn, address: account.address }
})
afterEach(() => test[Symbol.asyncDispose]())

const manage = (method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers: merchant.headers, ...(body && { body }) })
const add = async (domain = DOMAIN) => (await manage('POST', '/v1/domains', { domain })).json
const check = async (id: string) => {
  test.clock.advance(5_000)
  return (await manage('POST', `/v1/domains/${id}/check`)).json
}
const publish = ({ proof }: { proof: { dnsName: string; dnsValue: string } }) =>
  zone.set(proof.dnsName, [['v=spf1 -all'], [proof.dnsValue.slice(0, 9), proof.dnsValue.slice(9)]])
const recheck = () => recheckDomains(test.host.context)

/** Creates a payment for the merchant and returns the URL of its hosted page. */
async function createPage(): Promise<string> {
  const requests = [{ ...usdcItem, payee: merchant.address }]
  const { json } = await manage('POST', '/v2/secure-payments', { requests })
  return `${test.host.context.config.payUrl}/?token=${json.token}`
}

const readPage = async (): Promise<string> => (await fetch(await createPage())).text()

describe('A domain', () => {
  it('a domain is verified by a TXT record, and appears on the hosted page and in the payment', async () => {
    const domain = await add()
    expect(domain).toMatchObject({
      domain: DOMAIN,
      status: 'pending',
      problem: null,
      verifiedAt: null,
      proof: { dnsName: `_secure-payment.${DOMAIN}` },
    })
    expect(await readPage()).not.toContain(DOMAIN)
    publish(domain)
    expect(await check(domain.id)).toMatchObject({ status: 'verified', problem: null })
    expect(await readPage()).toContain(`<title>Pay ${DOMAIN}</title>`)
    const requests = [{ ...usdcItem, payee: merchant.address }]
    const { json } = await manage('POST', '/v2/secure-payments', { requests })
    const { json: key } = await manage('POST', '/v1/api-keys', { label: 'Server' })
    const headers = { 'x-api-key': key.key }
    const shown = await test.call('GET', `/v2/secure-payments/${json.token}`, {
      anonymous: true,
      headers,
    })
    expect(shown.json.merchant.verifiedDomain).toBe(DOMAIN)
  })

  it('a domain is verified by a file at its well-known path', async () => {
    await using site = await startSite()
    const domain = await add(site.domain)
    site.answer = { status: 200, body: JSON.stringify({ verification: ['other'] }) }
    expect(await check(domain.id)).toMatchObject({ status: 'pending', problem: 'absent' })
    site.answer = { status: 200, body: domain.proof.fileContent }
    expect(await check(domain.id)).toMatchObject({ status: 'verified' })
    expect(new Set(site.paths)).toEqual(new Set(['/.well-known/secure-payment.json']))
  })

  it.each([
    ['a redirect', { status: 302, body: '', location: '/elsewhere' }],
    ['a page', { status: 200, body: '<html>verification</html>' }],
    ['another JSON', { status: 200, body: '["x"]' }],
    ['nothing', { status: 404, body: '' }],
  ])('a domain is not verified by %s', async (_name, answer) => {
    await using site = await startSite()
    const domain = await add(site.domain)
    site.answer = answer
    expect(await check(domain.id)).toMatchObject({ status: 'pending', problem: 'absent' })
    expect(site.paths).toHaveLength(1)
  })

  it('a domain is not verified by another merchant’s proof', async () => {
    const domain = await add()
    publish(domain)
    const { account: _account, ...thief } = await signInWallet(test)
    const other = await test.call('POST', '/v1/domains', {
      anonymous: true,
      headers: thief.headers,
      body: { domain: DOMAIN },
    })
    expect(other.json.proof.dnsValue).not.toBe(domain.proof.dnsValue)
    const checked = await test.call('POST', `/v1/domains/${other.json.id}/check`, {
      anonymous: true,
      headers: thief.headers,
    })
    expect(checked.json).toMatchObject({ status: 'pending', verifiedAt: null })
  })

  it('a domain is checked at most every five seconds, and once for ten simultaneous calls', async () => {
    const domain = await add()
    const calls = Array.from({ length: 10 }, () => manage('POST', `/v1/domains/${domain.id}/check`))
    await Promise.all(calls)
    expect(asked).toHaveLength(1)
  })

  it('a domain is checked at most 20 times per minute, even when it is removed and added again', async () => {
    for (let round = 0; round < 23; round += 1) {
      const { id } = await add(`s${round}.example.test`)
      const { json } = await manage('POST', `/v1/domains/${id}/check`)
      expect(json).toMatchObject({ status: 'pending' })
      await manage('DELETE', `/v1/domains/${id}`)
    }
    expect(asked).toHaveLength(20)
    test.clock.advance(60_000)
    const { id } = await add()
    await check(id)
    expect(asked).toHaveLength(21)
  })

  it('a domain disappears from payments once it is removed', async () => {
    const domain = await add()
    publish(domain)
    await check(domain.id)
    expect((await manage('DELETE', `/v1/domains/${domain.id}`)).json).toEqual({ success: true })
    expect(await readPage()).not.toContain(DOMAIN)
    expect((await manage('GET', '/v1/domains')).json).toEqual([])
    expect((await manage('DELETE', `/v1/domains/${domain.id}`)).status).toBe(404)
  })

  it('a merchant has at most ten domains, and a repeated call adds no duplicate', async () => {
    const first = await add()
    expect((await add()).id).toBe(first.id)
    for (let n = 1; n < 10; n += 1) await add(`shop${n}.example.test`)
    const eleventh = await manage('POST', '/v1/domains', { domain: 'shop10.example.test' })
    expect(eleventh).toMatchObject({ status: 409, json: { code: 'too_many_records' } })
  })

  it.each([
    ['Shop.Example.TEST', DOMAIN],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('the domain %s is stored in its ASCII form', async (given, kept) => {
    expect((await add(given)).domain).toBe(kept)
  })

  it.each([
    'example',
    'https://shop.example.test',
    'shop.example.test/path',
    'shop.example.test:8443',
    'user@shop.example.test',
    '10.0.0.1',
    '[::1]',
    '*.example.test',
    // The first name is in Cyrillic letters that look like Latin letters.
    'раура1.example',
    '-shop.example.test',
    'shop..example.test',
    '',
  ])('the domain %j is rejected', async (domain) => {
    expect((await manage('POST', '/v1/domains', { domain })).status).toBe(400)
  })
})

describe('A verified domain', () => {
  /** The site serves no proof file, because the proof is a TXT record in `zone`. */
  let site: Site
  beforeEach(async () => {
    site = await startSite()
  })
  afterEach(() => site[Symbol.asyncDispose]())

  const verify = async () => {
    const domain = await add(site.domain)
    publish(domain)
    expect(await check(domain.id)).toMatchObject({ status: 'verified' })
    return domain
  }
  /** Reads the status from the database, because the session has expired. */
  const statusOf = async () => {
    const { kysely } = test.host.context.db
    const rows = kysely.selectFrom('merchant_domains').select('status')
    return (await rows.executeTakeFirstOrThrow()).status
  }

  it('a verified domain is checked every six hours, and loses its verification when its proof is missing twice', async () => {
    await verify()
    const page0 = await createPage()
    expect(await (await fetch(page0)).text()).toContain(site.domain)
    asked = []
    test.clock.advance(5 * HOUR_MS)
    await recheck()
    expect(asked).toEqual([])
    zone.clear()
    test.clock.advance(HOUR_MS)
    await recheck()
    expect(await statusOf()).toBe('verified')
    test.clock.advance(10 * 60_000)
    await recheck()
    expect(await statusOf()).toBe('withdrawn')
    const page = await fetch(page0)
    expect(await page.text()).toContain('Unverified merchant')
  })

  it('a verified domain remains verified when its proof is missing once', async () => {
    const domain = await verify()
    zone.clear()
    test.clock.advance(6 * HOUR_MS)
    await recheck()
    publish(domain)
    test.clock.advance(10 * 60_000)
    await recheck()
    test.clock.advance(6 * HOUR_MS)
    await recheck()
    expect(await statusOf()).toBe('verified')
  })

  it('a verified domain remains verified for three days of failed lookups, but no longer', async () => {
    const domain = await verify()
    zone.set(domain.proof.dnsName, null)
    for (let hour = 6; hour < 72; hour += 6) {
      test.clock.advance(6 * HOUR_MS)
      await recheck()
      expect(await statusOf()).toBe('verified')
    }
    test.clock.advance(6 * HOUR_MS)
    await recheck()
    expect(await statusOf()).toBe('withdrawn')
  })

  it('a verified domain does not vouch for a visitor that a client ID with allowAnyPayee pays', async () => {
    const domain = await add()
    publish(domain)
    await check(domain.id)
    const visitFor = async (allowAnyPayee: boolean, payee: string) => {
      const shop = { label: 'Shop', allowedDomains: [SHOP_ORIGIN], allowAnyPayee }
      const { json } = await manage('POST', '/v1/client-ids', shop)
      const headers = pageHeaders(json.clientId)
      const body = { requests: [{ ...usdcItem, payee }] }
      const created = await test.call('POST', '/v2/secure-payments', {
        anonymous: true,
        headers,
        body,
      })
      const { token } = created.json
      const shown = await test.call('GET', `/v2/secure-payments/${token}`, {
        anonymous: true,
        headers,
      })
      return { id: json.id, token, domain: shown.json.merchant.verifiedDomain }
    }
    const pageOf = async ({ token }: { token: string }) =>
      (await fetch(`${test.host.context.config.payUrl}/?token=${token}`)).text()
    const stranger = await visitFor(true, PAYEE)
    expect(stranger.domain).toBeNull()
    const before = await pageOf(stranger)
    expect(before).not.toContain(DOMAIN)
    expect(before).toContain('Unverified merchant')
    expect(before).toContain(PAYEE)
    // The merchant removes the setting after the creation of the page.
    await manage('PUT', `/v1/client-ids/${stranger.id}`, { allowAnyPayee: false })
    expect(await pageOf(stranger)).not.toContain(DOMAIN)
    const own = await visitFor(false, merchant.address)
    expect(own.domain).toBe(DOMAIN)
    expect(await pageOf(own)).toContain(DOMAIN)
  })

  it('a verified domain vouches for a contract account only on its own chain, or at a destination that names it', async () => {
    const domain = await add()
    publish(domain)
    await check(domain.id)
    const shop = { label: 'Shop', allowedDomains: [SHOP_ORIGIN], allowAnyPayee: false }
    const { json } = await manage('POST', '/v1/client-ids', shop)
    const headers = pageHeaders(json.clientId)
    const { account } = await signInWallet(test)
    const { kysely } = test.host.context.db
    const signedInOn = (chainId: number) =>
      kysely
        .updateTable('wallets')
        .set({ code_chain_id: BigInt(chainId), tenant_id: merchant.tenantId })
        .where('address', '=', account.address)
        .execute()
    await signedInOn(31_337)
    const body = { requests: [{ ...usdcItem, payee: account.address }] }
    const send = { anonymous: true, headers }
    const created = await test.call('POST', '/v2/secure-payments', { ...send, body })
    const { token } = created.json
    const shown = async () => {
      const answer = await test.call('GET', `/v2/secure-payments/${token}`, send)
      return answer.json.merchant.verifiedDomain
    }
    const page = async () =>
      (await fetch(`${test.host.context.config.payUrl}/?token=${token}`)).text()
    expect(await shown()).toBe(DOMAIN)
    // An earlier release could create this page, because it accepted a contract account on every chain.
    await signedInOn(8453)
    expect(await shown()).toBeNull()
    expect(await page()).not.toContain(DOMAIN)
    const at = test.clock.now().toISOString()
    const route = { walletAddress: account.address, chainId: 31_337, tokenAddress: USDC }
    const { destinationId } = formatDestinationId(route)
    const destination = {
      id: createId(test.host.context),
      tenant_id: merchant.tenantId,
      wallet_address: account.address,
      chain_id: 31_337n,
      token_address: USDC,
      destination_id: destinationId,
      is_active: 1,
      created_at: at,
      updated_at: at,
    }
    await kysely.insertInto('payee_destinations').values(destination).execute()
    expect(await shown()).toBe(DOMAIN)
    expect(await page()).toContain(DOMAIN)
    // A bound client ID also lets the domain vouch, but only on its destination's chain.
    await kysely.deleteFrom('payee_destinations').where('id', '=', destination.id).execute()
    const bindTo = (chainId: number) =>
      manage('PUT', `/v1/client-ids/${json.id}`, {
        payeeDestinationId: formatDestinationId({ ...route, chainId }).destinationId,
      })
    expect((await bindTo(31_337)).status).toBe(200)
    expect(await shown()).toBe(DOMAIN)
    await kysely
      .updateTable('client_ids')
      .set({
        payee_destination_id: formatDestinationId({ ...route, chainId: 8453 }).destinationId,
      })
      .where('id', '=', json.id)
      .execute()
    expect(await shown()).toBeNull()
  })

  it('a verified domain is checked in turn with other merchants’ domains, four at a time, even if one merchant has many silent domains', async () => {
    const { context } = test.host
    const ago = (hours: number) =>
      new Date(test.clock.now().getTime() - hours * HOUR_MS).toISOString()
    const rowOf = (tenantId: string, name: string, dueHours: number) => ({
      id: createId(context),
      tenant_id: tenantId,
      domain: `${name}.example.test`,
      proof: 'spv_test',
      status: 'verified' as const,
      verified_at: ago(100),
      seen_at: ago(7),
      checked_at: ago(6),
      created_at: ago(200),
      next_check_at: ago(dueHours),
    })
    const strangers = await Promise.all(['a', 'b', 'c'].map(() => test.createTenant()))
    const many = strangers.flatMap(({ tenantId }, stranger) =>
      Array.from({ length: 9 }, (_, index) => rowOf(tenantId, `s${stranger}n${index}`, 3)),
    )
    const rows = [...many, rowOf(merchant.tenantId, 'own', 1)]
    await context.db.kysely.insertInto('merchant_domains').values(rows).execute()
    asked = []
    let inFlight = 0
    let most = 0
    const areFour = Promise.withResolvers<void>()
    const slow = {
      ...context,
      resolveTxt: async (name: string) => {
        asked.push(name)
        inFlight += 1
        most = Math.max(most, inFlight)
        if (inFlight === 4) areFour.resolve()
        await areFour.promise
        inFlight -= 1
        throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' })
      },
    }
    expect(await recheckDomains(slow)).toEqual({ more: true })
    expect(asked).toHaveLength(20)
    expect(asked.slice(0, 4)).toContain('_secure-payment.own.example.test')
    expect(most).toBe(4)
  })

  it('a verified domain is checked by one of two hosts', async () => {
    await verify()
    asked = []
    test.clock.advance(6 * HOUR_MS)
    await Promise.all([recheck(), recheck()])
    expect(asked).toHaveLength(1)
  })
})

describe('The hosted page for a merchant without a domain', { tags: [ANY_ENGINE] }, () => {
  it('the hosted page for a merchant without a domain shows that the merchant is unverified, with the payee’s full address first', async () => {
    await manage('PUT', '/v1/tenant', { name: 'Honest shop (official)' })
    const page = await readPage()
    expect(page).toContain(merchant.address)
    expect(page).toContain('Unverified merchant')
    expect(page.indexOf(merchant.address)).toBeLessThan(page.indexOf('<secure-payment'))
  })

  it('the hosted page for a merchant without a domain shortens a payee that the access policy hides', async () => {
    const requests = [{ ...usdcItem, payee: merchant.address }]
    const accessPolicy = { hidePayeeAddress: true }
    const { json } = await manage('POST', '/v2/secure-payments', { requests, accessPolicy })
    const { payUrl } = test.host.context.config
    const page = await (await fetch(`${payUrl}/?token=${json.token}`)).text()
    expect(page).toContain('Unverified merchant')
    expect(page).toContain(`${merchant.address.slice(0, 6)}…${merchant.address.slice(-4)}`)
    expect(page).not.toContain(merchant.address)
  })

  it('the hosted page for a merchant without a domain shows the merchant’s name above the warning, but not in its title', async () => {
    await manage('PUT', '/v1/tenant', { name: 'Honest shop (official)' })
    const page = await readPage()
    expect(page).toContain('<title>Payment · Unverified merchant</title>')
    expect(page.match(/Honest shop/g)).toHaveLength(1)
    expect(page.indexOf('Honest shop')).toBeLessThan(page.indexOf('<strong>Unverified merchant'))
  })

  it('the hosted page for a merchant without a domain warns of several payees in the plural, and of one payee in the singular', async () => {
    const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    const { payUrl } = test.host.context.config
    const read = async (requests: readonly object[]) => {
      const { json } = await manage('POST', '/v2/secure-payments', { requests })
      return await (await fetch(`${payUrl}/?token=${json.token}`)).text()
    }
    const item = { ...usdcItem, payee: merchant.address }
    expect(await read([item])).toContain('Pay only if you expect this address.')
    const batch = await read([item, { ...usdcItem, payee: other }])
    expect(batch).toContain('Pay only if you expect these addresses.')
    expect(batch).not.toContain('expect this address')
  })

  it('the hosted page for a merchant without a domain warns only while the payment accepts money', async () => {
    const requests = [{ ...usdcItem, payee: merchant.address }]
    const create = () => manage('POST', '/v2/secure-payments', { requests })
    const { payUrl } = test.host.context.config
    const read = async (token: string) => (await fetch(`${payUrl}/?token=${token}`)).text()
    const { json: cancelled } = await create()
    expect(await read(cancelled.token)).toContain('The money goes to')
    expect((await manage('POST', `/v2/secure-payments/${cancelled.token}/cancel`)).status).toBe(200)
    const { json: paid } = await create()
    await test.host.context.db.kysely
      .updateTable('secure_payments')
      .set({ status: 'completed' })
      .where('token', '=', paid.token)
      .execute()
    const { json: expired } = await create()
    test.clock.advance(365 * 24 * HOUR_MS)
    for (const { token } of [cancelled, paid, expired]) {
      const page = await read(token)
      expect(page).toContain('Unverified merchant</title>')
      expect(page).not.toContain('The money goes to')
      expect(page).not.toContain('Pay only if you expect')
    }
  })

  it('the hosted page for a merchant without a domain shows the warning in the page’s language', async () => {
    const requests = [{ ...usdcItem, payee: merchant.address }]
    const { json } = await manage('POST', '/v2/secure-payments', { requests })
    const { payUrl } = test.host.context.config
    const page = await (await fetch(`${payUrl}/?token=${json.token}&lang=de`)).text()
    expect(page).toContain('Nicht geprüfter Händler')
  })
})

describe('A merchant’s name', { tags: [ANY_ENGINE] }, () => {
  it.each(['✓ Shop', 'Shop ✔️', 'Shop ✅', 'Shop √', 'Shop 🛡️'])(
    'a merchant’s name with a symbol such as in %s is rejected',
    async (name) => {
      const { status, json } = await manage('PUT', '/v1/tenant', { name })
      expect({ status, field: json.errors?.[0].field }).toEqual({ status: 400, field: 'name' })
    },
  )

  it('a merchant’s name from an earlier release appears without its symbols', async () => {
    const { kysely } = test.host.context.db
    await kysely
      .updateTable('tenants')
      .set({ name: '✅ Verified ✔️ shop' })
      .where('id', '=', merchant.tenantId)
      .execute()
    const requests = [{ ...usdcItem, payee: merchant.address }]
    const { json } = await manage('POST', '/v2/secure-payments', { requests })
    const { json: key } = await manage('POST', '/v1/api-keys', { label: 'Server' })
    const shown = await test.call('GET', `/v2/secure-payments/${json.token}`, {
      anonymous: true,
      headers: { 'x-api-key': key.key },
    })
    expect(shown.json.merchant.name).toBe('Verified shop')
    expect(await readPage()).not.toMatch(/[✅✔]/)
  })
})

type Site = AsyncDisposable & {
  domain: string
  paths: string[]
  answer: { status: number; body: string; location?: string }
}

async function startSite(): Promise<Site> {
  const paths: string[] = []
  const server: Server = createServer((request, response) => {
    paths.push(request.url ?? '')
    const { status, body, location } = site.answer
    response.writeHead(status, location === undefined ? {} : { location }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const site: Site = {
    domain: `127.0.0.1:${port}`,
    paths,
    answer: { status: 404, body: '' },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return site
}
