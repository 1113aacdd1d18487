import { toAbiAddress } from '@secure-payment/core/tron'

/** A transaction of a payment on Tron: `[approve, pay]`. */
type Call = { to: string; data: string }

/** A change that a dishonest host can make to the calls that the payer signs. */
export type TronLie = {
  readonly name: string
  change(calls: readonly Call[], thief: string): void
}

/** Lies about a payment in a token on Tron that needs an approval. */
export const TRON_LIES: readonly TronLie[] = [
  { name: 'the payee', change: onPay((data, [, payee], thief) => swap(data, payee, thief)) },
  {
    name: 'the amount',
    change: onPay((data, [, , amount]) => swap(data, amount, word(99_000_000n))),
  },
  {
    name: 'the reference',
    change: onPay((data, words) => swap(data, words[7]?.slice(0, 16), 'f'.repeat(16))),
  },
  {
    name: 'the contract',
    change: (calls, thief) => void Object.assign(last(calls), { to: thief }),
  },
  {
    name: 'the spender',
    change: onApproval((data, thief) => data.slice(0, 10) + addressWord(thief) + data.slice(74)),
  },
  {
    name: 'the approval, half of the amount due',
    change: onApproval((data, _, due) => data.slice(0, 74) + word(due / 2n)),
  },
]

/** Words of the call: token, payee, amount, offset of the reference, fee, fee address, length of the reference, reference. */
type Words = readonly string[]

function onPay(patch: (data: string, words: Words, thief: string) => string) {
  return (calls: readonly Call[], thief: string): void => {
    const call = last(calls)
    call.data = patch(call.data, wordsOf(call), addressWord(thief))
  }
}

function onApproval(patch: (data: string, thief: string, due: bigint) => string) {
  return (calls: readonly Call[], thief: string): void => {
    const [call] = calls
    if (call === undefined) return
    call.data = patch(call.data, thief, BigInt(`0x${wordsOf(last(calls))[2]}`))
  }
}

function last(calls: readonly Call[]): Call {
  const call = calls.at(-1)
  if (call === undefined) throw new Error('There is no transaction.')
  return call
}

function wordsOf({ data }: Call): Words {
  return data.slice(10).match(/.{64}/g) ?? []
}

function swap(data: string, from: string | undefined, to: string): string {
  if (from === undefined) throw new Error('The call is too short.')
  return data.replace(from, to)
}

function addressWord(address: string): string {
  return toAbiAddress(address).slice(2).padStart(64, '0')
}

function word(units: bigint): string {
  return units.toString(16).padStart(64, '0')
}
