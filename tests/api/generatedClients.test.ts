import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_KEY, startTestHost, type TestHost } from '../support/testHost.ts'

const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.json')
const document: {
  tags: { name: string }[]
  paths: Record<string, Record<string, { summary?: string }>>
} = JSON.parse(readFileSync(DOCUMENT, 'utf8'))

/** The generator versions with which the guide was tested. */
const PACKAGES = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'openapi-to-postmanv2@6.3.3',
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.38.0',
  'typescript@5.9.3',
]

const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths } from './api.js'

const headers = { 'x-api-key': String(process.env.API_KEY) }
const client = createClient<paths>({ baseUrl: String(process.env.PAY_URL), headers })
const item = {
  payee: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  amount: '14.5',
  invoiceCurrency: 'USDC-devnet',
  paymentCurrency: 'USDC-devnet',
}
const { data, error } = await client.POST('/v2/secure-payments', { body: { requests: [item] } })
if (data === undefined) throw new Error(error.message)
const url: string = data.securePaymentUrl
console.log(JSON.stringify({ url, requestIds: data.requestIds }))
// @ts-expect-error An item has an amount.
await client.POST('/v2/secure-payments', { body: { requests: [{ payee: item.payee }] } })
`

/** Reads a page of payments. */
const PAGES = `
const page = await searchPayments(OPTIONS)
console.log(JSON.stringify(page.data))
`
const PAGES_BY = {
  '@hey-api/openapi-ts': {
    generate: ['openapi-ts', '-i', DOCUMENT, '-o', 'hey', '-c', '@hey-api/client-fetch'],
    source: `
import { client } from './hey/client.gen'
import { searchPayments } from './hey/index'
client.setConfig({ baseUrl: String(process.env.PAY_URL) })
const headers = { 'x-api-key': String(process.env.API_KEY) }
${PAGES.replace('OPTIONS', '{ headers, query: { limit: 5, offset: 0 } }')}
// JSON is the only form of the response's type.
const total: number | undefined = page.data?.pagination.total
export { total }`,
  },
  orval: {
    generate: ['orval', '--input', DOCUMENT, '--output', 'orval/api.ts', '--client', 'fetch'],
    source: `
import { searchPayments } from './orval/api'
const base = String(process.env.PAY_URL)
const send = globalThis.fetch
globalThis.fetch = (path, init) => send(base + String(path), init)
const headers = { 'x-api-key': String(process.env.API_KEY) }
${PAGES.replace('OPTIONS', '{ limit: 5, offset: 0 }, { headers }')}
// JSON is the only form of the response's type.
if (page.status !== 200) throw new Error('no page')
const total: number = page.data.pagination.total
export { total }`,
  },
} as const

let test: TestHost
let folder: string
beforeAll(async () => {
  test = await startTestHost()
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-clients-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  writeFileSync(
    join(folder, 'globals.d.ts'),
    'declare const process: { env: Record<string, string | undefined> }',
  )
  await run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...PACKAGES)
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

describe('Clients that are generated from the OpenAPI document', () => {
  it('openapi-typescript writes types that compile, and a client with them creates a payment', async () => {
    await run('npx', 'openapi-typescript', DOCUMENT, '-o', 'api.d.ts')
    writeFileSync(join(folder, 'client.ts'), PROGRAM)
    const options = ['--strict', '--target', 'es2022', '--module', 'nodenext']
    await run('npx', 'tsc', ...options, 'client.ts', 'globals.d.ts')
    const { url, requestIds } = JSON.parse(await run('node', 'client.js'))
    expect(new URL(url).origin).toBe(test.host.url)
    expect(requestIds).toHaveLength(1)
  })

  it.each(Object.entries(PAGES_BY))(
    '%s writes a client that compiles, and reads a page with numbers as limit and offset',
    async (name, { generate, source }) => {
      await run('npx', ...generate)
      const program = `pages-${name.replaceAll(/\W/g, '')}.ts`
      writeFileSync(join(folder, program), source)
      const options = ['--strict', '--target', 'es2022', '--module', 'esnext', '--skipLibCheck']
      const places = ['--moduleResolution', 'bundler', '--lib', 'es2023,dom,dom.iterable']
      await run('npx', 'tsc', ...options, ...places, '--noEmit', program, 'globals.d.ts')
      await run('npx', 'esbuild', program, '--bundle', '--format=esm', '--outfile=pages.mjs')
      const { pagination } = JSON.parse(await run('node', 'pages.mjs'))
      expect(pagination).toMatchObject({ limit: 5, offset: 0 })
    },
  )

  it('openapi-to-postmanv2 writes a collection with a folder per tag and a request per operation', async () => {
    await run(
      'npx',
      'openapi2postmanv2',
      '-s',
      DOCUMENT,
      '-o',
      'postman.json',
      '-O',
      'folderStrategy=Tags',
    )
    const collection = JSON.parse(readFileSync(join(folder, 'postman.json'), 'utf8'))
    expect(collection.item.map(({ name }: { name: string }) => name)).toEqual(
      document.tags.map(({ name }) => name),
    )
    const requests = collection.item.flatMap(({ item }: { item: { name: string }[] }) => item)
    const operations = Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .filter(({ summary }) => summary !== undefined)
    expect(requests.map(({ name }: { name: string }) => name).sort()).toEqual(
      operations.map(({ summary }) => summary).sort(),
    )
  })
})

/** Runs a program in the folder of the clients, and returns its output. */
async function run(command: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, PAY_URL: test.host.url, API_KEY }
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder, env })
  return stdout
}
