import { type EventType, events } from '@secure-payment/core/webhooks'
import type { Command } from '../program/command.ts'

const TYPES: readonly EventType[] = events.map(({ type }) => type)

const NO_ENDPOINT = `The event is stored; no webhook endpoint is active.
A running listen command prints it, and so does: secure-payment listen --since 5m
`

/** Sends a test event to the merchant's endpoints and to running `listen` commands. */
export const trigger: Command = {
  path: 'trigger',
  summary: 'Send a test event',
  description:
    'Sends the example of an event, marked as a test, to every active webhook endpoint and to every running listen command. The event pays no order.',
  args: [{ name: 'event', description: 'type of the event', choices: TYPES }],
  flags: [],
  async run({ printer, connect }, { args: [type = ''] }) {
    const { client } = await connect()
    // The parser accepts only these types.
    const body = { eventType: type as EventType, allowsNoEndpoint: true }
    const answer = await client.webhooks.test({ body })
    printer.result(answer, () => {
      const { sent, failed } = answer
      if (sent + failed === 0) return NO_ENDPOINT
      return `Accepted by ${sent} of ${sent + failed} endpoints.\n`
    })
  },
}
