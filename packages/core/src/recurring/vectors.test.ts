import { keccak256, stringToBytes } from 'viem'
import { describe, expect, test } from 'vitest'
import vectors from '../../vectors/recurring-trigger.json' with { type: 'json' }
import { hashPermitStruct } from './hashPermit.ts'
import {
  decodeTriggerPayment,
  encodeTriggerPayment,
  hashPermit,
  SCHEDULE_PERMIT_TYPEHASH,
  type SchedulePermit,
} from './index.ts'

type Vector = (typeof vectors)[number]

const hex = (text: string) => text as `0x${string}`
const low = (text: string) => text.toLowerCase()

function permitOf({ input: { permit } }: Vector): SchedulePermit {
  return {
    ...permit,
    amount: BigInt(permit.amount),
    feeAmount: BigInt(permit.feeAmount),
    relayerFee: BigInt(permit.relayerFee),
    nonce: hex(`0x${BigInt(permit.nonce).toString(16).padStart(64, '0')}`),
    deadline: BigInt(permit.deadline),
  }
}

test('the type hash equals that of the deployed contracts and of their declared type', () => {
  expect(SCHEDULE_PERMIT_TYPEHASH).toBe(
    '0x3e691a1c66178d267f01c56f85dc2647a09aabeafc8f5c5d40d6021b0b2a6d03',
  )
  const type =
    'SchedulePermit(address subscriber,address token,address recipient,address feeAddress,uint128 amount,uint128 feeAmount,uint128 relayerFee,uint32 periodSeconds,uint32 firstPayment,uint8 totalPayments,uint256 nonce,uint256 deadline,bool strictOrder)'
  expect(keccak256(stringToBytes(type))).toBe(SCHEDULE_PERMIT_TYPEHASH)
})

describe.each(vectors)('recurring vector on $network: payment $input.paymentIndex', (vector) => {
  const { input } = vector
  const trigger = {
    permit: permitOf(vector),
    signature: hex(input.signature),
    index: input.paymentIndex,
    paymentReference: hex(input.paymentReference),
  }

  test('the vector has the recorded struct hash and digest', () => {
    const { chainId, verifyingContract: contract } = input.domain
    expect(hashPermitStruct(trigger.permit)).toBe(input.structHash)
    expect(hashPermit(trigger.permit, { chainId, contract })).toBe(input.digest)
  })

  test('the vector encodes to the recorded calldata', () => {
    expect(encodeTriggerPayment(trigger)).toBe(vector.data)
  })

  test('the vector decodes from the recorded calldata', () => {
    const { permit } = trigger
    expect(decodeTriggerPayment(hex(vector.data))).toEqual({
      ...trigger,
      permit: {
        ...permit,
        subscriber: low(permit.subscriber),
        token: low(permit.token),
        recipient: low(permit.recipient),
        feeAddress: low(permit.feeAddress),
      },
    })
  })
})
