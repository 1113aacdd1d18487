import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { POLICY_NAME } from '../scripts/renamePolicy.ts'
import { buildFiles, findPaymentFiles, measure } from '../scripts/sizes.ts'

const files = await buildFiles()
const entry = files.find(({ name }) => name === 'secure-payment.js')?.code ?? ''
const rows = measure(files)

describe('the CDN bundle', () => {
  test.each(rows)('$item stays under its limit', ({ bytes, limit }) => {
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(limit)
  })

  test('The first load stays under 32 KiB with gzip, and under 28.5 KiB with brotli', () => {
    const limits = rows
      .filter(({ item }) => item.startsWith('initial JS'))
      .map(({ limit }) => limit)
    expect(limits).toEqual([32 * 1_024, 28.5 * 1_024])
  })

  test('One file is enough until the payer chooses a wallet', () => {
    expect(files.find(({ name }) => name === 'secure-payment.js')?.imports).toEqual([])
  })

  test('A payment on an EVM network loads no code for Tron, bridges, pinned destinations or English sentences', () => {
    const modules = findPaymentFiles(files).flatMap((file) => file.modules)
    expect(modules.some((path) => path.endsWith('/steps/verifyPayment.ts'))).toBe(true)
    const OTHERS =
      /src\/tron|src\/(?:views\/)?(?:accepted|bridge|quotes|quoted)\/|rails\/(tron|tronQuoted|bridge|quoted|quotedBridge)\.ts|tronAddress|base58|sha2|Pins|enFlow/
    expect(modules.filter((path) => OTHERS.test(path))).toEqual([])
  })

  test('Every chunk is valid code for a browser', () => {
    for (const { name, code } of files) expect(() => parseAst(code), name).not.toThrow()
  })

  test('The Trusted Types policy is named after the element, not after Lit', () => {
    expect(entry).toMatch(new RegExp(`createPolicy\\(.${POLICY_NAME}.`))
    expect(entry).not.toMatch(/createPolicy\(.lit-html/)
  })

  test('The bundle evaluates no text as code, and writes no style attribute', () => {
    for (const { name, code } of files) {
      expect(code, name).not.toMatch(/\beval\(|new Function\(/)
      expect(code, name).not.toMatch(/ style="/)
    }
  })
})
