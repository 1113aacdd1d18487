import { formatDestinationId } from '@secure-payment/core/destinations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS, signInWallet } from '../support/signIn.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  pageHeaders,
  SECOND_PAYEE,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const UNKNOWN_ID = '01KB4V3F6V3M2N5P7R9T0W1X2Y'
const USDC = '0x5ecc000000000000000000000000000000000101'
const TRON_WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const VALID = { label: 'Shop', allowedDomains: [SHOP_ORIGIN] }
const WRONG_CHECKSUM = FEE_ADDRESS.replace('90F7', '90f7')

const MANTLE_USDC = '0x09Bc4E0D864854c6aFB6eB9A9cdF58aC190D0dF9'

const destination = (walletAddress: string, chainId = 31_337, tokenAddress = USDC) =>
  formatDestinationId({ walletAddress, chainId, tokenAddress }).destinationId

/** The members of a returned client ID that the tests read. */
type ClientId = { id: string; clientId: string; updatedAt: string }

let test: TestHost
/** Two tenants' headers: an API key, and a session of the member who created the key. */
let own: { key: Record<string, string>; session: Record<string, string> }
let foreign: typeof own
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  own = await openTenant()
  foreign = await openTenant()
})
afterAll(() => test[Symbol.asyncDispose]())

async function openTenant(): Promise<typeof own> {
  const { headers } = await signInWallet(test)
  const body = { label: 'Server' }
  const { json } = await test.call('POST', '/v1/api-keys', { anonymous: true, headers, body })
  return { key: { 'x-api-key': json.key }, session: headers }
}

describe.each([
  ['/v2/client-ids', 'key', 'session'],
  ['/v1/client-ids', 'session', 'key'],
] as const)('%s', (path, credential, wrongCredential) => {
  type Options = { body?: unknown; headers?: Record<string, string> }
  const call = (method: string, suffix = '', { body, headers }: Options = {}) =>
    test.call(method, path + suffix, {
      anonymous: true,
      headers: headers ?? own[credential],
      ...(body !== undefined && { body }),
    })
  const create = async (body: object = {}): Promise<ClientId & Record<string, unknown>> => {
    const { status, json, text } = await call('POST', '', { body: { ...VALID, ...body } })
    if (status !== 201) throw new Error(text)
    return json
  }
  const update = (id: string, body: unknown) => call('PUT', `/${id}`, { body })
  const get = async (id: string) => (await call('GET', `/${id}`)).json
  const list = async (): Promise<ClientId[]> => (await call('GET')).json

  describe('A new client ID', () => {
    it('the service creates a client ID with every sent member, in canonical form', async () => {
      const { status, json } = await call('POST', '', {
        body: {
          label: 'Web shop',
          allowedDomains: ['https://SHOP.example.test:443/', 'http://localhost:5173', SHOP_ORIGIN],
          feePercentage: '0.5',
          feeAddress: FEE_ADDRESS.toLowerCase(),
          operatorWalletAddress: SECOND_PAYEE.toLowerCase(),
          defaultPreApprovalExpiry: 1,
          defaultAuthorizationExpiry: 2_147_483_647,
          payeeDestinationId: destination(PAYEE).toLowerCase(),
        },
      })
      expect(status).toBe(201)
      const now = test.clock.now().toISOString()
      expect(json).toEqual({
        id: expect.stringMatching(/^[0-9A-Z]{26}$/),
        clientId: expect.stringMatching(/^cli_[0-9A-Za-z]{30}$/),
        label: 'Web shop',
        isBackend: false,
        allowedDomains: [SHOP_ORIGIN, 'http://localhost:5173'],
        feePercentage: '0.5',
        feeAddress: FEE_ADDRESS,
        feeBearer: null,
        operatorWalletAddress: SECOND_PAYEE,
        defaultPreApprovalExpiry: 1,
        defaultAuthorizationExpiry: 2_147_483_647,
        payeeDestinationId: destination(PAYEE),
        payeeDestination: { network: 'devnet', currency: 'USDC-devnet', active: true },
        // The default comes from the test host's PAY_CLIENT_IDS_PAY_ANYONE.
        allowAnyPayee: true,
        status: 'active',
        createdAt: now,
        updatedAt: now,
        lastUsedAt: null,
      })
      expect(await get(json.id)).toEqual(json)
      expect(await list()).toContainEqual(json)
    })

    it('the service creates the same client ID from the minimal body and from explicit nulls, with null for the other members', async () => {
      const nulls = {
        feePercentage: null,
        feeAddress: null,
        operatorWalletAddress: null,
        defaultPreApprovalExpiry: null,
        defaultAuthorizationExpiry: null,
        payeeDestinationId: null,
      }
      expect(await create()).toMatchObject({ ...nulls, status: 'active', lastUsedAt: null })
      expect(await create(nulls)).toMatchObject(nulls)
    })

    it.each([
      [[SHOP_ORIGIN], [SHOP_ORIGIN]],
      [Array(10).fill(SHOP_ORIGIN), [SHOP_ORIGIN]],
      [['https://xn--bcher-kva.example/'], ['https://xn--bcher-kva.example']],
      [['https://shop.example.test:8443'], ['https://shop.example.test:8443']],
      [['http://localhost:80'], ['http://localhost']],
      [
        ['http://127.0.0.1:5173', 'http://[::1]:5173'],
        ['http://127.0.0.1:5173', 'http://[::1]:5173'],
      ],
      [
        ['HTTPS://A.example', 'https://b.example'],
        ['https://a.example', 'https://b.example'],
      ],
    ])('a new client ID stores the domains %j as %j', async (allowedDomains, stored) => {
      expect((await create({ allowedDomains }))['allowedDomains']).toEqual(stored)
    })

    it.each([
      'x'.repeat(100),
      '店'.repeat(100),
      '🛒 Käse',
      'right\u202eleft',
      'a\u200bb',
      '<b>',
      "';--",
      '%_',
    ])('a new client ID keeps the label %j unchanged', async (label) => {
      const { id } = await create({ label })
      expect((await get(id)).label).toBe(label)
    })

    it.each([
      ['0', FEE_ADDRESS],
      ['0.01', FEE_ADDRESS],
      ['100', FEE_ADDRESS],
      ['1', TRON_WALLET],
    ])('a new client ID keeps a fee of %s %% to %s', async (feePercentage, feeAddress) => {
      expect(await create({ feePercentage, feeAddress })).toMatchObject({
        feePercentage,
        feeAddress,
      })
    })

    it('the service creates one client ID per Idempotency-Key', async () => {
      const headers = { ...own[credential], 'idempotency-key': `create-${credential}` }
      const first = await call('POST', '', { body: VALID, headers })
      const second = await call('POST', '', { body: VALID, headers })
      expect(second.json).toEqual(first.json)
    })
  })

  describe('An invalid client ID', () => {
    const domains = (...allowedDomains: unknown[]) => ({ allowedDomains })
    const bad: [Record<string, unknown>, string, string][] = [
      [{ label: undefined }, 'label', 'required'],
      [{ label: '' }, 'label', 'too_short'],
      [{ label: 'x'.repeat(101) }, 'label', 'too_long'],
      [{ label: 7 }, 'label', 'invalid_type'],
      [{ label: 'a\u0000b' }, 'label', 'control_characters'],
      [{ label: 'a\u001bb' }, 'label', 'control_characters'],
      [{ label: 'a\u007f' }, 'label', 'control_characters'],
      [{ label: '\udc00' }, 'label', 'invalid_text'],
      [{ allowedDomains: undefined }, 'allowedDomains', 'required'],
      [{ allowedDomains: null }, 'allowedDomains', 'invalid_type'],
      [{ allowedDomains: SHOP_ORIGIN }, 'allowedDomains', 'invalid_type'],
      [domains(), 'allowedDomains', 'too_few_items'],
      [domains(...Array(11).fill(SHOP_ORIGIN)), 'allowedDomains', 'too_many_items'],
      [domains(SHOP_ORIGIN, 1), 'allowedDomains[1]', 'invalid_type'],
      [domains(SHOP_ORIGIN, 'null'), 'allowedDomains[1]', 'invalid_origin'],
      [{ feePercentage: '1' }, 'feeAddress', 'required'],
      [{ feeAddress: FEE_ADDRESS }, 'feePercentage', 'required'],
      [{ feePercentage: '1', feeAddress: null }, 'feeAddress', 'required'],
      [{ feePercentage: '1.234', feeAddress: FEE_ADDRESS }, 'feePercentage', 'too_many_decimals'],
      [{ feePercentage: '100.01', feeAddress: FEE_ADDRESS }, 'feePercentage', 'out_of_range'],
      [{ feePercentage: '-1', feeAddress: FEE_ADDRESS }, 'feePercentage', 'invalid_percentage'],
      [{ feePercentage: '1e1', feeAddress: FEE_ADDRESS }, 'feePercentage', 'invalid_percentage'],
      [{ feePercentage: '٣', feeAddress: FEE_ADDRESS }, 'feePercentage', 'invalid_percentage'],
      [{ feePercentage: 1, feeAddress: FEE_ADDRESS }, 'feePercentage', 'invalid_type'],
      [{ feePercentage: '1', feeAddress: 'x' }, 'feeAddress', 'invalid_address'],
      [{ feePercentage: '1', feeAddress: WRONG_CHECKSUM }, 'feeAddress', 'invalid_address'],
      [{ feePercentage: '1', feeAddress: `0x${'0'.repeat(40)}` }, 'feeAddress', 'zero_address'],
      [
        { feePercentage: '1', feeAddress: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
        'feeAddress',
        'zero_address',
      ],
      [
        { feePercentage: '1', feeAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9' },
        'feeAddress',
        'invalid_address',
      ],
      [{ operatorWalletAddress: WRONG_CHECKSUM }, 'operatorWalletAddress', 'invalid_address'],
      [{ operatorWalletAddress: '' }, 'operatorWalletAddress', 'invalid_address'],
      [{ defaultPreApprovalExpiry: 0 }, 'defaultPreApprovalExpiry', 'out_of_range'],
      [{ defaultPreApprovalExpiry: -1 }, 'defaultPreApprovalExpiry', 'out_of_range'],
      [{ defaultPreApprovalExpiry: 1.5 }, 'defaultPreApprovalExpiry', 'invalid_type'],
      [{ defaultPreApprovalExpiry: '60' }, 'defaultPreApprovalExpiry', 'invalid_type'],
      [{ defaultAuthorizationExpiry: 0 }, 'defaultAuthorizationExpiry', 'out_of_range'],
      [{ defaultAuthorizationExpiry: 2 ** 31 }, 'defaultAuthorizationExpiry', 'out_of_range'],
      [{ payeeDestinationId: 'x' }, 'payeeDestinationId', 'invalid_destination'],
      [{ payeeDestinationId: '' }, 'payeeDestinationId', 'invalid_destination'],
      [{ payeeDestinationId: UNKNOWN_ID }, 'payeeDestinationId', 'payee_destination_not_found'],
      [
        { payeeDestinationId: destination(PAYEE).replace(/#.{8}/, '#00000000') },
        'payeeDestinationId',
        'checksum_mismatch',
      ],
      [{ payeeDestinationId: destination(PAYEE, 4_242) }, 'payeeDestinationId', 'unknown_currency'],
      [
        // USDC on Mantle, which this host does not serve.
        { payeeDestinationId: destination(PAYEE, 5_000, MANTLE_USDC) },
        'payeeDestinationId',
        'unsupported_network',
      ],
      [
        { payeeDestinationId: destination(PAYEE, 31_337, SECOND_PAYEE) },
        'payeeDestinationId',
        'unknown_currency',
      ],
    ]

    // With a session, an empty list creates a client ID for a server.
    const badCreations = bad.filter(
      ([{ allowedDomains }]) =>
        path === '/v2/client-ids' ||
        !(Array.isArray(allowedDomains) && allowedDomains.length === 0),
    )
    it.each(badCreations)(
      'creating a client ID returns 400 and stores nothing for %j',
      async (changes, field, code) => {
        const before = await list()
        const { status, json } = await call('POST', '', { body: { ...VALID, ...changes } })
        expect({ status, issue: json.errors?.[0] }).toMatchObject({
          status: 400,
          issue: { field, code },
        })
        expect(await list()).toEqual(before)
      },
    )

    // An update may omit any member, so the rows with a missing member apply only to creation.
    const badUpdates = bad.filter(([, , code]) => code !== 'required')
    it.each([
      ...badUpdates,
      [{ feePercentage: '1' }, 'feeAddress', 'required'],
      [{ label: null }, 'label', 'invalid_type'],
      [{ status: 'paused' }, 'status', 'invalid_value'],
      [{ status: null }, 'status', 'invalid_value'],
    ] as [object, string, string][])(
      'updating a client ID returns 400 and stores nothing for %j',
      async (changes, field, code) => {
        const { id } = await create()
        const before = await get(id)
        test.clock.advance(1)
        const { status, json } = await update(id, changes)
        expect({ status, issue: json.errors?.[0] }).toMatchObject({
          status: 400,
          issue: { field, code },
        })
        expect(await get(id)).toEqual(before)
      },
    )

    it.each([
      '',
      'null',
      '*',
      'shop.example.test',
      '//shop.example.test',
      'http://shop.example.test',
      'http://localhost.example.test',
      'http://127.0.0.2',
      'ftp://shop.example.test',
      'file:///etc/passwd',
      'data:text/html,x',
      'javascript:alert(1)',
      'chrome-extension://abcdefghijklmnop',
      'https://',
      'https:///shop.example.test',
      'https:shop.example.test',
      'https://shop.example.test/path',
      'https://shop.example.test//',
      'https://shop.example.test?x',
      'https://shop.example.test#x',
      'https://user@shop.example.test',
      'https://user:pass@shop.example.test',
      'https://shop.example.test@evil.example',
      'https://shop.example.test\\@evil.example',
      'https://*.example.test',
      'https://*',
      'https://shop.example.test.',
      'https://-shop.example.test',
      'https://shop_1.example.test',
      'https://bücher.example',
      'https://sh\u043ep.example.test',
      'https://shop\u3002example.test',
      'https://shop%2eexample.test',
      'https://shop.example.test:0',
      'https://shop.example.test:65536',
      'https://shop.example.test:',
      'https://shop.example.test:http',
      ' https://shop.example.test',
      'https://shop.example.test ',
      'https://shop.example.test\n',
      'https://shop.exam\tple.test',
      'https://[::2]',
      'https://0x7f.1',
      'https://2130706433',
      'https://0177.0.0.1',
      'https://192.0.2.256',
      'https://a, https://b',
      `https://${'a'.repeat(64)}.test`,
      `https://${'a.'.repeat(200)}test`,
      `https://${'a-'.repeat(50_000)}`,
    ])('the service returns 400 and stores nothing for the domain %j', async (domain) => {
      const { status, json } = await call('POST', '', {
        body: { ...VALID, allowedDomains: [SHOP_ORIGIN, domain] },
      })
      expect({ status, issue: json.errors?.[0] }).toMatchObject({
        status: 400,
        issue: { field: 'allowedDomains[1]', code: 'invalid_origin' },
      })
    })
  })

  describe('An update of a client ID', () => {
    it('an update changes only the sent members', async () => {
      const before = await create({ feePercentage: '1', feeAddress: FEE_ADDRESS })
      test.clock.advance(1_000)
      const { status, json } = await update(before.id, { label: 'Renamed' })
      expect(status).toBe(200)
      const updatedAt = test.clock.now().toISOString()
      expect(json).toEqual({ ...before, label: 'Renamed', updatedAt })
      expect(await get(before.id)).toEqual(json)
    })

    it('an update stores domains in canonical form, with immediate effect', async () => {
      const { id, clientId } = await create()
      const statusFrom = async (origin: string) =>
        (await call('GET', '', { headers: { 'x-client-id': clientId, origin } })).json.code
      expect(await statusFrom(SHOP_ORIGIN)).toBe('credential_not_accepted')
      const { json } = await update(id, {
        allowedDomains: ['https://NEW.example.test/', 'https://new.example.test'],
      })
      expect(json.allowedDomains).toEqual(['https://new.example.test'])
      expect(await statusFrom(SHOP_ORIGIN)).toBe('origin_not_allowed')
      expect(await statusFrom('https://new.example.test')).toBe('credential_not_accepted')
    })

    it('an update sets each nullable field to null', async () => {
      const { id } = await create({
        operatorWalletAddress: SECOND_PAYEE,
        defaultPreApprovalExpiry: 60,
        defaultAuthorizationExpiry: 120,
        payeeDestinationId: destination(PAYEE),
      })
      const names = [
        'operatorWalletAddress',
        'defaultPreApprovalExpiry',
        'defaultAuthorizationExpiry',
        'payeeDestinationId',
      ]
      for (const name of names) {
        const before = await get(id)
        expect(before[name]).not.toBeNull()
        const { json } = await update(id, { [name]: null })
        const isDestination = name === 'payeeDestinationId'
        expect(json).toEqual({
          ...before,
          [name]: null,
          ...(isDestination && { payeeDestination: null }),
        })
      }
    })

    it('an update sets the fee as a pair, validated together with the stored values', async () => {
      const { id } = await create()
      const expectRefused = async (body: object, field: string) => {
        const before = await get(id)
        const { status, json } = await update(id, body)
        expect({ body, status, issue: json.errors?.[0] }).toMatchObject({
          status: 400,
          issue: { field, code: 'required' },
        })
        expect(await get(id)).toEqual(before)
      }
      await expectRefused({ feePercentage: '1' }, 'feeAddress')
      await expectRefused({ feePercentage: '0' }, 'feeAddress')
      await expectRefused({ feeAddress: FEE_ADDRESS }, 'feePercentage')
      expect((await update(id, { feePercentage: '1', feeAddress: FEE_ADDRESS })).status).toBe(200)
      expect((await update(id, { feePercentage: '2.55' })).json.feePercentage).toBe('2.55')
      expect((await update(id, { feeAddress: SECOND_PAYEE })).json.feeAddress).toBe(SECOND_PAYEE)
      expect((await update(id, { feePercentage: '0' })).status).toBe(200)
      await expectRefused({ feePercentage: null }, 'feePercentage')
      await expectRefused({ feeAddress: null }, 'feeAddress')
      const { status, json } = await update(id, { feePercentage: null, feeAddress: null })
      expect({ status, json }).toMatchObject({
        status: 200,
        json: { feePercentage: null, feeAddress: null },
      })
    })

    it('simultaneous updates of a fee’s percentage and address never store only one of them', async () => {
      const { id } = await create({ feePercentage: '1', feeAddress: FEE_ADDRESS })
      const clear = { feePercentage: null, feeAddress: null }
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          update(id, [clear, { feePercentage: '2' }, { feeAddress: SECOND_PAYEE }][index % 3]),
        ),
      )
      const { feePercentage, feeAddress } = await get(id)
      expect(feePercentage === null).toBe(feeAddress === null)
    })

    it('an update deactivates a client ID, activates it again, and revokes it permanently', async () => {
      const { id, clientId } = await create()
      const codeOf = async () =>
        (await call('GET', '', { headers: pageHeaders(clientId) })).json.code
      expect(await codeOf()).toBe('credential_not_accepted')
      expect((await update(id, { status: 'inactive' })).json.status).toBe('inactive')
      expect(await codeOf()).toBe('client_id_inactive')
      expect((await update(id, { status: 'active' })).json.status).toBe('active')
      expect(await codeOf()).toBe('credential_not_accepted')
      expect((await update(id, { status: 'revoked' })).json.status).toBe('revoked')
      expect(await codeOf()).toBe('client_id_revoked')
      for (const status of ['active', 'inactive']) {
        const answer = await update(id, { status, label: 'Back' })
        expect(answer).toMatchObject({
          status: 400,
          json: { code: 'revoked', errors: [{ field: 'status', code: 'revoked' }] },
        })
      }
      expect((await update(id, { status: 'revoked' })).status).toBe(200)
      expect(await get(id)).toMatchObject({ status: 'revoked', label: 'Shop' })
      expect(await codeOf()).toBe('client_id_revoked')
    })

    it('an update also revokes an inactive client ID', async () => {
      const { id } = await create()
      await update(id, { status: 'inactive' })
      expect((await update(id, { status: 'revoked' })).json.status).toBe('revoked')
    })
  })

  it('a deleted client ID is revoked at once, and a repeated call returns the same response', async () => {
    const { id, clientId } = await create()
    const use = () =>
      test.call('POST', '/v2/secure-payments', {
        anonymous: true,
        headers: pageHeaders(clientId),
        body: { requests: [usdcItem] },
      })
    expect((await use()).status).toBe(201)
    await waitUntil(async () => (await get(id)).lastUsedAt === test.clock.now().toISOString())
    test.clock.advance(1_000)
    expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 200, json: { success: true } })
    expect(await use()).toMatchObject({ status: 403, json: { code: 'client_id_revoked' } })
    const revoked = await get(id)
    expect(revoked).toMatchObject({
      status: 'revoked',
      updatedAt: test.clock.now().toISOString(),
    })
    test.clock.advance(1_000)
    expect((await call('DELETE', `/${id}`)).status).toBe(200)
    expect(await get(id)).toEqual(revoked)
    expect(await list()).toContainEqual(revoked)
  })

  it('the list starts with the oldest client ID', async () => {
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) {
      ids.push((await create()).id)
      test.clock.advance(1)
    }
    expect((await list()).map(({ id }) => id).slice(-3)).toEqual(ids)
  })

  it.each([
    ['id', UNKNOWN_ID],
    ['clientId', 'cli_mine'],
    ['client_id', 'cli_mine'],
    ['tenant_id', 'someone'],
    ['tenantId', 'someone'],
    ['is_first_party', 1],
    ['isFirstParty', true],
    ['createdAt', '2020-01-01T00:00:00.000Z'],
    ['updatedAt', '2020-01-01T00:00:00.000Z'],
    ['lastUsedAt', '2020-01-01T00:00:00.000Z'],
    ['__proto__', { status: 'revoked' }],
    ['constructor', 'x'],
  ])('updating a client ID ignores %s in the body', async (name, value) => {
    const extra = JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`)
    const body = JSON.stringify(VALID).replace(/}$/, `,${JSON.stringify(extra).slice(1)}`)
    const send = (method: string, suffix: string, raw: string) =>
      test.call(method, path + suffix, {
        anonymous: true,
        headers: { ...own[credential], 'content-type': 'application/json' },
        raw,
      })
    const created = await send('POST', '', body)
    // The host rejects JSON keys that could change a prototype.
    if (created.status === 400) return expect(['__proto__', 'constructor']).toContain(name)
    expect(created).toMatchObject({ status: 201, json: { status: 'active', lastUsedAt: null } })
    expect(JSON.stringify(created.json)).not.toContain(`"${value}"`)
    const row = await test.host.context.db.kysely
      .selectFrom('client_ids')
      .select(['is_first_party', 'tenant_id'])
      .where('id', '=', created.json.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ is_first_party: 0 })
    expect(row.tenant_id).not.toBe('someone')
    const updated = await send('PUT', `/${created.json.id}`, JSON.stringify(extra))
    expect(updated.json).toEqual({ ...created.json, updatedAt: updated.json.updatedAt })
  })

  it('the service ignores a status on creation', async () => {
    expect((await create({ status: 'revoked' }))['status']).toBe('active')
  })

  it('the service returns 404 for another tenant’s records', async () => {
    const { id } = await create()
    const headers = foreign[credential]
    const before = await get(id)
    for (const unknown of [id, UNKNOWN_ID, 'x', id.toLowerCase()]) {
      const answers = [
        await call('GET', `/${unknown}`, { headers }),
        await call('PUT', `/${unknown}`, { headers, body: { label: 'Mine' } }),
        await call('DELETE', `/${unknown}`, { headers }),
      ]
      for (const { status, json } of answers) {
        expect({ status, code: json.code }).toEqual({ status: 404, code: 'client_id_not_found' })
      }
    }
    expect((await call('GET', '', { headers })).json).toEqual([])
    expect(await get(id)).toEqual(before)
  })

  it('each version of the operations accepts only its own credential', async () => {
    const { id } = await create()
    for (const [method, suffix] of [
      ['POST', ''],
      ['GET', ''],
      ['GET', `/${id}`],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
    ] as const) {
      const body = method === 'POST' || method === 'PUT' ? { body: VALID } : {}
      const wrong = await call(method, suffix, { ...body, headers: own[wrongCredential] })
      expect({ status: wrong.status, code: wrong.json.code }).toEqual({
        status: 403,
        code: 'credential_not_accepted',
      })
      expect((await call(method, suffix, { ...body, headers: {} })).status).toBe(401)
    }
  })
})

describe('Both versions of the operations', () => {
  it('both versions of the operations show the same records of a tenant', async () => {
    const lists = [
      await test.call('GET', '/v2/client-ids', { anonymous: true, headers: own.key }),
      await test.call('GET', '/v1/client-ids', { anonymous: true, headers: own.session }),
    ]
    expect(lists[0]?.json.length).toBeGreaterThan(0)
    expect(lists[0]?.json).toEqual(lists[1]?.json)
  })

  it('neither version of the operations shows the hosted page’s own client ID', async () => {
    const { token } = await test.createPayment()
    const { text } = await test.call('GET', `/?token=${token}`, { anonymous: true })
    const [clientId = ''] = /cli_[0-9A-Za-z]{30}/.exec(text) ?? []
    expect(clientId).not.toBe('')
    for (const headers of [own.session, foreign.session]) {
      const { text: list } = await test.call('GET', '/v1/client-ids', { anonymous: true, headers })
      expect(list).not.toContain(clientId)
    }
  })
})
