import { describe, expect, it } from 'vitest'
import type { CallCommand, Json } from './callCommand.ts'
import { callCommands } from './callCommands.ts'
import { readInputs } from './flagsOf.ts'
import { readCall } from './readCall.ts'

const input = { readInput: async () => '{"reference": "from stdin"}' }

function commandAt(path: string): CallCommand {
  const found = callCommands.find((command) => command.path === path)
  if (found === undefined) throw new Error(`There is no command ${path}.`)
  return found
}

const flagsOf = (path: string) => readInputs(commandAt(path)).flags

describe('The commands of the contract', () => {
  it.each(
    callCommands.filter(({ columns }) => columns !== undefined).map((one) => [one.path, one]),
  )('%s shows only members that its endpoint returns', (_, { definition, rows, columns = [] }) => {
    const example = definition.responses[200]?.example as Json
    const list = (rows === null ? example : example[String(rows)]) as readonly Json[]
    const [first = {}] = list
    const empty = columns.filter(({ read }) => read(first) === '').map(({ title }) => title)
    // `events` is null in the example: that webhook endpoint receives every event.
    expect(empty.filter((title) => title !== 'EVENTS')).toEqual([])
  })

  it('every command of the contract has a summary, and no two of its flags have the same name', () => {
    for (const command of callCommands) {
      const names = readInputs(command).flags.map(({ name }) => name)
      expect(new Set(names).size, command.path).toBe(names.length)
      expect(command.definition.summary).not.toBe('')
    }
  })
})

describe('readInputs', () => {
  it('readInputs derives kinds and choices from the schemas', () => {
    expect(flagsOf('webhooks create')).toContainEqual(
      expect.objectContaining({
        name: 'events',
        kind: 'list',
        choices: expect.arrayContaining(['payment.confirmed']),
      }),
    )
    const flags = flagsOf('links create')
    expect(flags.find(({ name }) => name === 'amount')).toMatchObject({
      place: 'item',
      kind: 'text',
    })
    expect(flags.find(({ name }) => name === 'is-reusable')).toMatchObject({ kind: 'boolean' })
    expect(flags.find(({ name }) => name === 'order')).toMatchObject({ kind: 'json' })
    expect(flags.map(({ name }) => name)).not.toContain('requests')
  })

  it('readInputs derives arguments from the path', () => {
    expect(readInputs(commandAt('webhooks delivery')).args).toEqual([
      { name: 'webhookId', description: 'Id of the webhook endpoint' },
      { name: 'deliveryId', description: 'Id of the delivery' },
    ])
  })
})

describe('readCall', () => {
  const read = (path: string, flags: object, args: string[] = []) =>
    readCall(input, commandAt(path), { args, flags: { ...flags } })

  it('readCall puts flags into query, body and item', async () => {
    expect(await read('payments list', { limit: '5' })).toEqual({ query: { limit: '5' } })
    expect(
      await read('links create', { amount: '5', reference: 'a', 'is-reusable': true }),
    ).toEqual({
      body: { requests: [{ amount: '5' }], reference: 'a', isReusable: true },
    })
    expect(await read('links edit', { revision: '2' }, ['01KB'])).toEqual({
      params: { token: '01KB' },
      body: { revision: 2 },
    })
    expect(await read('refunds link', { 'refund-ids': ['a', 'b'] })).toEqual({
      body: { refundIds: ['a', 'b'] },
    })
  })

  it('readCall merges flags into the body of --data, and reads `-` from standard input', async () => {
    const data = '{"requests": [{"amount": "1", "payee": "0x1"}], "reference": "a"}'
    expect(await read('links create', { data, amount: '2' })).toEqual({
      body: { requests: [{ amount: '2', payee: '0x1' }], reference: 'a' },
    })
    expect(await read('links create', { data: '-' })).toEqual({ body: { reference: 'from stdin' } })
  })

  it.each([
    ['links create', { data: '{' }, '--data is not JSON.'],
    ['links create', { data: '[]' }, '--data must be a JSON object.'],
    ['links create', { data: '@/no/such/file' }, 'cannot be read'],
    ['links create', { data: '{"requests": [{}, {}]}', amount: '1' }, 'several items'],
    ['links create', { 'is-reusable': 'yes' }, '--is-reusable must be true or false.'],
    ['links edit', { revision: 'x' }, '--revision must be a number.'],
    ['links create', { order: 'x' }, '--order is not JSON.'],
  ])('readCall rejects %s with %j', async (path, flags, message) => {
    await expect(read(path, flags)).rejects.toThrow(message)
  })
})
