import { bloomOf, type MockBlock, type MockChain } from '../flows/support/mockChain.ts'
import type { Random } from '../flows/support/random.ts'

/**
 * Returns the chain as a lying node shows it: some later blocks repeat payments, as if the payers had paid again.
 */
export function createLyingChain(
  chain: MockChain,
  lies: { isLying: boolean },
  random: Random,
): MockChain {
  const forged = new Map<string, MockBlock>()
  const forge = (block: MockBlock, at: number): MockBlock => {
    const known = forged.get(block.hash)
    if (known !== undefined) return known
    const source = chain.blocks
      .slice(Math.max(0, at - 10), at)
      .flatMap(({ transactions }) => transactions)
    const [copied] = source
    if (copied === undefined || !random.chance(0.5)) return block
    const transactions = [...block.transactions, { ...copied, hash: random.hex(32) }]
    const logsBloom = bloomOf(transactions.flatMap(({ logs }) => logs))
    const made = { ...block, transactions, logsBloom }
    forged.set(block.hash, made)
    return made
  }
  return {
    ...chain,
    get blocks() {
      if (!lies.isLying) return chain.blocks
      const from = Math.max(0, chain.blocks.length - 12)
      return chain.blocks.map((block, at) => (at < from ? block : forge(block, at)))
    },
  }
}
