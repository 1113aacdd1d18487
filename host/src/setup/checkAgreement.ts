import { createChainClients } from '../chains/createChainClients.ts'
import type { NetworkConfig } from '../config.ts'
import { variableSuffix } from '../networkSettings.ts'
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts'

/** Checks that a network's nodes agree on a block that is deep enough for all of them to have it. Returns nothing for a single node. */
export async function checkAgreement(settings: NetworkConfig): Promise<Finding[]> {
  const { network, finality, rpcUrls } = settings
  if (rpcUrls.length < 2) return []
  const check = `network ${network.id}`
  const setting = `PAY_RPC_URL_${variableSuffix(network.id)}`
  await using chains = createChainClients([settings])
  const chain = chains.get(network.id)
  try {
    const head = await chain.getAgreedHead(undefined, finality)
    if (head === null) {
      return [
        fail(
          check,
          'Too few nodes respond, so no payment counts.',
          `Check the nodes of ${setting}.`,
        ),
      ]
    }
    const depth = BigInt(finality.depth)
    const height = head.latest.number > depth ? head.latest.number - depth : 0n
    const blocks = await chain.getBlockEverywhere(height)
    const hashes = new Set(blocks.flatMap((block) => (block === null ? [] : [block.hash])))
    if (hashes.size > 1) {
      return [
        fail(
          check,
          `The nodes have ${hashes.size} different blocks at height ${height}, so payments wait.`,
          `Compare them with a block explorer, and remove the wrong node from ${setting}.`,
        ),
      ]
    }
    const absent = blocks.filter((block) => block === null).length
    if (absent === 0) return [ok(check, `All ${blocks.length} nodes agree on block ${height}.`)]
    return [
      warn(
        check,
        `${absent} of ${blocks.length} nodes do not have block ${height}.`,
        `Check the nodes of ${setting} that lag or do not respond.`,
      ),
    ]
  } catch (error) {
    return [fail(check, reasonOf(error), `Check the nodes of ${setting}.`)]
  }
}
