import type { ReadinessCheck } from './readinessCheck.ts'

/** A contract that payments go through has no code, so calldata for it would transfer nothing or revert. */
export const contractMissing: ReadinessCheck = {
  name: 'contract_missing',
  level: 'warning',
  run: ({ context: { config, contracts } }) =>
    config.networks.flatMap(({ network: { id } }) => {
      const missing = contracts?.found(id)?.missing ?? []
      if (missing.length === 0) return []
      const message = `There is no code on ${id} at the address of ${missing.join(', ')}: payments through it cannot be made. Check PAY_RPC_URL_* and PAY_CONTRACTS_* of the network.`
      return [{ network: id, message }]
    }),
}
