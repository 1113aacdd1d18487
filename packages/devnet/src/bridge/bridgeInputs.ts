import { type Address, getAddress, type Hex, isAddress, isHex } from 'viem'
import { z } from 'zod'
import { validationError } from './lifiError.ts'
import { bridgeModes } from './switches.ts'

/** A chain by its id. LI.FI's keys such as `ETH` are not supported. */
const chainId = z.coerce.number().int().positive()
const address = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), 'must be an address')
  .transform((text): Address => getAddress(text.toLowerCase()))
const hex = z
  .string()
  .refine((text) => isHex(text) && text.length % 2 === 0, 'must be hexadecimal bytes')
  .transform((text): Hex => `0x${text.slice(2)}`)
/** Base units: 60 digits exceed any token's supply, and the amount with a fee still fits in 256 bits. */
const units = z
  .string()
  .regex(/^[1-9]\d{0,59}$/, 'must be a whole number above 0')
  .transform(BigInt)
const gas = z
  .string()
  .regex(/^\d{1,12}$/, 'must be a whole number')
  .transform(BigInt)
const slippage = z.coerce.number().min(0).max(1).default(0.005)
const integrator = z.string().default('lifi-api')
/** Comma-separated in a query. */
const bridges = z.union([z.string().transform((text) => text.split(',')), z.array(z.string())])

const contractCall = z.object({
  fromAmount: units,
  fromTokenAddress: address,
  toContractAddress: address,
  toApprovalAddress: address.optional(),
  toContractCallData: hex,
  toContractGasLimit: gas,
})

/**
 * Body of `POST /v1/quote/contractCalls`, with the fields that payments use: the amount to deliver, and one call that receives all of it.
 */
export const contractCallsBody = z.object({
  fromChain: chainId,
  fromToken: address,
  fromAddress: address,
  toChain: chainId,
  toToken: address,
  toAmount: units,
  toFallbackAddress: address.optional(),
  contractCalls: z.array(contractCall).length(1),
  allowBridges: bridges.optional(),
  slippage,
  integrator,
})

/** Query for `GET /v1/quote/toAmount`. */
export const toAmountQuery = z.object({
  fromChain: chainId,
  fromToken: address,
  fromAddress: address,
  toChain: chainId,
  toToken: address,
  toAddress: address.optional(),
  toAmount: units,
  allowBridges: bridges.optional(),
  slippage,
  integrator,
})

/** Body of `POST /v1/advanced/routes`. */
export const routesBody = z.object({
  fromChainId: chainId,
  fromTokenAddress: address,
  fromAddress: address.optional(),
  fromAmount: units,
  toChainId: chainId,
  toTokenAddress: address,
  toAddress: address.optional(),
  options: z
    .object({
      integrator,
      slippage,
      bridges: z.object({ allow: z.array(z.string()).optional() }).optional(),
    })
    .default({ integrator: 'lifi-api', slippage: 0.005 }),
})

/** Query for `GET /v1/status`. The hash may come from either side. */
export const statusQuery = z.object({
  txHash: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'must be a transaction hash')
    .transform((text): Hex => `0x${text.slice(2).toLowerCase()}`),
  bridge: z.string().optional(),
  fromChain: chainId.optional(),
  toChain: chainId.optional(),
})

/** Body of `PUT /switches`: the mode, and the other switches to change. */
export const switchesBody = z.strictObject({
  mode: z.enum(bridgeModes),
  deliver: z.enum(['less', 'other_token']).optional(),
  durationS: z.number().min(0).max(600).optional(),
})

/** Parses an input. Throws LiFiError with status 400, which names the first invalid field. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw validationError(`/${issue?.path.join('/') ?? ''} ${issue?.message ?? 'is invalid'}`)
}
