import { describe, expect, it } from 'vitest'
import { createResources } from './resources.ts'

describe('The resources of a host', () => {
  it('the resources are released once, in reverse order, and null is ignored', async () => {
    const released: string[] = []
    const resources = createResources()
    const resource = { [Symbol.asyncDispose]: async () => void released.push('first') }
    expect(resources.use(resource)).toBe(resource)
    expect(resources.use(null)).toBeNull()
    resources.defer(async () => released.push('second'))
    await resources[Symbol.asyncDispose]()
    await resources[Symbol.asyncDispose]()
    expect(released).toEqual(['second', 'first'])
  })

  it('moved resources are released only by their new list', async () => {
    const released: string[] = []
    const resources = createResources()
    resources.defer(() => released.push('moved'))
    const moved = resources.move()
    await resources[Symbol.asyncDispose]()
    expect(released).toEqual([])
    await moved[Symbol.asyncDispose]()
    expect(released).toEqual(['moved'])
  })

  it('an error in one release does not prevent the other releases, and reaches the caller', async () => {
    const released: string[] = []
    const fail = (text: string) => () => {
      throw new Error(text)
    }
    const resources = createResources()
    resources.defer(() => released.push('first'))
    resources.defer(fail('stuck'))
    const moved = resources.move()
    await expect(moved[Symbol.asyncDispose]()).rejects.toThrow('stuck')
    expect(released).toEqual(['first'])
    resources.defer(fail('one'))
    resources.defer(fail('two'))
    await expect(resources[Symbol.asyncDispose]()).rejects.toMatchObject({
      errors: [new Error('two'), new Error('one')],
    })
  })
})
