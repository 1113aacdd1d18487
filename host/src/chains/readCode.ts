import type { Ask } from './createAsk.ts'
import { parseBytes } from './wire.ts'

/** Reads which addresses have code, in the given order, in one round trip. @throws ChainUnavailableError */
export async function readCode(
  ask: Ask,
  addresses: readonly string[],
): Promise<readonly boolean[]> {
  if (addresses.length === 0) return []
  const calls = addresses.map((address) => ({
    method: 'eth_getCode',
    params: [address, 'latest'],
  }))
  const { answer } = await ask(calls, {
    read: (codes) => codes.map((code) => parseBytes(code, null, 'eth_getCode') !== '0x'),
  })
  return answer
}
