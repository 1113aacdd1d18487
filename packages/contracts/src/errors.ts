import { BaseError } from '@secure-payment/core'

/** The command line or the environment lacks a required value or contains an invalid value. */
export class DeployFlagError extends BaseError {
  readonly code = 'invalid_flag'
  readonly kind = 'invalid'

  constructor(facts: { flag: string; problem: string; hint?: string }) {
    super(`${facts.flag} ${facts.problem}.`, { field: facts.flag, hint: facts.hint })
  }
}

/** The node did not respond. */
export class NodeUnreachableError extends BaseError {
  readonly code = 'node_unreachable'
  readonly kind = 'unavailable'

  constructor(facts: { problem: string; cause?: unknown }) {
    super(`The --rpc node did not respond: ${facts.problem}.`, {
      hint: 'Check the URL; nothing was deployed.',
      retryable: true,
      cause: facts.cause,
    })
  }
}

/** The node serves a chain other than the network's. */
export class WrongChainError extends BaseError {
  readonly code = 'wrong_chain'
  readonly kind = 'invalid'

  constructor(facts: { network: string; expected: number; actual: number }) {
    super(
      `The --rpc node serves chain ${facts.actual}; ${facts.network} is chain ${facts.expected}.`,
      { hint: 'Use a node of that network; nothing was deployed.' },
    )
  }
}

/** There is no ERC20FeeProxy to pay through. */
export class NoFeeProxyError extends BaseError {
  readonly code = 'no_fee_proxy'
  readonly kind = 'invalid'

  constructor(facts: { network: string; address: string | null }) {
    const what =
      facts.address === null
        ? `The registry has no ERC20FeeProxy for ${facts.network}`
        : `There is no contract at ${facts.address}, the address of the ERC20FeeProxy on ${facts.network}`
    super(`${what}.`, { hint: 'Pass its address with --fee-proxy; nothing was deployed.' })
  }
}

/** There is no Permit2 at the given or registered address. */
export class NoPermit2Error extends BaseError {
  readonly code = 'no_permit2'
  readonly kind = 'invalid'

  constructor(facts: { network: string; address: string }) {
    super(`There is no contract at ${facts.address}, the address of Permit2 on ${facts.network}.`, {
      hint: 'Pass its address with --permit2, or "none"; nothing was deployed.',
    })
  }
}

/** The relayer is a contract, which cannot send transactions. */
export class RelayerIsContractError extends BaseError {
  readonly code = 'relayer_is_contract'
  readonly kind = 'invalid'

  constructor(facts: { address: string; network: string }) {
    super(`The relayer ${facts.address} is a contract on ${facts.network}.`, {
      hint: 'Pass the address of the key in PAY_RELAYER_PRIVATE_KEY; nothing was deployed.',
    })
  }
}

/** The deployer's coins do not cover the gas. */
export class NotEnoughGasError extends BaseError {
  readonly code = 'not_enough_gas'
  readonly kind = 'invalid'

  constructor(facts: { deployer: string; needed: string; held: string; symbol: string }) {
    super(
      `The deployer ${facts.deployer} has ${facts.held} ${facts.symbol}; deploying may cost ${facts.needed} ${facts.symbol}.`,
      { hint: 'Send it coins; nothing was deployed.' },
    )
  }
}

/** The chain rejected the contract, or the deployed contract returns unexpected values. */
export class DeploymentFailedError extends BaseError {
  readonly code = 'deployment_failed'
  readonly kind = 'internal'

  constructor(facts: { problem: string; transaction?: string; cause?: unknown }) {
    const where = facts.transaction === undefined ? '' : ` (transaction ${facts.transaction})`
    super(`Deploying failed: ${facts.problem}${where}.`, { cause: facts.cause })
  }
}
