import { type Address, keccak256, stringToBytes } from 'viem'
import { z } from 'zod'
import { estimateGas, hasCode, tryCall } from './anvilChain.ts'
import { blockId, blockReference } from './blockId.ts'
import { EXPIRATION_MS } from './chainParameters.ts'
import { describeTransaction, sealCall, type TronCall } from './packTransaction.ts'
import { readAddress } from './tronAddress.ts'
import { readHead, type TronNodeState, timeOf } from './tronNodeState.ts'
import { TronRequestError } from './tronRequestError.ts'

/** The EVM's base charge per transaction; the bytes of its data cost extra. */
const TRANSACTION_GAS = 21_000

const triggerBody = z.object({
  contract_address: z.string(),
  owner_address: z.string(),
  function_selector: z.string().optional(),
  parameter: z
    .string()
    .regex(/^(0x)?([0-9a-fA-F]{2})*$/)
    .default(''),
  data: z
    .string()
    .regex(/^(0x)?([0-9a-fA-F]{2})*$/)
    .default(''),
  call_value: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  fee_limit: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  Permission_id: z.number().int().min(0).default(0),
})

/** Handles `/wallet/triggersmartcontract`: returns the unsigned transaction for a call, built on the newest block. */
export function triggerSmartContract(
  state: TronNodeState,
  body: unknown,
  visible: boolean,
): Promise<object> {
  return orFailure(visible, async () => {
    const call = await buildCall(state, body, visible)
    return { result: { result: true }, transaction: describeTransaction(call, visible) }
  })
}

/** Handles `/wallet/triggerconstantcontract`: returns a call's result, and its energy. */
export function triggerConstantContract(
  state: TronNodeState,
  body: unknown,
  visible: boolean,
): Promise<object> {
  return orFailure(visible, async () => {
    const call = await buildCall(state, body, visible)
    const { isReverted, data } = await tryCall(state.anvilUrl, toEvm(call))
    const message = isReverted ? { message: text('REVERT opcode executed', visible) } : {}
    const energy = isReverted ? null : await estimateEnergyOf(state, call)
    return {
      result: { result: true, ...message },
      ...(energy === null || energy === 0 ? {} : { energy_used: energy }),
      constant_result: [data.slice(2)],
      transaction: {
        ret: [isReverted ? { ret: 'FAILED' } : {}],
        ...describeTransaction(call, visible),
      },
    }
  })
}

/** Handles `/wallet/estimateenergy`: returns the energy that a call needs. */
export function estimateEnergy(
  state: TronNodeState,
  body: unknown,
  visible: boolean,
): Promise<object> {
  return orFailure(visible, async () => {
    const energy = await estimateEnergyOf(state, await buildCall(state, body, visible))
    if (energy !== null) return { result: { result: true }, energy_required: energy }
    const message = text('REVERT opcode executed', visible)
    return { result: { code: 'CONTRACT_EXE_ERROR', message } }
  })
}

/**
 * Returns the energy that a call needs, or null if it fails. Energy is the call's gas, without the EVM's charge for a transaction and its
 * bytes.
 */
export async function estimateEnergyOf(
  { anvilUrl }: Pick<TronNodeState, 'anvilUrl'>,
  call: Pick<TronCall, 'owner' | 'contract' | 'data' | 'callValueSun'>,
): Promise<number | null> {
  const gas = await estimateGas(anvilUrl, toEvm(call))
  if (gas === null) return null
  const bytes = Buffer.from(call.data.slice(2), 'hex')
  const dataGas = bytes.reduce((sum, byte) => sum + (byte === 0 ? 4 : 16), 0)
  return Math.max(0, Number(gas) - TRANSACTION_GAS - dataGas)
}

/** The contract does not exist. */
class NotAContractError extends Error {
  override readonly name = 'NotAContractError'
}

async function buildCall(state: TronNodeState, body: unknown, visible: boolean): Promise<TronCall> {
  const { data: input, error } = triggerBody.safeParse(body)
  if (error) {
    const [issue] = error.issues
    const field = issue?.path.join('.') ?? 'body'
    const isMissing = issue?.message.endsWith('received undefined') ?? false
    throw new TronRequestError({
      javaClass: 'java.security.InvalidParameterException',
      problem: `${field} ${isMissing ? "isn't set." : 'is invalid.'}`,
    })
  }
  const contract = readAddress(input.contract_address, visible)
  if (!(await hasCode(state.anvilUrl, contract))) {
    throw new NotAContractError('Smart contract is not exist.')
  }
  const head = await readHead(state)
  const reference = blockReference(blockId(head.number, head.hash))
  return sealCall({
    owner: readAddress(input.owner_address, visible),
    contract,
    data: encodeData(input),
    callValueSun: BigInt(input.call_value),
    feeLimitSun: BigInt(input.fee_limit),
    refBlockBytes: reference.ref_block_bytes,
    refBlockHash: reference.ref_block_hash,
    expirationMs: timeOf(head) + EXPIRATION_MS,
    timestampMs: timeOf(head),
    permissionId: input.Permission_id,
    memo: '',
    signatures: [],
  })
}

/** Encodes a call's data. The selector with its parameter has priority over the data, as in java-tron. */
function encodeData({
  function_selector: signature = '',
  parameter,
  data,
}: z.infer<typeof triggerBody>): `0x${string}` {
  if (signature === '') return `0x${data.replace(/^0x/, '').toLowerCase()}`
  const selector = keccak256(stringToBytes(signature)).slice(2, 10)
  return `0x${selector}${parameter.replace(/^0x/, '').toLowerCase()}`
}

function toEvm(call: Pick<TronCall, 'owner' | 'contract' | 'data' | 'callValueSun'>) {
  const from: Address = call.owner
  return { from, to: call.contract, data: call.data, value: call.callValueSun }
}

/** Runs a call, and returns an error of the request in `result`. */
async function orFailure(visible: boolean, answer: () => Promise<object>): Promise<object> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof NotAContractError) {
      const message = text(error.message, visible)
      return { result: { code: 'CONTRACT_VALIDATE_ERROR', message } }
    }
    if (!(error instanceof TronRequestError)) throw error
    return { result: { code: 'OTHER_ERROR', message: text(error.text, visible) } }
  }
}

/** Messages are bytes: hex, or text if the caller set `visible`. */
function text(message: string, visible: boolean): string {
  return visible ? message : Buffer.from(message).toString('hex')
}
