import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { callService, expectSuccess } from './callService.ts'
import type { Merchant, ReturnedTransaction, Shop } from './startShop.ts'

/** The tools of a Model Context Protocol server for Request Network, each with the operation that it calls. */
const TOOLS = {
  create_payment_link: 'POST /v2/secure-payments',
  get_payment_link: 'GET /v2/secure-payments/{token}',
  get_payment_calldata: 'GET /v2/secure-payments/{token}/pay',
  create_request: 'POST /v2/request',
  get_request_status: 'GET /v2/request/{requestId}',
  list_payments: 'GET /v2/payments',
  create_payout: 'POST /v2/payouts',
  create_payout_link: 'POST /v2/secure-payments/payouts',
  export_requests: 'GET /v2/request/export',
  list_currencies: 'GET /v2/currencies',
} as const

type Schema = Record<string, unknown>
type Parameter = { $ref?: string; in: string; name: string; required?: boolean; schema: Schema }
type Operation = {
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> }
}

// The package is CommonJS, and its type does not show that Node imports the function itself as the default export.
const register = addFormats as unknown as (ajv: Ajv2020) => void

/** A tool as an assistant sees it. */
type Tool = {
  description: string
  inputSchema: Schema
  parameters: (Parameter & { argument: string })[]
}

/** Tests tools that are built from only the served document, as assistants' servers build them. */
export function testTools(getShop: () => Shop): void {
  describe('Tools that a server for assistants builds from /open-api/openapi.json', () => {
    let shop: Shop
    let merchant: Merchant
    let tools: Record<string, Tool>
    beforeAll(async () => {
      shop = getShop()
      merchant = await shop.createMerchant()
      const call = { method: 'GET', path: '/open-api/openapi.json', headers: {} } as const
      const document = expectSuccess<Document>(await callService(shop.baseUrl, call))
      tools = Object.fromEntries(
        Object.entries(TOOLS).map(([name, operation]) => [name, buildTool(document, operation)]),
      )
    })

    /** Calls a tool with arguments that must match its schema; returns the response, or the text of a CSV file. */
    async function use(name: keyof typeof TOOLS, args: Record<string, unknown> = {}) {
      const tool = tools[name]
      if (tool === undefined) throw new Error(`There is no tool ${name}.`)
      const ajv = new Ajv2020({ strict: false })
      register(ajv)
      const validate = ajv.compile(tool.inputSchema)
      if (!validate(args)) throw new Error(`${name}: ${JSON.stringify(validate.errors)}`)
      const [method, template = ''] = TOOLS[name].split(' ')
      const query = new URLSearchParams()
      let path = template
      const body = { ...args }
      for (const { in: place, name, argument } of tool.parameters) {
        if (!(argument in args)) continue
        delete body[argument]
        if (place === 'path') path = path.replace(`{${name}}`, String(args[argument]))
        else query.set(name, String(args[argument]))
      }
      const isWrite = method === 'POST'
      const answer = await callService(shop.baseUrl, {
        method: isWrite ? 'POST' : 'GET',
        path: query.size === 0 ? path : `${path}?${query}`,
        headers: {
          'x-client-id': merchant.clientId,
          ...(isWrite && { 'content-type': 'application/json' }),
        },
        ...(isWrite && { body }),
      })
      return { status: answer.status, json: answer.json, text: answer.text }
    }

    it('every tool has a description and a schema of its arguments', () => {
      for (const [name, { description, inputSchema }] of Object.entries(tools)) {
        expect([name, description.length > 10]).toEqual([name, true])
        expect(inputSchema['type']).toBe('object')
      }
      expect(Object.keys(Object(tools['list_payments']?.inputSchema['properties']))).toEqual(
        expect.arrayContaining(['requestId', 'reference', 'fromDate', 'limit', 'offset']),
      )
    })

    it('an assistant creates a payment link, follows its payment, and lists and exports it', async () => {
      const created = await use('create_payment_link', {
        requests: [{ destinationId: merchant.destinationId, amount: '7' }],
        reference: 'assistant-1',
      })
      expect(created.status).toBe(201)
      const { token, requestIds } = created.json
      const [requestId] = requestIds
      const link = await use('get_payment_link', { token })
      expect(link.json).toMatchObject({ paymentType: 'single', status: 'pending', amount: '7' })
      const status = await use('get_request_status', { requestId })
      expect(status.json).toMatchObject({ requestId, hasBeenPaid: false })
      const calldata = await use('get_payment_calldata', { token, wallet: shop.payer })
      const { transactions } = calldata.json as { transactions: ReturnedTransaction[] }
      await shop.pay(transactions)
      await expect
        .poll(async () => (await use('get_request_status', { requestId })).json.hasBeenPaid)
        .toBe(true)
      const listed = await use('list_payments', { reference: 'assistant-1', limit: 10, offset: 0 })
      expect(listed.json.payments).toMatchObject([{ amount: '7', request: { requestId } }])
      const file = await use('export_requests', { reference: 'assistant-1' })
      expect(file.text).toContain(requestId)
    })

    it('an assistant creates a request, a payout and a payout link in a listed currency', async () => {
      const { json } = await use('list_currencies', {
        network: 'devnet',
        symbol: 'USDC',
        firstOnly: 'true',
      })
      const currencies = { invoiceCurrency: json.id, paymentCurrency: json.id }
      const payment = { payee: merchant.address, amount: '2', ...currencies }
      expect((await use('create_request', payment)).json).toMatchObject({
        requestId: expect.stringMatching(/^01[0-9a-f]{64}$/),
        paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
      })
      const payout = await use('create_payout', payment)
      expect(payout.status).toBe(201)
      expect(payout.json.transactions.length).toBeGreaterThan(0)
      const link = await use('create_payout_link', {
        recipient: merchant.address,
        creatorWalletAddress: shop.payer,
        network: 'devnet',
        currency: json.id,
        amount: '2',
      })
      expect(link.json).toMatchObject({
        token: expect.any(String),
        securePaymentUrl: expect.any(String),
      })
    })

    it('a tool’s schema rejects arguments that the service would reject', async () => {
      await expect(use('create_payment_link', { requests: [] })).rejects.toThrow('requests')
      await expect(use('create_request', { amount: '1' })).rejects.toThrow('required')
    })
  })
}

/** Builds a tool: the arguments are the parameters and the members of the body. */
function buildTool({ paths, components }: Document, operationName: string): Tool {
  const [method = '', path = ''] = operationName.split(' ')
  const operation = paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`The document has no ${operationName}.`)
  const parameters = (operation.parameters ?? [])
    .map((one) => (one.$ref === undefined ? one : resolve<Parameter>({ components }, one.$ref)))
    .filter((one) => one.in === 'path' || one.in === 'query')
    // The link's token is in the path, and the payer's token in the query.
    .map((one, at, all) => ({
      ...one,
      argument:
        all.findIndex(({ name }) => name === one.name) < at ? `${one.in}_${one.name}` : one.name,
    }))
  const reference = operation.requestBody?.content['application/json'].schema
  const body = reference?.['$ref']
    ? resolve<Schema>({ components }, String(reference['$ref']))
    : reference
  const own = Object.fromEntries(parameters.map(({ argument, schema }) => [argument, schema]))
  const required = parameters.filter((one) => one.required).map(({ argument }) => argument)
  const schema = {
    type: 'object',
    ...body,
    properties: { ...Object(body?.['properties']), ...own },
    required: [...(Array.isArray(body?.['required']) ? body['required'] : []), ...required],
    $defs: components.schemas,
  }
  const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')
  return {
    description: operation.description ?? operation.summary,
    inputSchema: JSON.parse(text),
    parameters,
  }
}

function resolve<T>(document: object, reference: string): T {
  const parts = reference.slice(2).split('/')
  return parts.reduce((value, part) => Object(value)[part], document as unknown) as T
}
