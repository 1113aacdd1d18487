import { expect, it } from 'vitest'
import { startTestHost } from '../support/testHost.ts'

const KEY = 'the first key of this database, kept'
const OTHER = 'another key of as many characters or'

it('A host with a changed PAY_ENCRYPTION_KEY does not start', async () => {
  await using test = await startTestHost({ PAY_ENCRYPTION_KEY: KEY })
  for (const key of [OTHER, '']) {
    await expect(test.startNeighbour({ PAY_ENCRYPTION_KEY: key })).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringContaining('PAY_ENCRYPTION_KEY is not the key'),
    })
  }
  const settings = await test.host.context.db.kysely.selectFrom('settings').select('name').execute()
  expect(settings).not.toContainEqual({ name: 'encryption_key' })
  await using neighbour = await test.startNeighbour()
  expect((await neighbour.call('GET', '/v1/webhook')).status).toBe(200)
})

it('A key that is set after the first start must be the key that the first host generated', async () => {
  await using test = await startTestHost()
  await expect(test.startNeighbour({ PAY_ENCRYPTION_KEY: KEY })).rejects.toMatchObject({
    code: 'invalid_configuration',
  })
  const { value } = await test.host.context.db.kysely
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'encryption_key')
    .executeTakeFirstOrThrow()
  await using neighbour = await test.startNeighbour({ PAY_ENCRYPTION_KEY: value })
  expect((await neighbour.call('GET', '/v1/webhook')).status).toBe(200)
})
