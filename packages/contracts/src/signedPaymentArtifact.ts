import type { Hex } from 'viem'
import artifact from '../artifacts/ERC20SignedPayment.json' with { type: 'json' }
import { signedPaymentAbi } from './signedPaymentAbi.ts'

/**
 * The data to deploy ERC20SignedPayment: `bytecode` is the creation code, for chains that support the Cancun opcodes. The
 * constructor needs the network's ERC20FeeProxy and Permit2. Plain JSON values.
 */
export const signedPaymentArtifact: {
  contractName: string
  source: string
  abi: typeof signedPaymentAbi
  bytecode: Hex
} = {
  contractName: artifact.contractName,
  source: artifact.source,
  abi: signedPaymentAbi,
  bytecode: `0x${artifact.bytecode.slice(2)}`,
}
