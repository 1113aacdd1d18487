import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startJanitor } from '@secure-payment/devnet'
import { expect, it, vi } from 'vitest'

const createFolder = () => mkdtemp(join(tmpdir(), 'secure-payment-janitor-'))

it('A janitor that is disposed removes only the paths that it guards, not another janitor’s', async () => {
  const [guarded, released, other] = [
    await createFolder(),
    await createFolder(),
    await createFolder(),
  ]
  using neighbour = startJanitor()
  neighbour.guardPath(other)
  {
    using janitor = startJanitor()
    janitor.guardPath(guarded)
    janitor.guardPath(released)()
  }
  await vi.waitFor(() => expect(existsSync(guarded)).toBe(false), 60_000)
  expect([existsSync(released), existsSync(other)]).toEqual([true, true])
  await rm(released, { recursive: true })
})
