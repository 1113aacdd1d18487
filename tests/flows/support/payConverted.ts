import { getCurrency } from '@secure-payment/core/networks'
import { type PaymentTerms, ways } from '@secure-payment/core/ways'
import { type Hex, parseAbi } from 'viem'
import type { Row } from '../../../host/src/db/schema.ts'
import { parsePlan } from '../../../host/src/requests/requestPlan.ts'
import { payerState, sendSteps } from './send.ts'
import type { World } from './startWorld.ts'

/** A payer's differences from an exact conversion. */
export type ConvertOptions = {
  /** Index of the paying account; 1 by default. */
  payer?: number
  /** Units of the invoice currency. */
  units?: bigint
  /** The currency to convert from, if it is not the invoice currency. */
  from?: string
  /** Converts along these currencies, by their hashes, instead of the request's path. */
  path?: readonly string[]
  maxRateTimespanS?: bigint
  /** The contract to call instead of the registry's contract. */
  proxy?: string
}

/** Pays one request through its conversion proxy, as a wallet does; returns the mined payment's hash. */
export async function payConverted(
  world: World,
  request: Row<'requests'>,
  options: ConvertOptions = {},
): Promise<Hex> {
  const terms = await conversionTerms(world, request, options)
  const { payer = 1, proxy } = options
  const { contracts } = world.network
  const network =
    proxy === undefined
      ? world.network
      : {
          ...world.network,
          contracts: {
            ...contracts,
            Erc20ConversionProxy: { address: proxy, version: '0', creationBlock: 0 },
          },
        }
  return sendSteps(world, payer, ways.converted.steps(network, terms, payerState(world, payer)))
}

/** Three per cent above the current cost: contracts return the unused rest. */
const HEADROOM_BPS = 300n

/** Returns the payment terms of a request in another currency, at the current rate. */
export async function conversionTerms(
  world: World,
  request: Row<'requests'>,
  options: ConvertOptions = {},
): Promise<PaymentTerms> {
  const path = options.path ?? pathOf(request, options.from)
  const amountUnits = options.units ?? BigInt(request.expected_units)
  const feeUnits = BigInt(request.fee_units)
  const spent = await convertOnChain(world, amountUnits + feeUnits, path)
  return {
    network: request.network,
    token: request.token_address,
    payee: request.payee,
    amountUnits,
    paymentReference: `0x${request.payment_reference.slice(2)}`,
    feeUnits,
    feeAddress: request.fee_address,
    conversion: {
      path,
      maxToSpendUnits: spent + (spent * HEADROOM_BPS) / 10_000n + 1n,
      maxRateTimespanS: options.maxRateTimespanS ?? BigInt(request.max_rate_age_s ?? 0),
    },
  }
}

/** Returns the deployed contract's own conversion of an amount to the last currency of a path. */
export async function convertOnChain(
  world: World,
  units: bigint,
  path: readonly string[],
): Promise<bigint> {
  const [converted] = await world.chains.client(world.network.id).readContract({
    address: world.chains.contract(world.network.id, 'ChainlinkConversionPath'),
    abi: parseAbi([
      'function getConversion(uint256 amountIn, address[] path) view returns (uint256 result, uint256 oldestRateTimestamp)',
    ]),
    functionName: 'getConversion',
    args: [units, path.map((currency): Hex => `0x${currency.slice(2)}`)],
  })
  return converted
}

/** Returns a request's path, or the path from another currency through the dollar. */
export function pathOf(request: Row<'requests'>, from?: string): readonly string[] {
  const plan = parsePlan(request)
  const path = plan.way === 'converted' ? plan.path : []
  if (from === undefined) return path
  return [getCurrency(from).currency.hash, ...path]
}
