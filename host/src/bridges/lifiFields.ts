import { checksumAddress, isEvmAddress } from '@secure-payment/core/evm'
import type { Hex } from 'viem'
import { z } from 'zod'
import { firstInvalidPath } from '../outgoing/firstInvalidPath.ts'

/** The calldata of any payment is far shorter than this. */
const MAX_DATA_LENGTH = 2 + 2 * 32 * 1024
const MAX_UINT256 = 2n ** 256n - 1n

/** An EVM address, returned with its EIP-55 checksum. */
export const addressField = z
  .string()
  .refine(isEvmAddress)
  .transform((text) => checksumAddress(text))

/** Base units, as decimal text. */
export const unitsField = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt)
  .refine((units) => units <= MAX_UINT256)

/** Native base units: hexadecimal or decimal text, or a whole number; LI.FI's JSON contains all three. */
export const valueField = z
  .union([z.string().regex(/^(?:0x[0-9a-fA-F]{1,64}|\d{1,78})$/), z.int().min(0)])
  .transform(BigInt)

/** Calldata with a selector. */
export const dataField = z
  .string()
  .max(MAX_DATA_LENGTH)
  .regex(/^0x(?:[0-9a-fA-F]{2}){4,}$/)
  .transform((text): Hex => `0x${text.slice(2)}`)

/** A transaction hash, in lower case. */
export const hashField = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text): Hex => `0x${text.slice(2).toLowerCase()}`)

export const chainIdField = z.int().positive()

/** Returns the path of a response's first invalid member. */
export function firstIssue(error: z.ZodError): string {
  const path = firstInvalidPath(error)
  return path === '' ? 'not as documented' : `at ${path}`
}
