import { ApiError, type Client } from '@secure-payment/core/client'
import { CommandError, UsageError } from '../errors.ts'
import { readSince } from '../listen/readSince.ts'
import { type Command, textFlag } from '../program/command.ts'

const STATUSES = ['dead', 'delivered', 'cancelled'] as const
type Status = (typeof STATUSES)[number]

/** Sends deliveries again: one, or all with one status since a time. */
export const replay: Command = {
  path: 'replay',
  summary: 'Send webhook deliveries again',
  description:
    'Sends one delivery again, or with --since all dead ones since a time, with the same ids and bodies; tests are left out then. For a receiver on this machine, use listen --since.',
  args: [{ name: 'delivery', description: 'id of the delivery', isOptional: true }],
  flags: [
    { name: 'since', value: 'time', description: 'deliveries since 10m, 2h, 3d or an ISO time' },
    { name: 'status', value: 'status', description: 'dead by default', choices: STATUSES },
    { name: 'webhook', value: 'id', description: 'only of this endpoint' },
  ],
  async run({ io, printer, connect }, input) {
    const [deliveryId] = input.args
    const since = textFlag(input, 'since')
    if ((deliveryId === undefined) === (since === undefined)) {
      throw new UsageError('replay needs the id of a delivery, or --since.')
    }
    const { client } = await connect()
    const endpoints = await endpointsOf(client, textFlag(input, 'webhook'))
    if (deliveryId !== undefined) {
      const delivery = await replayOne(client, endpoints, deliveryId)
      printer.result(delivery, () => `${delivery.event} is sent again.\n`)
      return
    }
    // The parser accepts only these statuses.
    const status = (textFlag(input, 'status') ?? 'dead') as Status
    const from = readSince('since', since ?? '', io.now())
    let count = 0
    for (const id of endpoints) count += await replayMany(client, id, { status, from })
    printer.result({ count }, () => `${count} deliveries are sent again.\n`)
  },
}

async function endpointsOf(client: Client, webhook: string | undefined): Promise<string[]> {
  if (webhook !== undefined) return [webhook]
  return (await client.webhooks.list()).map(({ id }) => id)
}

async function replayOne(client: Client, endpoints: readonly string[], deliveryId: string) {
  for (const webhookId of endpoints) {
    try {
      return await client.webhooks.redeliver({ params: { webhookId, deliveryId } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
  }
  throw new CommandError(`No endpoint has a delivery ${deliveryId}.`, {
    hint: 'List them: secure-payment logs.',
  })
}

async function replayMany(
  client: Client,
  webhookId: string,
  body: { status: Status; from: string },
): Promise<number> {
  let total = 0
  while (true) {
    const { count, remaining } = await client.webhooks.redeliverMany({
      params: { webhookId },
      body,
    })
    total += count
    if (remaining === 0 || count === 0) return total
  }
}
