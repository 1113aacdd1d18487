import { InvalidAddressError } from '@secure-payment/core'
import { describe, expect, it } from 'vitest'
import { recognizeWallet } from './recognizeWallet.ts'

/** The first example address in EIP-55. */
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
/** USDT's contract on Tron. */
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

describe('recognizeWallet', () => {
  it.each([EVM, EVM.toLowerCase(), `0x${EVM.slice(2).toUpperCase()}`])(
    'recognizeWallet accepts the EVM address %s, and returns it with its checksum',
    (address) => {
      expect(recognizeWallet(address)).toEqual({ address: EVM, walletType: 'evm' })
    },
  )

  it('recognizeWallet accepts a Tron address in base58', () => {
    expect(recognizeWallet(TRON)).toEqual({ address: TRON, walletType: 'tron' })
  })

  it.each([
    ['an EVM address with one letter in the wrong case', EVM.replace('A', 'a')],
    ['an EVM address with the cases swapped', '0x5AaEB6053f3e94c9B9a09F33669435e7eF1bEaED'],
    ['an EVM address without 0x', EVM.slice(2)],
    ['an EVM address with 0X', `0X${EVM.slice(2)}`],
    ['a truncated EVM address', EVM.slice(0, -1)],
    ['an EVM address with an extra digit', `${EVM}0`],
    ['a public key', `0x04${'11'.repeat(64)}`],
    ['a transaction hash', `0x${'11'.repeat(32)}`],
    ['a name', 'vitalik.eth'],
    ['a Tron address with one character changed', `${TRON.slice(0, -1)}u`],
    ['a Tron address in lower case', TRON.toLowerCase()],
    ['a Tron address in upper case', TRON.toUpperCase()],
    ['a truncated Tron address', TRON.slice(0, -1)],
    ['a Tron address with a zero for an O', TRON.replace('R', '0')],
    ['a Tron address in hex', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['a Tron address in hex with 0x', '0x41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['a Bitcoin address', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['an address with a leading space', ` ${EVM}`],
    ['an address with a Cyrillic letter', EVM.replace('A', '\u0410')],
    ['a lone T', 'T'],
    ['nothing', ''],
  ])('recognizeWallet rejects %s', (_, text) => {
    expect(() => recognizeWallet(text)).toThrow(InvalidAddressError)
  })
})
