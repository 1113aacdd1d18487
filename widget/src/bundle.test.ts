import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { dropMarks, freeSheets, minifyMarkup, minifySheets } from '../scripts/minifyTemplates.ts'
import { POLICY_NAME } from '../scripts/renamePolicy.ts'
import { buildFiles, measure } from '../scripts/sizes.ts'

const files = await buildFiles()
const entry = files.find(({ name }) => name === 'secure-payment.js')?.code ?? ''
const rows = measure(files)

describe('the CDN bundle', () => {
  test.each(rows)('$item stays under its limit', ({ bytes, limit }) => {
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(limit)
  })

  test('The first load stays under 29 KiB with gzip, and under 26 KiB with brotli', () => {
    const limits = rows
      .filter(({ item }) => item.startsWith('initial JS'))
      .map(({ limit }) => limit)
    expect(limits).toEqual([29 * 1_024, 26 * 1_024])
  })

  test('One file is enough until the payer chooses a wallet', () => {
    expect(files.find(({ name }) => name === 'secure-payment.js')?.imports).toEqual([])
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

describe('minified templates', () => {
  test('Style sheets lose comments and gaps, and keep every rule', () => {
    const sheet =
      'css`\n  /* why */\n  a :hover,\n  b > c {\n    width: calc(1px + 2%);\n    margin: 0 auto;\n  }\n`'
    expect(minifySheets(sheet)).toBe('css`a :hover,b>c{width:calc(1px + 2%);margin:0 auto}`')
    const numbers =
      'css`a { margin: 0 -0.5rem 10.25px calc(0.1em * 0) !important; top: 0.0625em; }`'
    expect(minifySheets(numbers)).toBe(
      'css`a{margin:0 -.5rem 10.25px calc(.1em*0)!important;top:.0625em}`',
    )
    const short =
      'css`a * { color: #ffffff; fill: #ffffee; font: 1em / 2 b; grid-row: 1 / 3; top: calc(1px - 2 * 3%); }`'
    expect(minifySheets(short)).toBe(
      'css`a *{color:#fff;fill:#ffe;font:1em/2 b;grid-row:1/3;top:calc(1px - 2*3%)}`',
    )
  })

  test('Code loses the bundler’s marks, and no two words merge', () => {
    const code = 'let a=/* @__PURE__ */ b();return/* @__PURE__ */ new Uint8Array(1)'
    expect(dropMarks(code)).toBe('let a=b();return new Uint8Array(1)')
  })

  test('Style sheets become plain strings that need no evaluation', () => {
    expect(freeSheets("import { css } from 'lit'\nexport const one = css`a{top:0}`")).toBe(
      "import { unsafeCSS } from 'lit'\nexport const one = unsafeCSS(`a{top:0}`)",
    )
  })

  test('Markup loses its indentation', () => {
    expect(minifyMarkup('html`<p>\n    <b>one</b>\n    two</p>`')).toBe(
      'html`<p><b>one</b>\ntwo</p>`',
    )
  })
})
