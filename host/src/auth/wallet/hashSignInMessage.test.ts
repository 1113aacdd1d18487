import { describe, expect, it } from 'vitest'
import { hashSignInMessage } from './hashSignInMessage.ts'

describe('hashSignInMessage', () => {
  it.each([
    // The documentation of viem and ethers shows this EIP-191 hash of "hello world".
    ['hello world', '0xd9eba16ed0ecae432b71fe008c98cc872bb4cc214d3220a36f365326cf807d68'],
  ])('hashSignInMessage hashes %j for an EVM wallet as personal_sign does', (message, hash) => {
    expect(hashSignInMessage('evm', message)).toBe(hash)
  })

  it.each([
    // tronweb 6.5.1 computed these hashes with utils.hashMessage, whose result trx.signMessageV2 signs.
    ['', '0x5beedb3d65d99ecaf9857d8695e750cc56278093f4ccbd1cc4e561fc82b1d189'],
    ['hello', '0xa07d8e5b946cc0416662f5420751673680809e5f10313e20c7c5badb0ef4226d'],
    // The prefix states the message's length in UTF-8 bytes.
    ['zażółć gęślą jaźń €', '0x2c99dfca8de70796ec450dd002e3185baa75d36f007d923fc3db7f65e9ba354b'],
  ])(
    'hashSignInMessage hashes %j for a Tron wallet as message signing v2 does',
    (message, hash) => {
      expect(hashSignInMessage('tron', message)).toBe(hash)
    },
  )
})
