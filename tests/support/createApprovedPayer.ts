import { applyReport } from '../../host/src/offramps/applyReport.ts'
import type { Report } from '../../host/src/offramps/offramp.ts'
import { plainAccount, plainPayer } from './plainPayer.ts'
import type { TestHost } from './testHost.ts'

/** A payer and its bank account, with the ids for the pay endpoint. */
export type TestPayer = { userId: string; clientUserId: string; paymentDetailsId: string }

/** Submits a payer and a bank account to a host whose fake offramp has not reported on either yet. */
export async function createPayer(
  test: Pick<TestHost, 'call'>,
  clientUserId: string,
  headers: Record<string, string> = {},
): Promise<TestPayer> {
  const path = `/v2/payer/${encodeURIComponent(clientUserId)}/payment-details`
  const submitted = await test.call('POST', '/v2/payer', {
    body: { ...plainPayer, clientUserId },
    headers,
  })
  if (submitted.status !== 200) throw new Error(submitted.text)
  const registered = await test.call('POST', path, { body: plainAccount, headers })
  if (registered.status !== 201 && registered.status !== 200) throw new Error(registered.text)
  return {
    userId: submitted.json.userId,
    clientUserId,
    paymentDetailsId: registered.json.payment_detail.id,
  }
}

/** Creates a payer like {@link createPayer}, with an approved identity, a completed agreement and an approved bank account. */
export async function createApprovedPayer(
  test: Pick<TestHost, 'call' | 'host'>,
  clientUserId: string,
  headers: Record<string, string> = {},
): Promise<TestPayer> {
  const payer = await createPayer(test, clientUserId, headers)
  await reportAbout(test, payer.userId, { kind: 'kyc', status: 'approved' })
  await reportAbout(test, payer.userId, { kind: 'agreement', status: 'completed' })
  await reportAbout(test, payer.paymentDetailsId, { kind: 'account', status: 'approved' })
  return payer
}

let reports = 0

/** Makes the fake offramp report on the record with the given service id. */
export async function reportAbout(
  { host }: Pick<TestHost, 'host'>,
  id: string,
  told: Pick<Report, 'kind' | 'status'> & { reason?: string },
): Promise<void> {
  const { offramp } = host.context
  if (offramp === null) throw new Error('The host has no offramp.')
  reports += 1
  const facts = { id: `told-${reports}`, providerId: `at-provider-${id}`, reason: null }
  const occurredAt = host.context.now()
  // This cast is safe, because callers pass only statuses of the report's kind.
  await applyReport({ ...host.context, offramp }, { ...facts, occurredAt, ...told } as Report)
}
