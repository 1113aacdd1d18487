import { getNetwork } from '@secure-payment/core/networks'
import fc from 'fast-check'
import { decodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  allowanceTransactions,
  loweredAllowance,
  planAllowance,
  remainingNeed,
  spareAllowance,
} from './allowance.ts'

const SPENDER = '0xd2c3392e3e70F4CE033Cb39CC80B414aDdD64fFa'
const network = getNetwork('mainnet')
const tokenOf = (symbol: string) =>
  network.tokens.find((token) => token.symbol === symbol)?.address ?? ''

const units = fc.bigInt({ min: 0n, max: 2n ** 128n })
const facts = fc.record({ ownUnits: units, othersUnits: units, currentUnits: units })

describe('The remaining need of a schedule', () => {
  it('the remaining need of a schedule is the sum of its remaining payments with their fees', () => {
    const row = { amount_units: '40', fee_units: '2', total_payments: 12, processed_payments: 5 }
    expect(remainingNeed(row)).toBe(294n)
  })
})

describe('The allowance of a new schedule', () => {
  it("the allowance of a new schedule lacks the part of all schedules' need that exceeds the current allowance", () => {
    const plan = planAllowance({ ownUnits: 30n, othersUnits: 120n, currentUnits: 130n })
    expect(plan).toEqual({
      neededUnits: 150n,
      currentUnits: 130n,
      lackingUnits: 20n,
      othersUnits: 120n,
    })
  })

  it('the allowance of a new schedule is not too low if it suffices exactly', () => {
    expect(planAllowance({ ownUnits: 30n, othersUnits: 0n, currentUnits: 30n }).lackingUnits).toBe(
      0n,
    )
  })
})

describe('The allowance after a cancelled schedule', () => {
  it.each([
    ['less the remaining need', { ownUnits: 80n, othersUnits: 3n, currentUnits: 103n }, 23n],
    ['the need of the others', { ownUnits: 80n, othersUnits: 50n, currentUnits: 103n }, 50n],
    [
      'unchanged, when the others need more',
      { ownUnits: 80n, othersUnits: 200n, currentUnits: 103n },
      103n,
    ],
    ['zero, without other schedules', { ownUnits: 80n, othersUnits: 0n, currentUnits: 60n }, 0n],
  ])('the allowance after a cancelled schedule is %s', (_, given, expected) => {
    expect(loweredAllowance({ ...given, spareUnits: spareAllowance(given) })).toBe(expected)
  })

  it('the allowance after a cancelled schedule stays at its lowered value while the others are paid', () => {
    const ended = { ownUnits: 80n, othersUnits: 30n, currentUnits: 150n }
    const spareUnits = spareAllowance(ended)
    expect(spareUnits).toBe(40n)
    const paid = { ...ended, othersUnits: 20n, currentUnits: 140n, spareUnits }
    expect(loweredAllowance(paid)).toBe(60n)
    expect(loweredAllowance({ ...paid, currentUnits: 60n })).toBe(60n)
  })

  it("the allowance after a cancelled schedule never increases, never drops below the others' need, and never drops by more than the schedule's need", () => {
    fc.assert(
      fc.property(facts, (given) => {
        const { ownUnits, othersUnits, currentUnits } = given
        const spareUnits = spareAllowance(given)
        const lowered = loweredAllowance({ ...given, spareUnits })
        const again = loweredAllowance({ ...given, spareUnits, currentUnits: lowered })
        return (
          again === lowered &&
          lowered >= 0n &&
          lowered <= currentUnits &&
          currentUnits - lowered <= ownUnits &&
          (lowered >= othersUnits || lowered === currentUnits)
        )
      }),
    )
  })
})

describe('The transactions that set an allowance', () => {
  const set = (symbol: string, currentUnits: bigint, wanted: bigint) =>
    allowanceTransactions(network, {
      token: tokenOf(symbol),
      spender: SPENDER,
      currentUnits,
      units: wanted,
    }).map((transaction) => {
      expect(transaction).toMatchObject({ to: tokenOf(symbol), value: '0x0', chainId: 1 })
      return decodeFunctionData({ abi: erc20Abi, data: transaction.data })
    })
  const approve = (amount: bigint) => ({ functionName: 'approve', args: [SPENDER, amount] })

  it('no transaction is needed when the allowance is already set', () => {
    expect(set('USDC', 5n, 5n)).toEqual([])
  })

  it('one transaction is needed for most tokens', () => {
    expect(set('USDC', 5n, 7n)).toEqual([approve(7n)])
  })

  it('the first transaction resets the allowance to zero for a token that requires it', () => {
    expect(set('USDT', 5n, 7n)).toEqual([approve(0n), approve(7n)])
    expect(set('USDT', 0n, 7n)).toEqual([approve(7n)])
    expect(set('USDT', 5n, 0n)).toEqual([approve(0n)])
  })
})
