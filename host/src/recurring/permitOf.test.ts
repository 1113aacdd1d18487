import { readFileSync } from 'node:fs'
import { hashPermit } from '@secure-payment/core/recurring'
import { numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Row } from '../db/schema.ts'
import { permitDomainOf, permitOf } from './permitOf.ts'

type Vector = {
  network: string
  input: {
    permit: {
      subscriber: string
      token: string
      recipient: string
      feeAddress: string
      amount: string
      feeAmount: string
      relayerFee: string
      periodSeconds: number
      firstPayment: number
      totalPayments: number
      nonce: string
      deadline: string
      strictOrder: boolean
    }
    domain: { chainId: number; verifyingContract: string }
    digest: string
  }
}

const vectors: Vector[] = JSON.parse(
  readFileSync(
    new URL('../../../packages/core/vectors/recurring-trigger.json', import.meta.url),
    'utf8',
  ),
)
/** The permits that this host could have written: without a relayer fee, and with strict order. */
const ours = vectors.filter(
  ({ input: { permit } }) => permit.relayerFee === '0' && permit.strictOrder,
)

function columnsOf({ network, input: { permit, domain } }: Vector) {
  return {
    network,
    contract: domain.verifyingContract,
    payer: permit.subscriber,
    payee: permit.recipient,
    token_address: permit.token,
    amount_units: permit.amount,
    fee_units: permit.feeAmount,
    fee_address: permit.feeAddress,
    total_payments: permit.totalPayments,
    first_payment_s: BigInt(permit.firstPayment),
    period_s: BigInt(permit.periodSeconds),
    deadline_s: BigInt(permit.deadline),
    permit_nonce: numberToHex(BigInt(permit.nonce), { size: 32 }),
  } satisfies Partial<Row<'recurring_payments'>>
}

describe('The permit of a stored schedule', () => {
  it('the permit of a stored schedule has the digest that the deployed contracts compute', () => {
    expect(ours.length).toBeGreaterThan(0)
    for (const vector of ours) {
      const row = columnsOf(vector)
      expect(hashPermit(permitOf(row), permitDomainOf(row))).toBe(vector.input.digest)
    }
  })

  it('the permit of a stored schedule has no fee address when the fee rounds to zero', () => {
    const [vector] = ours
    if (vector === undefined) throw new Error('no vector')
    const row = {
      ...columnsOf(vector),
      fee_units: '0',
      fee_address: vector.input.permit.token,
    }
    expect(permitOf(row)).toMatchObject({
      feeAddress: '0x0000000000000000000000000000000000000000',
      feeAmount: 0n,
    })
  })
})
