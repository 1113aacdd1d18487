import { batch } from './batch.ts'
import { bridged } from './bridged.ts'
import { requestWays } from './requestWays.ts'

/** Every way to pay. */
export const ways = { ...requestWays, batch, bridged } as const
