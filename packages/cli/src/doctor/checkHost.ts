import { api, type Output } from '@secure-payment/core/api'
import { z } from 'zod'
import type { Io } from '../io.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

type Ready = Output<typeof api.health.readyz>

/** A 503 response to the readiness check. */
const notReadySchema = z.object({
  failures: z.array(z.object({ network: z.string().nullable(), message: z.string() })),
})

/** Checks that the host responds, is ready, and reads its networks. */
export async function checkHost(
  { fetch, signal }: Pick<Io, 'fetch' | 'signal'>,
  url: string,
): Promise<Finding[]> {
  let response: Response
  try {
    const init = { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) }
    response = await fetch(`${url}/readyz`, init)
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    const hint = 'Start the host, or correct the URL: secure-payment login --host URL.'
    return [fail('url', `${url} does not respond: ${reason}.`, hint)]
  }
  const body: unknown = await response.json().catch(() => undefined)
  const notReady = notReadySchema.safeParse(body)
  if (notReady.success) {
    return notReady.data.failures.map(({ message, network }) =>
      fail(network === null ? 'host' : `network ${network}`, message, 'Ask the operator.'),
    )
  }
  const ready = api.health.readyz.responses[200].schema.safeParse(body)
  if (response.status === 200 && ready.success)
    return [ok('url', `${url} responds.`), ...describe(ready.data)]
  const hint = 'The URL may lead to another service or to a proxy: use the origin of the API.'
  return [
    fail(
      'url',
      `${url} returns ${response.status}, and is no host that this release supports.`,
      hint,
    ),
  ]
}

const TIMEOUT_MS = 15_000

function describe({ networks, warnings }: Ready): Finding[] {
  const watched = networks.map(({ network, status, lagBlocks }): Finding => {
    const check = `network ${network}`
    switch (status) {
      case 'ok':
        return ok(
          check,
          `is ready${lagBlocks === null ? '' : `, ${lagBlocks} blocks behind the head`}.`,
        )
      case 'behind':
        return warn(
          check,
          `is ${lagBlocks ?? 'many'} blocks behind.`,
          'Payments there are recorded later.',
        )
      case 'down':
        return warn(check, 'has no node that responds.', 'Payments there wait: ask the operator.')
      default:
        return status satisfies never
    }
  })
  const named = new Set(
    networks.filter(({ status }) => status !== 'ok').map(({ network }) => network),
  )
  const others = warnings
    .filter(({ network }) => network === null || !named.has(network))
    .map(({ check, message }) => warn(check, message, 'Ask the operator.'))
  return [...watched, ...others]
}
