import { BaseError } from '@secure-payment/core'

/** A chain's binary is not installed for this machine. */
export class AnvilMissingError extends BaseError {
  readonly code = 'anvil_missing'
  readonly kind = 'unavailable'

  constructor(facts: { platform: string; arch: string; cause?: unknown }) {
    super(`No anvil binary is installed for ${facts.platform} ${facts.arch}.`, {
      hint: 'Run "npm install" again without "--omit=optional".',
      cause: facts.cause,
    })
  }
}

/** A process that the devnet needs exited or stayed silent before it was ready. */
export class StartError extends BaseError {
  readonly code = 'start_failed'
  readonly kind = 'unavailable'

  constructor(facts: { what: string; problem: string; output?: string; cause?: unknown }) {
    const output = facts.output?.trim() ?? ''
    super(`${facts.what} ${facts.problem}.${output === '' ? '' : `\n${output}`}`, {
      cause: facts.cause,
    })
  }
}

/** A chain for this network cannot run here. */
export class UnsupportedNetworkError extends BaseError {
  readonly code = 'unsupported_network'
  readonly kind = 'invalid'

  constructor(facts: { network: string; reason: string; hint: string }) {
    super(`Network ${facts.network} cannot run here: ${facts.reason}.`, { hint: facts.hint })
  }
}

/** The devnet does not have the requested name: a network that was not started, a token or a contract. */
export class NotOnDevnetError extends BaseError {
  readonly code = 'not_on_devnet'
  readonly kind = 'invalid'

  constructor(facts: { what: string; name: string; known: readonly string[] }) {
    super(`There is no ${facts.what} "${facts.name}".`, {
      hint: `Use one of: ${facts.known.join(', ')}.`,
    })
  }
}

/** A node responded to a JSON-RPC call with an error or without valid JSON-RPC. */
export class RpcError extends BaseError {
  readonly code = 'rpc_error'
  readonly kind = 'unavailable'

  constructor(facts: { url: string; method: string; problem: string; cause?: unknown }) {
    super(`${facts.method} at ${facts.url} failed: ${facts.problem}.`, { cause: facts.cause })
  }
}

/** A chain's set-up failed: a contract could not be constructed or a set-up call reverted. */
export class ChainSetupError extends BaseError {
  readonly code = 'chain_setup_failed'
  readonly kind = 'internal'

  constructor(facts: { network: string; what: string; problem: string }) {
    super(`${facts.what} on ${facts.network}: ${facts.problem}.`)
  }
}

/** The chain's node cannot keep the requested block time. */
export class BlockTimeError extends BaseError {
  readonly code = 'invalid_block_time'
  readonly kind = 'invalid'

  constructor(facts: { blockTimeMs: number }) {
    super(`A running chain cannot mine a block every ${facts.blockTimeMs} ms.`, {
      hint: 'Use whole seconds in milliseconds, or 0 for one block per transaction.',
    })
  }
}

/** A test or a script waited longer than its timeout. */
export class WaitTimeoutError extends BaseError {
  readonly code = 'wait_timeout'
  readonly kind = 'unavailable'

  constructor(facts: { what: string; timeoutMs: number; seen?: number }) {
    const seen = facts.seen === undefined ? '' : ` (${facts.seen} came)`
    super(`No ${facts.what} arrived within ${facts.timeoutMs} ms${seen}.`)
  }
}

/** The caller tried to kill a host that runs in the caller's own process. */
export class NotAProcessError extends BaseError {
  readonly code = 'not_a_process'
  readonly kind = 'invalid'

  constructor() {
    super('This host runs in the same process and cannot be killed.', {
      hint: "Start the devnet with host: 'process'.",
    })
  }
}
