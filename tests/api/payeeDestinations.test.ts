import { TronWeb, utils } from 'tronweb'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS, readCookie, registerAccount, signInWallet } from '../support/signIn.ts'
import { SHOP_ORIGIN, startTestHost, type TestHost } from '../support/testHost.ts'

const PATH = '/v1/payee-destination'
const ZERO = '0x0000000000000000000000000000000000000000'
const DEVNET = 31_337
const BASE = 8_453
const TRON = 728_126_428
const MAINNET = 1
/** The networks of the host under test, which does not serve mainnet. */
const SERVED = { PAY_NETWORKS: 'devnet,devnet-b,base,tron', PAY_RPC_URL_TRON: 'http://127.0.0.1:1' }
const USDC_DEVNET = '0x5ecc000000000000000000000000000000000101'
const DAI_DEVNET = '0x5ECc000000000000000000000000000000000103'
const USDC_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const USDT_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const TRON_ZERO = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({ ...NO_LIMITS, ...SERVED })
})
afterAll(() => test[Symbol.asyncDispose]())

type Headers = Record<string, string>
type Wallet = { address: string; headers: Headers }

async function openWallet(): Promise<Wallet> {
  const { account, headers } = await signInWallet(test)
  return { address: account.address, headers }
}

/** Signs a new Tron wallet in, with the message signing (v2) of Tron's own library. */
async function openTronWallet(): Promise<Wallet> {
  const privateKey = generatePrivateKey().slice(2)
  const address = String(TronWeb.address.fromPrivateKey(privateKey))
  const origin = test.host.context.config.authUrl
  const send = (step: string, body: object) =>
    test.call('POST', `/v1/auth/wallet/${step}`, { anonymous: true, headers: { origin }, body })
  const { json } = await send('challenge', { address })
  const { challengeId, nonce, message } = json
  const signature = utils.message.signMessage(message, privateKey)
  const verified = await send('verify', { challengeId, nonce, message, signature })
  return { address, headers: { cookie: readCookie(verified) ?? '', origin } }
}

const send = (method: string, path: string, { headers }: { headers: Headers }, body?: unknown) =>
  test.call(method, path, { anonymous: true, headers, ...(body !== undefined && { body }) })
const create = (wallet: Wallet, tokenAddress = USDC_DEVNET, chainId: unknown = DEVNET) =>
  send('POST', PATH, wallet, { tokenAddress, chainId })
const update = (wallet: Wallet, tokenAddress: string, chainId = DEVNET) =>
  send('PUT', PATH, wallet, { tokenAddress, chainId })
const get = async (wallet: Wallet) => (await send('GET', PATH, wallet)).json
const lookup = (wallet: Wallet, destinationId: string) =>
  send('GET', `${PATH}/lookup?destinationId=${encodeURIComponent(destinationId)}`, wallet)
const deactivate = (wallet: Wallet, destinationId: unknown) =>
  send('PATCH', `${PATH}/deactivate`, wallet, { destinationId })

/** Returns all stored destinations of a wallet. */
async function rowsOf({ address }: Wallet) {
  return test.host.context.db.kysely
    .selectFrom('payee_destinations')
    .selectAll()
    .where('wallet_address', '=', address)
    .execute()
}

describe('Finding the destination of a payee', () => {
  const find = (walletAddress: string, headers: Headers) =>
    send('GET', `${PATH}/payout-lookup?walletAddress=${walletAddress}`, { headers })

  it('another merchant finds the active destination of a wallet, without the record’s id and time', async () => {
    const payee = await openWallet()
    const { json: created } = await create(payee)
    const { destinationId, walletAddress, tokenAddress, chainId, active, ...rest } = created
    const { binaryInteropAddress, humanReadableInteropAddress } = rest
    const shown = {
      ...{ destinationId, walletAddress, tokenAddress, chainId, active },
      ...{ binaryInteropAddress, humanReadableInteropAddress },
    }
    const merchant = await openWallet()
    for (const address of [payee.address, payee.address.toLowerCase()]) {
      const { status, json } = await find(address, merchant.headers)
      expect([status, json]).toEqual([200, shown])
    }
    const { apiKey } = await test.createTenant()
    expect((await find(payee.address, { 'x-api-key': apiKey })).json).toEqual(shown)
  })

  it('the lookup follows a change, and returns null after the deactivation and for an unknown wallet', async () => {
    const payee = await openWallet()
    await create(payee)
    const { json: updated } = await update(payee, DAI_DEVNET)
    expect((await find(payee.address, payee.headers)).json.destinationId).toBe(
      updated.destinationId,
    )
    await deactivate(payee, updated.destinationId)
    expect((await find(payee.address, payee.headers)).json).toBeNull()
    const stranger = privateKeyToAccount(generatePrivateKey()).address
    expect((await find(stranger, payee.headers)).json).toBeNull()
  })

  it('the lookup finds the destination of a Tron wallet', async () => {
    const payee = await openTronWallet()
    const { json } = await create(payee, USDT_TRON, TRON)
    expect((await find(payee.address, payee.headers)).json.destinationId).toBe(json.destinationId)
  })

  it('the lookup rejects a call without a credential, and an address with a wrong checksum', async () => {
    const payee = await openWallet()
    expect((await find(payee.address, {})).status).toBe(401)
    const wrong = '0x742d35CC6634C0532925a3b844Bc454e4438f44e'
    const { status, json } = await find(wrong, payee.headers)
    expect([status, json.errors[0].field]).toEqual([400, 'walletAddress'])
  })
})

describe('Creating a payee destination', () => {
  it('creating a payee destination returns the record, with addresses in ERC-7930 form', async () => {
    const wallet = await openWallet()
    const { status, json } = await create(wallet, USDC_BASE.toLowerCase(), BASE)
    expect(status).toBe(201)
    const [, checksum] = /#([0-9A-F]{8})$/.exec(json.humanReadableInteropAddress) ?? []
    const readable = `${wallet.address}@eip155:8453#${checksum}`
    expect(json).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      destinationId: `${readable}:${USDC_BASE}`,
      walletAddress: wallet.address,
      tokenAddress: USDC_BASE,
      chainId: BASE,
      // Version 1, chain type eip155, two bytes of chain id, 20 bytes of address.
      binaryInteropAddress: `0x0001000002210514${wallet.address.slice(2).toLowerCase()}`,
      humanReadableInteropAddress: readable,
      claimed: true,
      active: true,
      accessPolicy: null,
      revision: 1,
      createdAt: test.clock.now().toISOString(),
    })
    expect(await get(wallet)).toEqual(json)
  })

  it('creating a payee destination accepts the zero address for the native coin', async () => {
    const { json } = await create(await openWallet(), ZERO)
    expect(json).toMatchObject({ tokenAddress: ZERO, chainId: DEVNET, active: true })
  })

  it('creating a payee destination accepts Tron wallets', async () => {
    const wallet = await openTronWallet()
    const { status, json } = await create(wallet, USDT_TRON, TRON)
    expect({ status, json }).toMatchObject({
      status: 201,
      json: {
        walletAddress: wallet.address,
        tokenAddress: USDT_TRON,
        chainId: TRON,
        claimed: true,
      },
    })
    expect(json.binaryInteropAddress).toMatch(/^0x00010000042b6653dc14[0-9a-f]{40}$/)
    expect(await get(wallet)).toEqual(json)
    for (const native of [ZERO, TRON_ZERO]) {
      // No payment contract accepts TRX, so no link could pay this destination.
      expect(await create(wallet, native, TRON)).toMatchObject({
        status: 400,
        json: { code: 'unpayable_currency' },
      })
    }
    expect(await rowsOf(wallet)).toHaveLength(1)
  })

  it('creating a payee destination returns the same record for a repeated call', async () => {
    const wallet = await openWallet()
    const first = await create(wallet)
    test.clock.advance(1)
    const second = await create(wallet, USDC_DEVNET.toUpperCase().replace('0X', '0x'))
    expect(second).toMatchObject({ status: 201, json: { ...first.json, revision: 2 } })
  })

  it('a payee destination with another token deactivates the previous destination, and creating the previous one again reactivates it', async () => {
    const wallet = await openWallet()
    const { json: first } = await create(wallet)
    const { json: second } = await create(wallet, DAI_DEVNET)
    expect(second.id).not.toBe(first.id)
    expect(await get(wallet)).toEqual(second)
    expect((await lookup(wallet, first.destinationId)).json).toEqual({ ...first, active: false })
    expect((await create(wallet)).json).toEqual({ ...first, revision: 3 })
    expect((await lookup(wallet, second.destinationId)).json).toEqual({ ...second, active: false })
    expect(await rowsOf(wallet)).toHaveLength(2)
  })

  it('creating a payee destination leaves one active record after 50 simultaneous calls', async () => {
    const wallet = await openWallet()
    const routes = [USDC_DEVNET, DAI_DEVNET, ZERO]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => create(wallet, routes[index % routes.length])),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))
    const rows = await rowsOf(wallet)
    expect(rows).toHaveLength(3)
    const active = rows.filter(({ is_active }) => is_active === 1)
    expect(active.map(({ id }) => id)).toEqual([(await get(wallet)).id])
  })

  it.each<[string, unknown, string, string]>([
    ['x', DEVNET, 'tokenAddress', 'invalid_address'],
    ['', DEVNET, 'tokenAddress', 'invalid_address'],
    [USDC_BASE.replace('83', '84'), BASE, 'tokenAddress', 'invalid_destination'],
    [USDC_BASE.replace('fCD', 'fcD'), BASE, 'tokenAddress', 'invalid_destination'],
    [USDT_TRON, DEVNET, 'tokenAddress', 'invalid_address'],
    [USDC_BASE, DEVNET, 'tokenAddress', 'unknown_currency'],
    [USDC_DEVNET, BASE, 'tokenAddress', 'unknown_currency'],
    [USDC_DEVNET, 4_242, 'chainId', 'unknown_network'],
    [ZERO, MAINNET, 'chainId', 'unsupported_network'],
    [USDC_DEVNET, TRON, 'chainId', 'wrong_wallet_family'],
    [USDT_TRON, TRON, 'chainId', 'wrong_wallet_family'],
    [USDC_DEVNET, 0, 'chainId', 'out_of_range'],
    [USDC_DEVNET, -1, 'chainId', 'out_of_range'],
    [USDC_DEVNET, 1.5, 'chainId', 'invalid_type'],
    [USDC_DEVNET, '31337', 'chainId', 'invalid_type'],
    [USDC_DEVNET, null, 'chainId', 'invalid_type'],
    [USDC_DEVNET, 2 ** 60, 'chainId', 'out_of_range'],
  ])(
    'creating a payee destination returns 400 for token %j on chain %j',
    async (tokenAddress, chainId, field, code) => {
      const wallet = await openWallet()
      const { status, json } = await create(wallet, tokenAddress, chainId)
      expect({ status, issue: json.errors?.[0] }).toMatchObject({
        status: 400,
        issue: { field, code },
      })
      expect(await rowsOf(wallet)).toEqual([])
    },
  )

  it.each([
    [USDC_DEVNET, DEVNET, 'chainId', 'wrong_wallet_family'],
    [USDC_BASE, TRON, 'tokenAddress', 'invalid_address'],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv9', TRON, 'tokenAddress', 'invalid_destination'],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', TRON, 'tokenAddress', 'unknown_currency'],
  ])(
    'creating a payee destination for a Tron wallet returns 400 for %s on %i',
    async (token, chainId, field, code) => {
      const { status, json } = await create(await openTronWallet(), token, chainId)
      expect({ status, issue: json.errors?.[0] }).toMatchObject({
        status: 400,
        issue: { field, code },
      })
    },
  )

  it.each([
    ['id', '01KB4V3F6V3M2N5P7R9T0W1X2Y'],
    ['walletAddress', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    ['wallet_address', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    ['destinationId', 'x'],
    ['tenantId', 'someone'],
    ['tenant_id', 'someone'],
    ['active', false],
    ['is_active', 0],
    ['claimed', false],
    ['createdAt', '2020-01-01T00:00:00.000Z'],
  ])('creating a payee destination ignores %s in the body', async (name, value) => {
    const wallet = await openWallet()
    const body = { tokenAddress: USDC_DEVNET, chainId: DEVNET, [name]: value }
    for (const method of ['POST', 'PUT']) {
      const { json } = await send(method, PATH, wallet, body)
      expect(json).toMatchObject({
        walletAddress: wallet.address,
        tokenAddress: USDC_DEVNET,
        active: true,
        claimed: true,
        createdAt: test.clock.now().toISOString(),
      })
      expect(json.id).not.toBe(value)
    }
  })
})

describe('Updating the active payee destination', () => {
  it('updating the active payee destination keeps its id', async () => {
    const wallet = await openWallet()
    const { json: before } = await create(wallet)
    test.clock.advance(1)
    const { status, json } = await update(wallet, USDC_BASE, BASE)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id: before.id,
      tokenAddress: USDC_BASE,
      chainId: BASE,
      active: true,
      createdAt: before.createdAt,
    })
    expect(json.destinationId).toMatch(
      new RegExp(`^${wallet.address}@eip155:8453#.{8}:${USDC_BASE}$`),
    )
    expect(await get(wallet)).toEqual(json)
    expect((await lookup(wallet, before.destinationId)).status).toBe(404)
  })

  it('updating the active payee destination to the same route changes nothing', async () => {
    const wallet = await openWallet()
    const { json } = await create(wallet)
    const rows = await rowsOf(wallet)
    test.clock.advance(1)
    expect((await update(wallet, USDC_DEVNET)).json).toEqual(json)
    expect(await rowsOf(wallet)).toEqual(rows)
  })

  it('updating the active payee destination to an inactive record’s route replaces that record, and moves its client IDs', async () => {
    const wallet = await openWallet()
    const { json: older } = await create(wallet)
    const createClientId = async (payeeDestinationId: string) => {
      const body = { label: 'Shop', allowedDomains: [SHOP_ORIGIN], payeeDestinationId }
      return (await send('POST', '/v1/client-ids', wallet, body)).json.id
    }
    const bound = await createClientId(older.id)
    const { json: active } = await create(wallet, DAI_DEVNET)
    const other = await createClientId(active.id)
    const { status, json } = await update(wallet, USDC_DEVNET)
    expect(status).toBe(200)
    expect(json).toEqual({
      ...older,
      ...{ id: active.id, createdAt: active.createdAt, active: true, revision: 3 },
    })
    expect(await rowsOf(wallet)).toHaveLength(1)
    for (const id of [bound, other]) {
      const { json: clientId } = await send('GET', `/v1/client-ids/${id}`, wallet)
      expect(clientId.payeeDestinationId).toBe(active.id)
    }
  })

  it('updating the active payee destination returns 404 when no destination is active', async () => {
    const wallet = await openWallet()
    expect(await update(wallet, DAI_DEVNET)).toMatchObject({
      status: 404,
      json: { code: 'payee_destination_not_found' },
    })
    const { json } = await create(wallet)
    await deactivate(wallet, json.destinationId)
    expect((await update(wallet, DAI_DEVNET)).status).toBe(404)
  })

  it('updating the active payee destination returns 400 for the same input as creation', async () => {
    const wallet = await openWallet()
    const { json: before } = await create(wallet)
    const answers = [
      await update(wallet, USDC_BASE),
      await update(wallet, USDT_TRON),
      await update(wallet, USDC_DEVNET, 4_242),
      await update(wallet, USDT_TRON, TRON),
    ]
    for (const { status } of answers) expect(status).toBe(400)
    expect(await get(wallet)).toEqual(before)
  })

  it('updating the active payee destination leaves one active record in every race with creation and deactivation', async () => {
    const wallet = await openWallet()
    const { json: first } = await create(wallet)
    const routes = [USDC_DEVNET, DAI_DEVNET, ZERO]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const route = routes[index % routes.length] ?? ZERO
        if (index % 5 === 0) return deactivate(wallet, first.destinationId)
        return index % 2 === 0 ? create(wallet, route) : update(wallet, route)
      }),
    )
    for (const { status } of answers) expect([200, 201, 404]).toContain(status)
    const rows = await rowsOf(wallet)
    expect(rows.filter(({ is_active }) => is_active === 1).length).toBeLessThanOrEqual(1)
    expect(new Set(rows.map(({ destination_id }) => destination_id)).size).toBe(rows.length)
    const { json } = await create(wallet, ZERO)
    expect(await get(wallet)).toEqual(json)
  })
})

describe('Reading payee destinations', () => {
  it('reading payee destinations returns null to a wallet without a destination', async () => {
    const { status, text } = await send('GET', PATH, await openWallet())
    expect({ status, text }).toEqual({ status: 200, text: 'null' })
  })

  it('reading payee destinations returns a destination by its composite id, in any consistent letter case', async () => {
    const wallet = await openWallet()
    const { json } = await create(wallet)
    expect((await lookup(wallet, json.destinationId)).json).toEqual(json)
    expect((await lookup(wallet, json.destinationId.toLowerCase())).json).toEqual(json)
  })

  it('reading payee destinations returns 404 for an unknown id, 403 for another wallet’s id, and 400 for an invalid id', async () => {
    const wallet = await openWallet()
    const stranger = await openWallet()
    const { json } = await create(wallet)
    const unknown = json.destinationId.replace(USDC_DEVNET, DAI_DEVNET)
    expect(await lookup(wallet, unknown)).toMatchObject({
      status: 404,
      json: { code: 'payee_destination_not_found' },
    })
    expect(await lookup(stranger, json.destinationId)).toMatchObject({
      status: 403,
      json: { code: 'payee_destination_of_another_wallet' },
    })
    for (const wrong of ['', 'x', json.id, json.destinationId.replace(/#.{8}/, '#00000000')]) {
      const { status, json: problem } = await lookup(wallet, wrong)
      expect({ status, field: problem.errors?.[0]?.field }).toEqual({
        status: 400,
        field: 'destinationId',
      })
    }
    expect((await send('GET', `${PATH}/lookup`, wallet)).status).toBe(400)
  })
})

describe('Deactivating a payee destination', () => {
  it('deactivating a payee destination leaves no destination active, and is idempotent', async () => {
    const wallet = await openWallet()
    const { json } = await create(wallet)
    for (let times = 0; times < 2; times += 1) {
      const answer = await deactivate(wallet, json.destinationId)
      expect(answer.status).toBe(200)
      expect(answer.json).toEqual({ success: true, message: expect.stringMatching(/inactive/) })
      expect(await get(wallet)).toBeNull()
    }
    expect((await lookup(wallet, json.destinationId)).json).toEqual({ ...json, active: false })
    expect((await create(wallet)).json).toEqual({ ...json, revision: 2 })
  })

  it('deactivating an inactive payee destination leaves the active destination unchanged', async () => {
    const wallet = await openWallet()
    const { json: first } = await create(wallet)
    const { json: second } = await create(wallet, DAI_DEVNET)
    expect((await deactivate(wallet, first.destinationId)).status).toBe(200)
    expect(await get(wallet)).toEqual(second)
  })

  it('deactivating a payee destination returns 404 for an unknown id, 403 for another wallet’s id, and 400 for an invalid id', async () => {
    const wallet = await openWallet()
    const stranger = await openWallet()
    const { json } = await create(wallet)
    const unknown = json.destinationId.replace(USDC_DEVNET, DAI_DEVNET)
    expect((await deactivate(wallet, unknown)).status).toBe(404)
    expect((await deactivate(stranger, json.destinationId)).status).toBe(403)
    expect(await get(wallet)).toEqual(json)
    for (const wrong of ['x', json.id, null, undefined, 7]) {
      expect((await deactivate(wallet, wrong)).status).toBe(400)
    }
  })
})

describe('Payee destinations', () => {
  const calls = [
    ['POST', PATH, { tokenAddress: USDC_DEVNET, chainId: DEVNET }],
    ['PUT', PATH, { tokenAddress: USDC_DEVNET, chainId: DEVNET }],
    ['GET', PATH, undefined],
    ['GET', `${PATH}/lookup?destinationId=x`, undefined],
    ['PATCH', `${PATH}/deactivate`, { destinationId: 'x' }],
  ] as const

  it.each(calls)('%s %s accepts only wallets', async (method, path, body) => {
    const account = await registerAccount(test)
    const { json: key } = await send('POST', '/v1/api-keys', account, { label: 'Server' })
    for (const headers of [account.headers, { 'x-api-key': key.key }]) {
      const { status, json } = await send(method, path, { headers }, body)
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'credential_not_accepted' })
    }
    expect((await send(method, path, { headers: {} }, body)).status).toBe(401)
  })

  it('two sessions of one wallet have the same payee destinations', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const [one, two] = [await signInWallet(test, account), await signInWallet(test, account)]
    const first = { address: account.address, headers: one.headers }
    const { json } = await create(first)
    expect(await get({ address: account.address, headers: two.headers })).toEqual(json)
  })
})
