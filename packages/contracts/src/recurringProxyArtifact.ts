import type { Hex } from 'viem'
import artifact from '../artifacts/ERC20RecurringPaymentProxy.json' with { type: 'json' }
import { recurringAbi } from './recurringAbi.ts'

/**
 * The data to deploy ERC20RecurringPaymentProxy: `bytecode` is the creation code, for chains that support the Cancun opcodes. The
 * constructor needs the administrator, the relayer and the network's ERC20FeeProxy. Plain JSON values.
 */
export const recurringProxyArtifact: {
  contractName: string
  source: string
  abi: typeof recurringAbi
  bytecode: Hex
} = {
  contractName: artifact.contractName,
  source: artifact.source,
  abi: recurringAbi,
  bytecode: `0x${artifact.bytecode.slice(2)}`,
}
