import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { createTestBounds } from '../../webhooks/createTestBounds.ts'
import { sendTestEvent } from '../../webhooks/sendTestEvent.ts'
import { testEvent } from '../../webhooks/testEvent.ts'
import { NoActiveWebhookError } from './errors.ts'
import { readLevel } from './readLevel.ts'
import { requireClientId } from './requireClientId.ts'

type Test = typeof api.webhooks.test
type TestContext = Pick<Context, 'config' | 'db' | 'now' | 'random' | 'signal'>

/** The maximum number of endpoints that receive one test, oldest first. */
const MAX_ENDPOINTS = 100

/**
 * Creates the action that sends a sample event to the active endpoints of the tenant or of one client ID, and waits for their responses.
 * The action ignores the types that the endpoints chose. Each test has one attempt. A failed test is not retried, but a caller can
 * redeliver it. Each tenant has a limit on the tests in progress, per minute and per day.
 *
 * @throws UnknownClientIdError, NoActiveWebhookError, TooManyTestsError from the action
 */
export function createTestAction(): (
  context: TestContext,
  call: Call<Test>,
) => Promise<Output<Test>> {
  const take = createTestBounds()
  return async (context, { body, caller }) => {
    const { eventType, allowsNoEndpoint = false } = body
    const { tenantId } = caller
    const clientId = await requireClientId(context, caller, body.clientId)
    const endpoints = await findEndpoints(context, tenantId, clientId)
    if (endpoints.length === 0 && !allowsNoEndpoint) throw new NoActiveWebhookError()
    const done = take({ tenantId, count: Math.max(1, endpoints.length), nowMs: performance.now() })
    try {
      const level = await readLevel(context, tenantId)
      const event = testEvent(context, { tenantId, clientId, type: eventType, level })
      return await sendTestEvent(context, event, endpoints)
    } finally {
      done()
    }
  }
}

async function findEndpoints(
  { db }: Pick<Context, 'db'>,
  tenantId: string,
  clientId: string | null,
): Promise<string[]> {
  let select = db.kysely
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('is_active', '=', 1)
    .orderBy('id')
    .limit(MAX_ENDPOINTS)
  if (clientId !== null) select = select.where('client_id', '=', clientId)
  const rows = await select.execute()
  return rows.map((row) => row.id)
}
