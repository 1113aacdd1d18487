import { describe, expect, it } from 'vitest'
import { PayerIsContractError, RecurringStateError, RecurringUnavailableError } from './errors.ts'

describe('Errors of recurring payouts', () => {
  it('errors of recurring payouts name the missing part on a network, and the person who can fix it', () => {
    const text = (reason: 'no_relayer' | 'no_contract' | 'relayer_not_allowed') =>
      new RecurringUnavailableError({ network: 'base', reason }).message
    expect(text('no_relayer')).toMatchInlineSnapshot(
      `"Recurring payouts are not available on base: the host has no relayer that would send them. Have the operator of the host set PAY_RELAYER_PRIVATE_KEY."`,
    )
    expect(text('no_contract')).toMatchInlineSnapshot(
      `"Recurring payouts are not available on base: there is no ERC20RecurringPaymentProxy. Use another network, or have the operator deploy the contract and name it in PAY_CONTRACTS_<NETWORK>."`,
    )
    expect(text('relayer_not_allowed')).toMatchInlineSnapshot(
      `"Recurring payouts are not available on base: the contract does not let this host's relayer send them. Have the contract's admin grant RELAYER_ROLE to the relayer's address."`,
    )
  })

  it('errors of recurring payouts explain why a contract cannot pay', () => {
    expect(new PayerIsContractError().message).toMatchInlineSnapshot(
      `"The payer is a contract account, and the recurring payment contract verifies plain signatures of keys only (no ERC-1271). Pay from a wallet with its own key; one that delegates by EIP-7702 is accepted."`,
    )
  })

  it('errors of recurring payouts name the conflicting state', () => {
    const codes = [
      'already_active',
      'already_cancelled',
      'already_completed',
      'not_paused',
      'permit_expired',
    ] as const
    expect(codes.map((code) => new RecurringStateError(code).message)).toMatchInlineSnapshot(`
      [
        "This recurring payout is already active. Follow the payout with GET; a paused one continues with the action unpause.",
        "This recurring payout was cancelled, which is final. Create another recurring payout.",
        "This recurring payout has made all of its payments. Create another recurring payout to continue.",
        "This recurring payout is not paused. Only a paused payout can be unpaused; see its status.",
        "The permit of this recurring payout has passed its deadline. Create another recurring payout and have the payer sign its permit.",
      ]
    `)
  })
})
