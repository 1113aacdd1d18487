import { afterAll, beforeAll } from 'vitest'
import { type Shop, startShop } from './support/programs/startShop.ts'
import { testBackend } from './support/programs/testBackend.ts'
import { testClients } from './support/programs/testClients.ts'
import { testPage } from './support/programs/testPage.ts'
import { testReceiver } from './support/programs/testReceiver.ts'
import { testTools } from './support/programs/testTools.ts'

/**
 * Programs that were written for Request Network, only from its documents, run against the devnet. All use one devnet. Each call's body
 * and response must match the published schemas.
 */
let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.[Symbol.asyncDispose]())

testBackend(() => shop)
testPage(() => shop)
testReceiver(() => shop)
testClients(() => shop)
testTools(() => shop)
