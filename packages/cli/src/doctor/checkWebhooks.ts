import { ApiError, type Client } from '@secure-payment/core/client'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Checks each webhook endpoint and its latest delivery. */
export async function checkWebhooks({ webhooks }: Pick<Client, 'webhooks'>): Promise<Finding[]> {
  let endpoints: Awaited<ReturnType<typeof webhooks.list>>
  try {
    endpoints = await webhooks.list()
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem?.scope === undefined) throw error
    return [warn('webhooks', 'the key may not read them.', 'Use a key with the scope read.')]
  }
  if (endpoints.length === 0) {
    const hint =
      'Add one: secure-payment webhooks create --url URL. On this machine: secure-payment listen.'
    return [warn('webhooks', 'no endpoint receives events.', hint)]
  }
  const findings: Finding[] = []
  for (const { id, url, isActive, disabledReason } of endpoints) {
    const check = `webhook ${url}`
    if (!isActive) {
      const reason = disabledReason === null ? '' : `: ${disabledReason}`
      findings.push(warn(check, `is switched off${reason}.`, 'Switch it on in the console.'))
      continue
    }
    const params = { webhookId: id }
    const last = await webhooks.deliveries({ params, query: { limit: '1' } })
    const dead = await webhooks.deliveries({ params, query: { limit: '1', status: 'dead' } })
    findings.push(describe(check, last.deliveries[0], dead.deliveries.length > 0))
  }
  return findings
}

type Delivery = Awaited<ReturnType<Client['webhooks']['deliveries']>>['deliveries'][number]

function describe(check: string, last: Delivery | undefined, hasDead: boolean): Finding {
  if (last === undefined) return ok(check, 'has received no event yet.')
  const attempt = last.attempts.at(-1)
  const response = attempt?.responseStatus ?? attempt?.error ?? 'no attempt yet'
  const message = `last delivery ${last.status} (${response}), ${last.event} at ${last.createdAt}.`
  if (last.status === 'dead') {
    return fail(check, message, `Fix the receiver, then: secure-payment replay ${last.id}.`)
  }
  if (hasDead) {
    return warn(
      check,
      `${message} Some deliveries are dead.`,
      'Send them again: secure-payment replay --since 7d.',
    )
  }
  return last.status === 'pending' && (attempt?.attempt ?? 0) > 0
    ? warn(check, message, 'Mend the receiver; the host tries again.')
    : ok(check, message)
}
