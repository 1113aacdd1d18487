#!/usr/bin/env node
/** The entry point of the deploy command: the only file that reads flags and environment, and exits. */
import { BaseError } from '@secure-payment/core'
import { DeployFlagError } from '../errors.ts'
import { deployRecurringProxy } from './deployRecurringProxy.ts'
import { deploySignedPayment } from './deploySignedPayment.ts'
import { parseDeployFlags, type RecurringPlan, type SignedPlan, USAGE } from './parseDeployFlags.ts'
import { settingLine } from './settingLine.ts'

process.exitCode = await run().catch((error: unknown) => {
  console.error(error instanceof BaseError ? error.message : error)
  if (error instanceof DeployFlagError) console.error(`\n${USAGE}`)
  return error instanceof DeployFlagError ? 2 : 1
})

/** Writes only the setting to standard output, so that the operator can append the output to a settings file. */
async function run(): Promise<number> {
  const plan = parseDeployFlags(process.argv.slice(2), process.env)
  if (!plan) {
    console.log(USAGE)
    return 0
  }
  const announce = (transaction: string) => {
    console.error(`Sent ${transaction}; waiting for its block.`)
  }
  await (plan.contract === 'recurring'
    ? deployRecurring(plan, announce)
    : deploySigned(plan, announce))
  return 0
}

async function deployRecurring(
  plan: RecurringPlan,
  announce: (transaction: string) => void,
): Promise<void> {
  const { network, admin, relayer } = plan
  console.error(`Deploying ERC20RecurringPaymentProxy on ${network.id} (${network.chainId}).`)
  const { address, feeProxy } = await deployRecurringProxy(plan, announce)
  console.error(
    `Deployed ${address}: admin ${admin}, relayer ${relayer}, ERC20FeeProxy ${feeProxy}.`,
  )
  if (admin === relayer) {
    console.error(
      'Admin and relayer are the same account: anyone with its key can grant the roles to others.',
    )
  }
  console.error('Send the relayer native coins for gas, and add this setting to the host:')
  console.log(settingLine(network.id, 'ERC20RecurringPaymentProxy', address))
}

async function deploySigned(
  plan: SignedPlan,
  announce: (transaction: string) => void,
): Promise<void> {
  const { network } = plan
  console.error(`Deploying ERC20SignedPayment on ${network.id} (${network.chainId}).`)
  const { address, feeProxy, permit2, transaction } = await deploySignedPayment(plan, announce)
  const verb = transaction === null ? 'Found' : 'Deployed'
  console.error(`${verb} ${address}: ERC20FeeProxy ${feeProxy}, Permit2 ${permit2}.`)
  if (network.contracts.ERC20SignedPayment?.address === address) {
    console.error('The registry has this address, so the host needs no setting for it.')
    return
  }
  console.error(
    'The registry has another address, and payment pages sign only for the one in the registry. For your own pages, add this setting:',
  )
  console.log(settingLine(network.id, 'ERC20SignedPayment', address))
}
