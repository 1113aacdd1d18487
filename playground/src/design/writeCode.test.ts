import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import manifest from '../../../widget/custom-elements.json' with { type: 'json' }
import { createOrderCode } from './createOrderCode.ts'
import { type Design, UNCHANGED } from './design.ts'
import { knobs } from './knobs.ts'
import { FRAMEWORKS, writeCode } from './writeCode.ts'

type Named = { name: string; fieldName?: string }

const NOTHING: Design = UNCHANGED.design
const CHOSEN: Design = {
  attributes: {
    theme: 'dark',
    'without-receipt': '',
    'merchant-name': ['North & "Bean" {{x}} `$', '{y}`'].join(''),
  },
  variables: { '--sp-radius': '0.5rem', '--sp-color-primary': 'light-dark(#0f5132, #8fd6b0)' },
  slots: { footer: 'Mail <us> @ {north}', trigger: 'Buy' },
  parts: { 'pay-button': 'color: red ;; font-weight:700' },
}

describe.each(FRAMEWORKS)('for %s', (framework) => {
  const read = (design: Design) =>
    writeCode(design, framework)
      .filter(({ name }) => name !== 'createOrder.ts')
      .map(({ text }) => text)
      .join('\n')

  test('the code contains exactly the chosen values', () => {
    const code = read(CHOSEN)
    expect(code).toContain('theme="dark"')
    expect(code).toMatch(framework === 'React' ? /^\s+withoutReceipt$/m : /^\s+without-receipt$/m)
    expect(code).toContain('--sp-radius: 0.5rem;')
    // The theme is dark, so the code has only the dark colour.
    expect(code).toContain('--sp-color-primary: #8fd6b0;')
    expect(code.match(/--sp-[a-z-]+:/g)).toHaveLength(2)
    const added = code.split('\n').length - read(NOTHING).split('\n').length
    // The choices add three attributes, two slots, and two rules with two declarations, their braces and a blank line each.
    expect(added).toBe(3 + 2 + 5 + 5)
    expect(code).toMatch(
      /^\s*secure-payment::part\(pay-button\) \{\n\s+color: red;\n\s+font-weight:700;\n\s*\}$/m,
    )
    expect(code).toMatch(/^\s+<button slot="trigger" type="button">Buy<\/button>$/m)
  })

  test('the code keeps any merchant’s name as text', () => {
    // Angular interprets two braces in an attribute as an expression, even as entities. In Angular's code, the value is a single expression
    // with a string.
    expect(read(CHOSEN)).toContain(
      framework === 'Angular'
        ? `[attr.merchant-name]="'North &#38; &#34;Bean&#34; &#92;u007b&#92;u007bx&#125;&#125; &#96;&#36;&#92;u007by&#125;&#96;'"`
        : `${framework === 'React' ? 'merchantName' : 'merchant-name'}="North &#38; &#34;Bean&#34; &#123;&#123;x&#125;&#125; &#96;&#36;&#123;y&#125;&#96;"`,
    )
  })

  test('the code keeps any content of a slot as text', () => {
    // Only Angular interprets `@` as the beginning of a block.
    const at = framework === 'Angular' ? '&#64;' : '@'
    expect(read(CHOSEN)).toContain(
      `<div slot="footer">Mail &#60;us&#62; ${at} &#123;north&#125;</div>`,
    )
    const link = { ...NOTHING, slots: { default: 'Zur Kasse' } }
    expect(read(link)).toMatch(/<a [^>]+>Zur Kasse<\/a>/)
    expect(read(link)).not.toContain('slot=')
  })

  test('the code reads the order from the server, and keeps the space and the link until the element has loaded', () => {
    const code = read(NOTHING)
    expect(code).not.toContain('--sp-')
    expect(code).toMatch(/token/)
    expect(code).toContain('Pay on the payment page')
    expect(code).toContain(
      `min-height: ${knobs.find(({ key }) => key === '--sp-min-height')?.fallback}`,
    )
    expect(read({ ...NOTHING, variables: { '--sp-min-height': '20rem' } })).toContain(
      'min-height: 20rem',
    )
  })

  test('the code writes both colours of a design that follows the payer’s system, without light-dark()', () => {
    const code = read({ ...NOTHING, variables: CHOSEN.variables })
    expect(code).not.toContain('light-dark')
    expect(code).toMatch(/--sp-radius: 0.5rem;\s+--sp-color-primary: #0f5132;\s+\}/)
    expect(code).toMatch(
      /@media \(prefers-color-scheme: dark\) \{\s+secure-payment \{\s+--sp-color-primary: #8fd6b0;\s+\}\s+\}/,
    )
    const light = read({ ...NOTHING, attributes: { theme: 'light' }, variables: CHOSEN.variables })
    expect(light).toContain('--sp-color-primary: #0f5132;')
    expect(light).not.toContain('@media')
  })

  test('the code reserves no space for a dialog', () => {
    expect(read({ ...NOTHING, attributes: { mode: 'button' } })).not.toContain('min-height')
  })

  test('the code uses a chosen attribute in place of the order’s field', () => {
    const code = read({ ...NOTHING, attributes: { 'client-id': 'cl_mine' } })
    expect(code).toContain(`${framework === 'React' ? 'clientId' : 'client-id'}="cl_mine"`)
    expect(code.match(/client-?id/gi)).toHaveLength(1)
  })
})

test('the code imports the same modules as the examples', () => {
  const [react] = writeCode(NOTHING, 'React')
  const [vue] = writeCode(NOTHING, 'Vue')
  const [svelte] = writeCode(NOTHING, 'Svelte')
  const [angular] = writeCode(NOTHING, 'Angular')
  expect(react?.text).toContain("import { SecurePayment } from '@secure-payment/widget/react'")
  expect(react?.text).toContain('token={order.token}')
  expect(vue?.text).toContain(':api-base="order.apiBase"')
  expect(svelte?.text).toContain('pay-url={order.payUrl}')
  expect(angular?.text).toContain('[clientId]="order().clientId"')
})

test.each(['react', 'vue', 'svelte', 'angular'])(
  'the code requests an order as the %s example does',
  async (example) => {
    const path = join(import.meta.dirname, `../../examples/${example}/src/createOrder.ts`)
    expect(`${createOrderCode}\n`).toBe(await readFile(path, 'utf8'))
  },
)

test('the code for React uses the component, with the props that the element’s manifest names', () => {
  const attributes = { 'auto-select': 'false', confirmations: '3', lang: 'de', open: '' }
  const [file] = writeCode({ ...NOTHING, attributes }, 'React')
  const declarations = manifest.modules.flatMap<{ name: string; attributes?: Named[] }>(
    (module) => module.declarations,
  )
  const fields = declarations.flatMap((one) => one.attributes ?? [])
  const [, tag = ''] = /<SecurePayment\n([^>]+)>/.exec(file?.text ?? '') ?? []
  const props = [...tag.matchAll(/^\s+(\w+)/gm)].map(([, prop]) => prop)
  const known = fields.map(({ name, fieldName }) => fieldName ?? name)
  expect(props.filter((prop) => prop !== 'onSuccess' && !known.includes(`${prop}`))).toEqual([])
  for (const line of [
    'autoSelect={false}',
    'confirmations={3}',
    'lang="de"',
    'onSuccess={onPaid}',
  ]) {
    expect(tag).toContain(`  ${line}\n`)
  }
  expect(tag).toContain('  open\n')
  expect(file?.text).not.toContain('secure-payment ')
})
