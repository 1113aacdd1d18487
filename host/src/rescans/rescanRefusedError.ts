import { BaseError } from '@secure-payment/core'

/** The reasons why blocks cannot be read again, and the remedies. */
const REFUSALS = {
  not_served: ['is not served by this host', 'Name a network of PAY_NETWORKS.'],
  no_block: ['needs the number of its first block', 'Write the number in decimal digits.'],
  not_recorded: [
    'has no recorded block from that one on',
    'Name an earlier block: the watcher reads the blocks after the recorded ones.',
  ],
  running: [
    'is already being rescanned',
    'Wait until that rescan has ended; after a crash, 15 seconds.',
  ],
} as const

/** The blocks of a network cannot be read again. */
export class RescanRefusedError extends BaseError {
  readonly code = 'rescan_refused'
  readonly kind = 'conflict'
  readonly reason: keyof typeof REFUSALS

  constructor(facts: { network: string; reason: keyof typeof REFUSALS }) {
    const [what, hint] = REFUSALS[facts.reason]
    super(`The network ${JSON.stringify(facts.network)} ${what}.`, { hint })
    this.reason = facts.reason
  }
}
