import { PAYMENT_TOPICS, TOPICS } from '@secure-payment/core/evm'
import { getNetwork, networks } from '@secure-payment/core/networks'
import { expect, test } from 'vitest'
import { paymentFilter } from './paymentFilter.ts'

test('paymentFilter watches every known version of the fee and the conversion proxies', () => {
  // The published deployments list two versions of each conversion proxy and of the native fee proxy on mainnet.
  expect(paymentFilter(getNetwork('mainnet')).addresses).toEqual(
    expect.arrayContaining([
      '0x370de27fdb7d1ff1e1baa7d11c5820a324cf623c',
      '0xe72ecea44b6d8b2b3cf5171214d9730e86213ca2',
      '0x1550a8c4f4e5afc67ea07e8ac590fdcadb4bbfb1',
      '0x7ebf48a26253810629c191b56c3212fd0d211c26',
      '0xca3353a15fcb5c83a1ff64bff055781ac5c4d2f4',
    ]),
  )
})

test('paymentFilter includes the conversion event and the payment events in one filter', () => {
  const { topics } = paymentFilter(getNetwork('devnet'))
  expect(topics).toEqual(PAYMENT_TOPICS)
  expect(topics).toContain(TOPICS.conversion)
})

test.each(networks.map((network) => [network.id, network] as const))(
  'paymentFilter includes each contract of %s once, in lower case',
  (_, network) => {
    const { addresses } = paymentFilter(network)
    expect(addresses).toEqual([...new Set(addresses.map((address) => address.toLowerCase()))])
    expect(addresses.length).toBeGreaterThan(0)
  },
)
