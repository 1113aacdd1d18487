import {
  type Address,
  concat,
  encodeDeployData,
  getContractAddress,
  type Hex,
  zeroHash,
} from 'viem'
import { signedPaymentArtifact } from './signedPaymentArtifact.ts'

/**
 * The deterministic deployment proxy (github.com/Arachnid/deterministic-deployment-proxy). A call's data is a salt of 32 bytes and a
 * creation code, which the proxy deploys with CREATE2.
 */
export const DEPLOYMENT_PROXY: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** The contracts that an ERC20SignedPayment uses. `permit2` is the zero address where the network has none. */
export type SignedPaymentParts = { feeProxy: Address; permit2: Address }

/** Returns the creation code of ERC20SignedPayment with the constructor's arguments. */
export function signedPaymentCode({ feeProxy, permit2 }: SignedPaymentParts): Hex {
  return encodeDeployData({ ...signedPaymentArtifact, args: [feeProxy, permit2] })
}

/**
 * Returns the address at which any account can deploy ERC20SignedPayment through the deployment proxy. The address is a hash of the
 * creation code with its arguments, so no other code can ever be there.
 */
export function signedPaymentAddress(parts: SignedPaymentParts): Address {
  return getContractAddress({
    opcode: 'CREATE2',
    from: DEPLOYMENT_PROXY,
    salt: SALT,
    bytecode: signedPaymentCode(parts),
  })
}

/** Returns the data with which the deployment proxy deploys the contract. */
export function deploymentData(parts: SignedPaymentParts): Hex {
  return concat([SALT, signedPaymentCode(parts)])
}

/** The salt of every deployment. */
const SALT = zeroHash
