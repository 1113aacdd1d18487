import {
  type OfframpProvider,
  type OfframpSwitchesChange,
  startOfframp,
} from '@secure-payment/devnet'
import { createHolder } from '../../../host/src/leases/leases.ts'
import { createOfframpPoller } from '../../../host/src/offramps/pollOfframps.ts'
import { plainAccount, plainPayer } from '../../support/plainPayer.ts'
import { recordDeposit } from '../../support/recordDeposit.ts'
import { askToPay, createRequest } from '../../support/requestCalls.ts'
import { PAYER, startTestHost, type TestHost } from '../../support/testHost.ts'

/** The address at which the provider receives USDC on devnet. */
const DEPOSIT = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
/** The secret that signs both sides' messages. */
export const OFFRAMP_SECRET = 'c5'.repeat(32)
const OFFRAMP_ID = 'stand-in'
const UNITS = 12_500_000n
/** The clock's advance per round, after which every waiting job is due. */
const ROUND_MS = 10_000
const MAX_ROUNDS = 60

/** Settings for a host that calls a provider over HTTP. */
export function httpOfframpSettings(url: string): Record<string, string> {
  return {
    PAY_OFFRAMP: 'http',
    PAY_OFFRAMP_HTTP_URL: url,
    PAY_OFFRAMP_HTTP_ID: OFFRAMP_ID,
    PAY_OFFRAMP_HTTP_SECRET: OFFRAMP_SECRET,
    PAY_OFFRAMP_HTTP_DEPOSITS: JSON.stringify({ devnet: DEPOSIT }),
    PAY_DATA_KEY: 'a data key of a test that has enough characters',
  }
}

/** A payer with a bank account, by the service's ids. */
type HttpPayer = { clientUserId: string; userId: string; paymentDetailsId: string }

/** A host and a provider that communicate over HTTP, on one clock that tests advance. */
export type HttpOfframpWorld = AsyncDisposable & {
  test: TestHost
  provider: OfframpProvider
  /** Polls the provider until no record is due. */
  poll(): Promise<void>
  /** Advances the provider, the host's polls and the time until a condition holds. */
  settle(what: string, isSo: () => Promise<boolean>): Promise<void>
  /** Submits a payer and a bank account. */
  submit(): Promise<HttpPayer>
  /** Submits like `submit`, and continues until both are approved and the agreement is signed. */
  approve(): Promise<HttpPayer>
  /** Creates a request that pays into the payer's account, and pays the request on chain. */
  pay(payer: HttpPayer): Promise<string>
  compliance(payer: HttpPayer): Promise<{ kycStatus: string; agreementStatus: string }>
  account(payer: HttpPayer): Promise<{ status: string }>
  request(requestId: string): Promise<{ status: string; hasBeenPaid: boolean }>
  /** Returns the event types of a subject in order, each with the members that distinguish it from others of its type. */
  told(subjectId: string): Promise<string[]>
}

/** Opens the world on the engine of `TEST_DATABASE`. Only `settle` advances the world's clock. */
export async function openHttpOfframp(
  options: { switches?: OfframpSwitchesChange; env?: Record<string, string> } = {},
): Promise<HttpOfframpWorld> {
  await using stack = new AsyncDisposableStack()
  let test: TestHost | null = null
  const provider = stack.use(
    await startOfframp({
      secret: OFFRAMP_SECRET,
      callbackUrl: () => (test === null ? null : `${test.host.url}/v2/offramp/callbacks`),
      switches: { stepMs: 0, ...options.switches },
      now: () => test?.clock.now().getTime() ?? Date.now(),
    }),
  )
  const host = await startTestHost({ ...httpOfframpSettings(provider.url), ...options.env })
  test = stack.use(host)
  const { context } = host.host
  const { offramp } = context
  if (offramp === null) throw new Error('The host has no provider.')
  const holder = stack.use(createHolder(context.random))
  const poller = createOfframpPoller({ ...context, offramp }, { holder, onEvents() {} })
  stack.defer(() => poller.release())
  const owned = stack.move()

  async function poll(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      if (!(await poller.step()).more) return
    }
    throw new Error('The poller does not finish.')
  }

  async function settle(what: string, isSo: () => Promise<boolean>): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      if (await isSo()) return
      await provider.step()
      host.clock.advance(ROUND_MS)
      await poll()
    }
    throw new Error(`This never happened: ${what}.`)
  }

  const world: HttpOfframpWorld = {
    test: host,
    provider,
    poll,
    settle,
    submit: () => submit(host),
    async approve() {
      const payer = await submit(host)
      await settle('the agreement is requested', async () => {
        const { agreementStatus } = await world.compliance(payer)
        return agreementStatus === 'pending'
      })
      const path = `/v2/payer/${payer.clientUserId}`
      await expectStatus(host, 200, ['PATCH', path, { agreementCompleted: true }])
      await settle('the account is approved', async () => {
        const { status } = await world.account(payer)
        return status === 'approved'
      })
      return payer
    },
    async pay({ clientUserId, paymentDetailsId }) {
      const requestId = await createRequest(host, {
        payee: undefined,
        isCryptoToFiatAllowed: true,
      })
      const query = { wallet: PAYER, clientUserId, paymentDetailsId }
      const asked = await askToPay(host, requestId, query)
      if (asked.status !== 200) throw new Error(asked.text)
      await recordDeposit(host.host, { requestId, units: UNITS })
      return requestId
    },
    async compliance({ clientUserId }) {
      const { json } = await host.call('GET', `/v2/payer/${clientUserId}`)
      return json
    },
    async account({ clientUserId, paymentDetailsId }) {
      const path = `/v2/payer/${clientUserId}/payment-details?paymentDetailsId=${paymentDetailsId}`
      return (await host.call('GET', path)).json.paymentDetails[0]
    },
    request: async (requestId) => (await host.call('GET', `/v2/request/${requestId}`)).json,
    told: (subjectId) => readTold(host, subjectId),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
  return world
}

let users = 0

async function submit(test: TestHost): Promise<HttpPayer> {
  users += 1
  const clientUserId = `user-${users}`
  const body = { ...plainPayer, clientUserId }
  const submitted = await expectStatus(test, 200, ['POST', '/v2/payer', body])
  const path = `/v2/payer/${clientUserId}/payment-details`
  const registered = await expectStatus(test, 201, ['POST', path, plainAccount])
  return {
    clientUserId,
    userId: submitted.userId,
    paymentDetailsId: registered.payment_detail.id,
  }
}

async function expectStatus(
  test: TestHost,
  expected: number,
  [method, path, body]: readonly [string, string, object],
) {
  const { status, json, text } = await test.call(method, path, { body })
  if (status !== expected) throw new Error(`${status}: ${text}`)
  return json
}

async function readTold({ host }: TestHost, subjectId: string): Promise<string[]> {
  const rows = await host.context.db.kysely
    .selectFrom('events')
    .select(['type', 'body', 'sequence'])
    .where('request_id', '=', subjectId)
    .orderBy('sequence')
    .execute()
  return rows.map(({ type, body, sequence }, index) => {
    if (sequence !== index + 1) throw new Error(`Event ${index + 1} has sequence ${sequence}.`)
    return [type, ...distinguish(JSON.parse(body))].join(' ')
  })
}

/** Returns the members that distinguish an event. */
function distinguish(body: Record<string, string | undefined>): string[] {
  const { kycStatus, agreementStatus, subStatus, status } = body
  if (kycStatus !== undefined) return [`${kycStatus}/${agreementStatus}`]
  return [subStatus ?? status ?? ''].filter((word) => word !== '')
}
