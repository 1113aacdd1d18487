import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  CURVE_ORDER,
  tronwebAddress,
  tronwebSign,
  tronwebSigner,
} from '../../test-support/tronOracle.ts'
import {
  approvalCall,
  approvalExpected,
  PAYER,
  PAYER_KEY,
  signedApproval,
  THIEF_KEY,
} from '../../test-support/tronPayment.ts'
import {
  buildTronTransaction,
  formatTronTransaction,
  MalformedTronTransactionError,
  type ParsedTronTransaction,
  parseTronTransaction,
  TronTransactionMismatchError,
} from './index.ts'
import { verifySignedTronTransaction } from './signed.ts'

const signed = signedApproval()
const [signature = ''] = signed.signature

/** The fee limit of 100 TRX, which is the last field. */
const FEE_LIMIT = '900180c2d72f'

/** Returns the field at which a transaction was rejected; null if it was accepted. */
function refusedField(transaction: unknown, expected = approvalExpected): string | null {
  try {
    verifySignedTronTransaction(transaction, expected)
    return null
  } catch (error) {
    if (error instanceof TronTransactionMismatchError) return error.field ?? ''
    throw error
  }
}

describe('verifySignedTronTransaction', () => {
  test('verifySignedTronTransaction returns the transaction to send without unverified members', () => {
    const wallet = { ...signed, signature: [`0x${signature.toUpperCase()}`], note: 'hello' }
    const expected = { ...signed, signature: [signature.toLowerCase()] }
    expect(verifySignedTronTransaction(signed, approvalExpected)).toEqual(expected)
    expect(verifySignedTronTransaction(wallet, approvalExpected)).toEqual(expected)
    const anybody = { ...approvalExpected, owner: null }
    expect(verifySignedTronTransaction(signed, anybody)).toEqual(expected)
  })

  test('verifySignedTronTransaction rejects an unsigned transaction and one signed by another account', () => {
    const unsigned = buildTronTransaction(approvalCall)
    expect(refusedField(unsigned)).toBe('signature')
    expect(refusedField(tronwebSign(unsigned, THIEF_KEY))).toBe('signature')
    const anybody = { ...approvalExpected, owner: null }
    expect(refusedField(tronwebSign(unsigned, THIEF_KEY), anybody)).toBe('signature')
  })

  test('verifySignedTronTransaction names the expected and the actual signer', () => {
    const unsigned = buildTronTransaction(approvalCall)
    const expected = `the signature of ${PAYER}`
    const nobody = { ...unsigned, signature: ['0'.repeat(130)] }
    const thief = tronwebAddress(THIEF_KEY)
    for (const [transaction, actual] of [
      [unsigned, 'none'],
      [nobody, 'the signature of no account'],
      [tronwebSign(unsigned, THIEF_KEY), `the signature of ${thief}`],
    ] as const) {
      expect(() => verifySignedTronTransaction(transaction, approvalExpected)).toThrow(
        expect.objectContaining({ field: 'signature', expected, actual }),
      )
    }
  })

  test('verifySignedTronTransaction rejects a transaction with any bit of the signature flipped', () => {
    const fields = flips(signature).map((flipped) =>
      refusedField({ ...signed, signature: [flipped] }),
    )
    // v 27 and 0, or 28 and 1, are equivalent; no single bit leads from one to the other.
    expect(fields).toEqual(Array.from({ length: 65 * 8 }, () => 'signature'))
  })

  test('verifySignedTronTransaction rejects a transaction with any bit of the raw data flipped', () => {
    const fields = flips(signed.raw_data_hex).map((raw_data_hex) =>
      refusedField({ ...signed, raw_data_hex }),
    )
    expect(fields).not.toContain(null)
    // Without the id, the difference shows in the bytes or in a comparison with the JSON.
    const { txID: _, ...nameless } = signed
    const namelessFields = flips(signed.raw_data_hex).map((raw_data_hex) =>
      refusedField({ ...nameless, raw_data_hex }),
    )
    expect(namelessFields).not.toContain(null)
  })

  test('verifySignedTronTransaction rejects a transaction with any bit flipped even when all other fields match', () => {
    const parsed = flips(signed.raw_data_hex).flatMap(tryParse)
    // Flipped bits of the reference block, the amounts, the times, the addresses and the calldata leave the data canonical.
    expect(parsed.length).toBeGreaterThan(500)
    const fields = parsed.map((transaction) =>
      refusedField({ ...formatTronTransaction(transaction), signature: [signature] }),
    )
    expect(fields).not.toContain(null)
    expect(new Set(fields)).toEqual(
      new Set([
        'signature',
        'raw_data.expiration',
        'raw_data.fee_limit',
        'raw_data.contract[0].parameter.value.owner_address',
        'raw_data.contract[0].parameter.value.contract_address',
        'raw_data.contract[0].parameter.value.data',
      ]),
    )
  })

  test.each<[string, (hex: string) => string]>([
    ['a memo at the end', (hex) => `${hex}52026869`],
    ['an unknown field at the end', (hex) => `${hex}980101`],
    ['a repeated reference block', (hex) => hex.slice(0, 8) + hex],
    ['a repeated fee limit', (hex) => hex + FEE_LIMIT],
    ['a padded fee limit', (hex) => hex.replace(FEE_LIMIT, '900180c2d7af00')],
    ['a fee limit of 0, written', (hex) => hex.replace(FEE_LIMIT, '900100')],
  ])('verifySignedTronTransaction rejects %s, although its owner signed it', (_, change) => {
    const raw_data_hex = change(signed.raw_data_hex)
    expect(raw_data_hex).not.toBe(signed.raw_data_hex)
    const txID = createHash('sha256').update(raw_data_hex, 'hex').digest('hex')
    const resigned = tronwebSign({ ...signed, raw_data_hex, txID }, PAYER_KEY)
    expect(tronwebSigner(txID, resigned.signature[0] ?? '')).toBe(PAYER)
    expect(refusedField(resigned)).toBe('raw_data_hex')
  })

  test('verifySignedTronTransaction accepts the other signature of the same key, which changes neither id nor call', () => {
    const s = CURVE_ORDER - BigInt(`0x${signature.slice(64, 128)}`)
    const v = signature.endsWith('1b') || signature.endsWith('1B') ? '1c' : '1b'
    const other = signature.slice(0, 64) + s.toString(16).padStart(64, '0') + v
    const sent = verifySignedTronTransaction({ ...signed, signature: [other] }, approvalExpected)
    expect(sent).toEqual({ ...signed, signature: [other.toLowerCase()] })
    expect(parseTronTransaction(sent.raw_data_hex).owner).toBe(PAYER)
  })
})

/** Returns every hex text that differs in one bit. */
function flips(hex: string): string[] {
  const bytes = Buffer.from(hex, 'hex')
  return Array.from({ length: 8 * bytes.length }, (_, bit) => {
    const copy = Buffer.from(bytes)
    const index = bit >> 3
    copy.writeUInt8(copy.readUInt8(index) ^ (1 << (bit & 7)), index)
    return copy.toString('hex')
  })
}

function tryParse(hex: string): ParsedTronTransaction[] {
  try {
    return [parseTronTransaction(hex)]
  } catch (error) {
    if (error instanceof MalformedTronTransactionError) return []
    throw error
  }
}
