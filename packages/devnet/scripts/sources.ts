import type { Sources } from '../../contracts/scripts/compileContracts.ts'

/**
 * The contracts in this package. Code that must run on every network must not use opcodes that some networks lack, such as PUSH0 (added
 * after London).
 */
export const sources: Sources = {
  folder: new URL('../contracts/', import.meta.url),
  otherEvmVersions: { 'SignatureCheck.sol': 'london' },
}
