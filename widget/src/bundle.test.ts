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

  test('holds the first load to 29 KiB, and 26 under brotli', () => {
    const limits = rows
      .filter(({ item }) => item.startsWith('initial JS'))
      .map(({ limit }) => limit)
    expect(limits).toEqual([29 * 1_024, 26 * 1_024])
  })

  test('is one file up to the choice of a wallet', () => {
    expect(files.find(({ name }) => name === 'secure-payment.js')?.imports).toEqual([])
  })

  test('is code that a browser can read, in every chunk', () => {
    for (const { name, code } of files) expect(() => parseAst(code), name).not.toThrow()
  })

  test('names its Trusted Types policy after itself, not after Lit', () => {
    expect(entry).toMatch(new RegExp(`createPolicy\\(.${POLICY_NAME}.`))
    expect(entry).not.toMatch(/createPolicy\(.lit-html/)
  })

  test('evaluates no text as code, and writes no style attribute', () => {
    for (const { name, code } of files) {
      expect(code, name).not.toMatch(/\beval\(|new Function\(/)
      expect(code, name).not.toMatch(/ style="/)
    }
  })
})

describe('minified templates', () => {
  test('style sheets lose comments and gaps, not what matters', () => {
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

  test('code loses the bundler’s marks, and no word runs into the next', () => {
    const code = 'let a=/* @__PURE__ */ b();return/* @__PURE__ */ new Uint8Array(1)'
    expect(dropMarks(code)).toBe('let a=b();return new Uint8Array(1)')
  })

  test('style sheets are texts that nothing has to look through', () => {
    expect(freeSheets("import { css } from 'lit'\nexport const one = css`a{top:0}`")).toBe(
      "import { unsafeCSS } from 'lit'\nexport const one = unsafeCSS(`a{top:0}`)",
    )
  })

  test('markup loses indentation', () => {
    expect(minifyMarkup('html`<p>\n    <b>one</b>\n    two</p>`')).toBe(
      'html`<p><b>one</b>\ntwo</p>`',
    )
  })
})
