import type { ReadinessCheck } from './readinessCheck.ts'

/** The administrator of a payment contract paused it, so payments through that contract wait. */
export const contractPaused: ReadinessCheck = {
  name: 'contract_paused',
  level: 'warning',
  run: ({ context: { config, contracts } }) =>
    config.networks.flatMap(({ network: { id } }) => {
      const paused = contracts?.found(id)?.paused ?? []
      if (paused.length === 0) return []
      const message = `${paused.join(', ')} is paused on ${id}: recurring payouts wait until its administrator unpauses it.`
      return [{ network: id, message }]
    }),
}
