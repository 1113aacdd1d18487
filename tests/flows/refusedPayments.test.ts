import { describe, expect, it } from 'vitest'
import { TENANT_ID } from './support/createRequests.ts'
import { type MockWorld, startMockWorld } from './support/startMockWorld.ts'

const MADE_UP = `0x${'cd'.repeat(20)}`
const STRANGER = `0x${'57'.repeat(20)}`
/** The documented maximum for each kind of payment, per merchant and hour. */
const MOST = 50

async function countKept(world: MockWorld, isNotable: 0 | 1): Promise<number> {
  const rows = await world.context.db.kysely
    .selectFrom('unmatched_payments')
    .select('id')
    .where('tenant_id', '=', TENANT_ID)
    .where('is_notable', '=', isNotable)
    .execute()
  return rows.length
}

describe('Payments with a known reference that do not count', () => {
  it('payments with a known reference that do not count are stored up to a bound per merchant and hour, regardless of request and payee', async () => {
    await using world = await startMockWorld()
    const requests = [await world.createRequest(), await world.createRequest()]
    world.mine()
    await world.poll()
    const flood = (count: number) =>
      world.mine(
        requests.flatMap((request) =>
          Array.from({ length: count }, (_, index) =>
            world.payment(request, undefined, {
              token: MADE_UP,
              ...(index % 2 === 0 && { payee: STRANGER }),
            }),
          ),
        ),
      )
    const settle = async () => {
      world.mine()
      world.mine()
      expect(await world.poll(2)).toBeNull()
    }
    flood(20)
    await settle()
    expect(await countKept(world, 0)).toBe(40)
    flood(40)
    await settle()
    expect(await countKept(world, 0)).toBe(MOST)
    flood(40)
    await settle()
    expect(await countKept(world, 0)).toBe(MOST)
    // Transfers of a listed token to the merchant have a separate bound, and the request can still be paid.
    const [request] = requests
    if (request === undefined) throw new Error('nothing was created')
    world.mine([world.payment(request)])
    await settle()
    expect((await world.request(request.id)).status).toBe('paid')
    await world.tick(3_600_000)
    flood(10)
    await settle()
    expect(await countKept(world, 0)).toBe(MOST + 20)
  })
})
