import type { EventType } from '@secure-payment/core/webhooks'
import { CommandError } from '../errors.ts'
import { followEvents, type ListedEvent } from '../listen/followEvents.ts'
import type { Simulation } from './simulation.ts'

/**
 * Returns the first event about a request, of one of the types and since a time.
 *
 * @throws CommandError after the timeout
 */
export async function waitForEvent(
  { client, options, rest, note, now }: Simulation,
  facts: { requestId: string; types: readonly EventType[]; since: string },
): Promise<ListedEvent> {
  const { requestId, types, since } = facts
  const untilMs = now().getTime() + options.timeoutMs
  note(`Waiting for ${types.join(' or ')}…`)
  const patient = async (ms: number) => {
    if (now().getTime() < untilMs) return rest(ms)
    throw new CommandError(`The host wrote no event ${types.join(' or ')} in time.`, {
      hint: 'Check its networks: secure-payment doctor. A longer wait: --timeout 300.',
    })
  }
  const isWanted = (event: ListedEvent) =>
    event.requestId === requestId && types.some((type) => type === event.event)
  for await (const event of followEvents({ client, rest: patient, onOutage: () => {} }, since)) {
    if (isWanted(event)) return event
  }
  throw new Error('Events are followed until the timeout.')
}
