import { readFileSync } from 'node:fs'
import {
  decodeTriggerPayment,
  encodeCancelPermit,
  encodeHasRelayerRole,
  encodeIsCancelled,
  encodeTriggerPayment,
  hashPermit,
  RELAYER_ROLE,
  SCHEDULE_PERMIT_TYPEHASH,
} from '@secure-payment/core/recurring'
import { type Chains, recurringAbi, startChains } from '@secure-payment/devnet'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Permit, tryTrigger } from './support/permits.ts'

/** A call to the deployed contract, encoded by the contract's own library. */
type Vector = {
  network: string
  input: {
    permit: Omit<Permit, 'amount' | 'feeAmount' | 'relayerFee' | 'nonce' | 'deadline'> &
      Record<'amount' | 'feeAmount' | 'relayerFee' | 'nonce' | 'deadline', string>
    paymentIndex: number
    paymentReference: Hex
    digest: Hex
    signature: Hex
  }
  to: Address
  data: Hex
}

const file = new URL('../../packages/core/vectors/recurring-trigger.json', import.meta.url)
const vectors: Vector[] = JSON.parse(readFileSync(file, 'utf8'))
const networks = [...new Set(vectors.map(({ network }) => network))]

/** A time before any payment under the recorded permits is due. */
const LONG_AGO = 1

let chains: Chains
beforeAll(async () => {
  chains = await startChains({ networks })
})
afterAll(() => chains?.[Symbol.asyncDispose]())

function permitOf({ input: { permit } }: Vector): Permit {
  return {
    ...permit,
    amount: BigInt(permit.amount),
    feeAmount: BigInt(permit.feeAmount),
    relayerFee: BigInt(permit.relayerFee),
    nonce: BigInt(permit.nonce),
    deadline: BigInt(permit.deadline),
  }
}

/** Converts a value to a form that depends on neither the case of addresses nor the notation of numbers. */
const normalize = (value: unknown) => (typeof value === 'string' ? BigInt(value) : value)

/** Returns the contract's rejection of a payment whose signature is valid but whose schedule has not begun. */
function refusalOf({ input: { permit, paymentIndex } }: Vector): { name: string; args: unknown[] } {
  if (permit.strictOrder && paymentIndex > 1) {
    return { name: 'PaymentOutOfOrder', args: [paymentIndex, 1n] }
  }
  const dueAt = permit.firstPayment + (paymentIndex - 1) * permit.periodSeconds
  return { name: 'PaymentNotDue', args: [BigInt(dueAt)] }
}

describe('This project’s contract at the deployed contract’s address', () => {
  it('this project’s contract has the deployed contract’s type hash and role', async () => {
    const address = chains.contract('base', 'ERC20RecurringPaymentProxy')
    const read = (functionName: 'SCHEDULE_PERMIT_TYPEHASH' | 'RELAYER_ROLE') =>
      chains.client('base').readContract({ address, abi: recurringAbi, functionName })
    expect(await read('SCHEDULE_PERMIT_TYPEHASH')).toBe(
      '0x3e691a1c66178d267f01c56f85dc2647a09aabeafc8f5c5d40d6021b0b2a6d03',
    )
    expect(await read('SCHEDULE_PERMIT_TYPEHASH')).toBe(SCHEDULE_PERMIT_TYPEHASH)
    expect(await read('RELAYER_ROLE')).toBe(RELAYER_ROLE)
  })

  it('this project’s contract computes the recorded digest of every recorded permit', async () => {
    expect(vectors.length).toBeGreaterThanOrEqual(25)
    for (const vector of vectors) {
      const digest = await chains.client(vector.network).readContract({
        address: vector.to,
        abi: recurringAbi,
        functionName: 'permitDigest',
        args: [permitOf(vector)],
      })
      expect(digest).toBe(vector.input.digest)
    }
  })

  it('this project’s contract decodes every recorded call and accepts its signature', async () => {
    for (const vector of vectors) {
      const { input, network } = vector
      const args = [
        permitOf(vector),
        input.signature,
        input.paymentIndex,
        input.paymentReference,
      ] as const
      const call = { abi: recurringAbi, functionName: 'triggerRecurringPayment', args } as const
      expect(encodeFunctionData(call)).toBe(vector.data)

      const [permit, signature, index, paymentReference] = args
      const trigger = { permit, signature, index, paymentReference }
      expect(await tryTrigger(chains, { network, trigger, at: LONG_AGO })).toEqual(
        refusalOf(vector),
      )
    }
  })
})

describe('Core’s calls', () => {
  it('core’s calls match the contract’s ABI', () => {
    for (const vector of vectors) {
      const payment = decodeTriggerPayment(vector.data)
      if (!payment) throw new Error('A recorded call was not recognized.')
      const { permit, ...rest } = payment
      expect(encodeTriggerPayment(payment)).toBe(vector.data)
      const expected = permitOf(vector)
      expect(Object.values(permit).map(normalize)).toEqual(Object.values(expected).map(normalize))
      expect(rest).toEqual({
        signature: vector.input.signature,
        index: vector.input.paymentIndex,
        paymentReference: vector.input.paymentReference,
      })
      expect(encodeCancelPermit(permit)).toBe(
        encodeFunctionData({ abi: recurringAbi, functionName: 'cancelPermit', args: [expected] }),
      )
      const { chainId } = chains.chain(vector.network).network
      expect(hashPermit(permit, { chainId, contract: vector.to })).toBe(vector.input.digest)
    }
  })

  it('core’s calls read a role and a cancellation', () => {
    const account = chains.relayer('base').account.address
    expect(encodeHasRelayerRole(account)).toBe(
      encodeFunctionData({
        abi: recurringAbi,
        functionName: 'hasRole',
        args: [RELAYER_ROLE, account],
      }),
    )
    expect(encodeIsCancelled(RELAYER_ROLE)).toBe(
      encodeFunctionData({
        abi: recurringAbi,
        functionName: 'isCancelled',
        args: [RELAYER_ROLE],
      }),
    )
  })
})
