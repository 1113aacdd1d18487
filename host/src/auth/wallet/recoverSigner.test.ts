import { hashMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { hashSignInMessage } from './hashSignInMessage.ts'
import { recoverSigner } from './recoverSigner.ts'

const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const account = privateKeyToAccount(KEY)
const MESSAGE = 'hello'
const hash = hashMessage(MESSAGE)
const signature = await account.signMessage({ message: MESSAGE })
const r = signature.slice(2, 66)
const s = signature.slice(66, 130)
const v = signature.slice(130)
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const word = (value: bigint) => value.toString(16).padStart(64, '0')

describe('recoverSigner', () => {
  it.each([
    ['as viem writes it', signature],
    ['without 0x', signature.slice(2)],
    ['in upper case', `0x${signature.slice(2).toUpperCase()}`],
    ['with v as a parity', `0x${r}${s}${v === '1b' ? '00' : '01'}`],
  ])('recoverSigner recovers the signer of a signature %s', async (_, text) => {
    expect(await recoverSigner(hash, text)).toBe(account.address)
  })

  it('recoverSigner recovers the signer of a tronweb signature', async () => {
    // tronweb 6.5.1: trx.signMessageV2('hello', KEY).
    const tronwebs =
      '0xb2bb52d633cc47540cccde11e35a2853809c1e15f40116dd40ba0df95d6f287c1263de7f88f95467cc857f088d150b7e6f86c2847cda59bd56ebfd1122dc0e061c'
    expect(await recoverSigner(hashSignInMessage('tron', MESSAGE), tronwebs)).toBe(account.address)
  })

  it('recoverSigner recovers another signer from a v1 Tron message signature', async () => {
    // tronweb 6.5.1: Trx.signString of the hex of 'hello', with Tron's header.
    const v1 =
      '0x553267a21e277679c511108c257138c1e09414d1eb5e1521dcac4644243e0c314fe9a6c661644887db5e2a927447dc744441948107b6a666af958bf46b9d2bd61c'
    expect(await recoverSigner(hashSignInMessage('tron', MESSAGE), v1)).not.toBe(account.address)
  })

  it('recoverSigner rejects the high-s twin of a signature', async () => {
    const twin = `0x${r}${word(ORDER - BigInt(`0x${s}`))}${v === '1b' ? '1c' : '1b'}`
    expect(await recoverSigner(hash, twin)).toBeNull()
  })

  it.each([
    ['of 64 bytes', signature.slice(0, -2)],
    ['of 66 bytes', `${signature}00`],
    ['empty', ''],
    ['of 0x alone', '0x'],
    ['with 0X', `0X${signature.slice(2)}`],
    ['with a leading space', ` ${signature}`],
    ['with a trailing line feed', `${signature}\n`],
    ['with a digit that is not hex', `${signature.slice(0, -1)}g`],
    ['with a digit of another script', `${signature.slice(0, -1)}１`],
    ...['02', '1a', '1d', '1e', '23', '25', 'ff'].map((other) => [
      `with v ${other}`,
      `0x${r}${s}${other}`,
    ]),
    ['with r of zero', `0x${word(0n)}${s}${v}`],
    ['with s of zero', `0x${r}${word(0n)}${v}`],
    ['of zeros', `0x${'00'.repeat(65)}`],
    ['with r of the order', `0x${word(ORDER)}${s}${v}`],
    ['with s of the order', `0x${r}${word(ORDER)}${v}`],
    ['with s of half the order and one', `0x${r}${word(ORDER / 2n + 1n)}${v}`],
    // No point of secp256k1 has the x coordinate 5: 5³ + 7 = 132 is not a square modulo p.
    ['with an r without a point', `0x${word(5n)}${s}${v}`],
  ])('recoverSigner rejects a signature %s', async (_, text) => {
    expect(await recoverSigner(hash, text ?? '')).toBeNull()
  })
})
