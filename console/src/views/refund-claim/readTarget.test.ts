import { describe, expect, it } from 'vitest'
import { LIES, pathsOf, withLie } from '../../../../tests/support/lies.ts'
import { schemaPaths } from '../../../../tests/support/schemaPaths.ts'
import { claim, claimPayment, TEXT_PATHS, TOKEN } from '../../testing/refundClaim.ts'
import { readClaim, readTarget } from './readTarget.ts'

const keysOf = (paths: readonly (readonly unknown[])[]) => paths.map(String).toSorted()

describe('A false response from the service', () => {
  it('a false response about a payment never selects another network, and only known members cause an error', () => {
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

  it('a false response about a claim never selects another network', () => {
    const paths = schemaPaths('RefundClaimPage')
    // The browser tests falsify the members of this example.
    expect(keysOf(pathsOf(claim))).toEqual(keysOf(paths))
    for (const path of paths) {
      for (const lie of LIES) {
        const read = readClaim(withLie(claim, path, lie))
        expect([undefined, 'base']).toContain(read?.network.id)
      }
    }
  })
})
