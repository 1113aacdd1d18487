import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { hostFile } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_INVITATION_ID } from '../../host/src/auth/registration/inviteFirstMember.ts'
import { pageHeaders, startTestHost, type TestHost } from '../support/testHost.ts'

const PAY_URL = 'https://pay.example.test'
const run = promisify(execFile)

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({ PAY_PAY_URL: PAY_URL })
})
afterAll(() => test[Symbol.asyncDispose]())

/** Reads a payment as the hosted page, lists client IDs with the bootstrap key, and returns both statuses. */
async function callService() {
  const { kysely } = test.host.context.db
  const { token } = await test.createPayment()
  const { client_id } = await kysely
    .selectFrom('client_ids')
    .select('client_id')
    .where('is_first_party', '=', 1)
    .executeTakeFirstOrThrow()
  const headers = pageHeaders(client_id, PAY_URL)
  const page = await test.call('GET', `/v2/secure-payments/${token}`, { anonymous: true, headers })
  const { status } = await test.call('GET', '/v2/client-ids')
  return { page: page.status, key: status }
}

/** Returns the hosted page's client IDs and the bootstrap API keys. */
async function readCredentials() {
  const { kysely } = test.host.context.db
  const pages = await kysely
    .selectFrom('client_ids')
    .select(['client_id', 'allowed_domains'])
    .where('is_first_party', '=', 1)
    .execute()
  const keys = await kysely
    .selectFrom('api_keys')
    .select(['id', 'status'])
    .where('label', '=', 'bootstrap')
    .execute()
  return { pages, keys }
}

describe('The operator’s commands', () => {
  it('the operator’s commands change none of the hosts’ keys and pages, because a command may lack the hosts’ settings', async () => {
    const before = await readCredentials()
    const { PATH, TMPDIR } = process.env
    const PAY_DATABASE_URL = test.host.context.config.databaseUrl
    const env = { PATH, ...(TMPDIR && { TMPDIR }), PAY_DATABASE_URL }
    for (const command of [['create-key', 'Server'], ['invite'], ['join']]) {
      const node = ['--conditions=@secure-payment/source', hostFile('cli'), ...command]
      await run(process.execPath, node, { env })
      expect({ command, ...(await readCredentials()) }).toEqual({ command, ...before })
    }
    expect(await callService()).toEqual({ page: 200, key: 200 })
  })
})

describe('A host without the `api` role', () => {
  it('a host without the `api` role changes none of the other hosts’ keys or pages', async () => {
    const before = await readCredentials()
    await using _worker = await test.startNeighbour({
      PAY_ROLE: 'worker',
      PAY_PAY_URL: '',
      PAY_BOOTSTRAP_API_KEY: '',
    })
    expect(await readCredentials()).toEqual(before)
    expect(await callService()).toEqual({ page: 200, key: 200 })
  })

  it('a host without the `api` role creates no invitation for the first member, because a host with that role does', async () => {
    await using worker = await startTestHost({ PAY_ROLE: 'worker' })
    const { kysely } = worker.host.context.db
    const readLinks = () => kysely.selectFrom('invitations').select('id').execute()
    expect(await readLinks()).toEqual([])
    await using _api = await worker.startNeighbour({ PAY_ROLE: 'api' })
    expect(await readLinks()).toEqual([{ id: FIRST_INVITATION_ID }])
  })
})
