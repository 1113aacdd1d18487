import { z } from 'zod'
import { firstInvalidPath } from '../outgoing/firstInvalidPath.ts'
import { MalformedAnswerError } from './wire.ts'

/**
 * The parts of java-tron's HTTP API responses that the host reads. The API omits every field that is zero or empty, writes bytes as hex
 * without `0x`, and returns `{}` for missing items.
 */

/** A transaction's or block's id. */
const idField = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase())

/** Sun, or units of energy or bandwidth. JSON amounts above 2^53 lose digits, which does not matter here. */
const countField = z
  .number()
  .finite()
  .default(0)
  .transform((count) => BigInt(Math.trunc(count)))

/** `getnowblock`, `getblock`. */
export const blockAnswer = z.object({
  blockID: idField,
  block_header: z.object({
    raw_data: z.object({
      number: countField,
      timestamp: z.int().min(0).default(0),
      parentHash: idField,
    }),
  }),
})

/** `gettransactioninfobyid`: `{}` for a transaction that is not in a block of the requested kind. */
export const transactionInfoAnswer = z
  .object({
    id: idField,
    fee: countField,
    blockNumber: countField,
    result: z.string().optional(),
    receipt: z.object({ result: z.string().optional() }).optional(),
  })
  .or(z.strictObject({}).transform(() => null))

/** `gettransactionbyid`, `gettransactionfrompending`: `{}` for a transaction that the node does not have. */
export const transactionAnswer = z
  .object({
    txID: idField,
    raw_data_hex: z.string().regex(/^(?:[0-9a-fA-F]{2})+$/),
    ret: z.array(z.object({ contractRet: z.string().optional() })).default([]),
  })
  .or(z.strictObject({}).transform(() => null))

/** `getaccount`: `{}` for an account that is not activated. */
export const accountAnswer = z.object({ balance: countField })

/** `getaccountresource`. */
export const resourceAnswer = z.object({
  freeNetLimit: countField,
  freeNetUsed: countField,
  NetLimit: countField,
  NetUsed: countField,
  EnergyLimit: countField,
  EnergyUsed: countField,
})

/** `triggerconstantcontract`; `energy_used` includes the penalty of a busy contract. */
export const constantCallAnswer = z.object({
  result: z.object({ result: z.boolean().optional(), code: z.string().optional() }),
  energy_used: countField,
  transaction: z
    .object({ ret: z.array(z.object({ ret: z.string().optional() })).default([]) })
    .optional(),
})

/** `getchainparameters`. */
export const parametersAnswer = z.object({
  chainParameter: z.array(z.object({ key: z.string(), value: countField })),
})

/** `broadcasttransaction`; `message` is hex. */
export const broadcastAnswer = z.object({
  result: z.boolean().optional(),
  code: z.union([z.string(), z.int()]).optional(),
  message: z.string().optional(),
})

/** Parses a response from the HTTP API; `path` names it. @throws MalformedAnswerError */
export function parseTronAnswer<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  path: string,
): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const where = firstInvalidPath(parsed.error)
  throw new MalformedAnswerError(
    `${path} is not as documented${where === '' ? '' : ` at ${where}`}`,
  )
}
