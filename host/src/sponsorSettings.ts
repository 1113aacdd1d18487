import { z } from 'zod'
import { list, setting, wholeNumber } from './settingForms.ts'

const HOURLY = wholeNumber(0, 1_000_000)
/** A payment uses about 130,000 gas; some tokens use far more. */
const GAS = wholeNumber(100_000, 30_000_000).transform(BigInt)

/** The settings of payments that payers sign and the relayer sends. */
export const sponsorSettings = z.object({
  /** The ids of the networks on which the relayer pays payers' gas. */
  networks: setting('PAY_SPONSOR_NETWORKS', '', list).describe(
    'Networks on which the account of PAY_RELAYER_PRIVATE_KEY sends payments that payers sign, and pays the gas; ids, comma separated. Each needs ERC20SignedPayment, see docs/guides/sponsored-payments.md. PAY_RELAY_FOR names the merchants. Default: none.',
  ),
  /** The maximum gas of one payment. */
  maxGas: setting('PAY_SPONSOR_MAX_GAS', '400000', GAS).describe(
    'Maximum gas of a payment that the relayer sends for a payer. The service declines payments that need more.',
  ),
  hourlyTotal: setting('PAY_SPONSOR_HOURLY_TOTAL', '600', HOURLY).describe(
    'Maximum number of signed payments per hour for all merchants together.',
  ),
  hourly: setting('PAY_SPONSOR_HOURLY', '120', HOURLY).describe(
    'Maximum number of signed payments per hour for one merchant.',
  ),
  hourlyOfClientId: setting('PAY_SPONSOR_HOURLY_CLIENT_ID', '60', HOURLY).describe(
    'Maximum number of signed payments per hour for payments that one client ID created, because client IDs are public.',
  ),
  hourlyOfPayer: setting('PAY_SPONSOR_HOURLY_PAYER', '6', HOURLY).describe(
    'Maximum number of signed payments per hour for one payer’s wallet.',
  ),
})
