import { readFileSync } from 'node:fs'
import { type Abi, toEventSelector, toFunctionSelector, toFunctionSignature } from 'viem'
import { describe, expect, it } from 'vitest'
import { bridgeAbi } from './bridgeAbi.ts'

/** Selectors of functions and events, and the names and types of errors. */
function selectors(abi: Abi): string[] {
  return abi
    .flatMap((item) => {
      if (item.type === 'function')
        return `${toFunctionSelector(item)} ${toFunctionSignature(item)}`
      if (item.type === 'event') return `${toEventSelector(item)} ${item.name}`
      return item.type === 'error' ? `${item.name} ${item.inputs.map(({ type }) => type)}` : []
    })
    .sort()
}

describe('bridgeAbi', () => {
  it('bridgeAbi matches the compiled contract, including every struct field', () => {
    const url = new URL('../../artifacts/DevnetBridge.json', import.meta.url)
    const { abi }: { abi: Abi } = JSON.parse(readFileSync(url, 'utf8'))
    const own = selectors(bridgeAbi)
    expect(own.length).toBe(bridgeAbi.length)
    expect(selectors(abi)).toEqual(expect.arrayContaining(own))
    const names = (candidate: Abi) =>
      JSON.stringify(candidate.find((item) => 'name' in item && item.name === 'deposit')).match(
        /"name":"[^"]*"/g,
      )
    expect(names(bridgeAbi)?.sort()).toEqual(names(abi)?.sort())
  })
})
