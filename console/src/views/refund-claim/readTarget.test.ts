import { describe, expect, it } from 'vitest'
import { LIES, pathsOf, withLie } from '../../../../tests/support/lies.ts'
import { schemaPaths } from '../../../../tests/support/schemaPaths.ts'
import { claim, claimPayment, TEXT_PATHS, TOKEN } from '../../testing/refundClaim.ts'
import { readClaim, readTarget } from './readTarget.ts'

const keysOf = (paths: readonly (readonly unknown[])[]) => paths.map(String).toSorted()

describe('A lie by the service', () => {
  it('a lie about any member of the payment names no other network, and only known members cause an error', () => {
    const paths = schemaPaths('SecurePayment')
    const telling = paths.filter((path) => {
      const read = LIES.map((lie) => readTarget(withLie(claimPayment, path, lie), TOKEN))
      for (const target of read) expect([undefined, 'base']).toContain(target?.network.id)
      return read.includes(null)
    })
    console.log(`${paths.length * LIES.length} lies about a payment`)
    expect(keysOf(telling)).toEqual(keysOf(TEXT_PATHS))
    for (const path of TEXT_PATHS) {
      for (const lie of LIES) {
        expect(readTarget(withLie(claimPayment, path, lie), TOKEN)).toBeNull()
      }
    }
  })

  it('a lie about any member of a claim names no other network', () => {
    const paths = schemaPaths('RefundClaimPage')
    // The tests in a browser lie about the example's members.
    expect(keysOf(pathsOf(claim))).toEqual(keysOf(paths))
    for (const path of paths) {
      for (const lie of LIES) {
        const read = readClaim(withLie(claim, path, lie))
        expect([undefined, 'base']).toContain(read?.network.id)
      }
    }
  })
})
