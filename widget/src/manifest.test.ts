import { describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { findElement, type Manifest, publishManifest } from '../scripts/publishManifest.ts'
import { renderAttributes } from '../scripts/renderAttributes.ts'
import { renderReact } from '../scripts/renderReact.ts'

const analyzed: Manifest = {
  schemaVersion: '1.0.0',
  modules: [
    {
      kind: 'javascript-module',
      path: 'src/secure-payment.ts',
      declarations: [
        {
          name: 'SecurePayment',
          tagName: 'secure-payment',
          members: [
            { kind: 'field', name: 'apiBase' },
            { kind: 'field', name: 'token' },
            { kind: 'field', name: 'strings' },
            { kind: 'field', name: 'state', readonly: true },
            { kind: 'field', name: 'version', static: true },
            { kind: 'method', name: 'pay' },
          ],
          events: [
            {
              name: 'sp-statechange',
              type: { text: 'SpStateChangeEvent' },
              description: 'The state changed.',
            },
          ],
          attributes: [
            { name: 'api-base', type: { text: 'string' }, description: 'Where.' },
            { name: 'token', type: { text: 'string' } },
            { name: 'lang', type: { text: 'string' } },
            { name: 'state', type: { text: 'string' } },
          ],
        },
      ],
      exports: [],
    },
    {
      kind: 'javascript-module',
      path: 'src/events.ts',
      declarations: [{ name: 'SpReadyEvent' }],
      exports: [],
    },
    {
      kind: 'javascript-module',
      path: 'src/define.ts',
      declarations: [{ name: 'defineSecurePayment' }],
      exports: [],
    },
  ],
}
const published = publishManifest(analyzed, "export type { Model, StateName } from './model.ts'")
const element = findElement(published.modules.flatMap(({ declarations }) => declarations))

describe('the published manifest', () => {
  test('the published manifest names the package’s entries, not its sources', () => {
    const paths = published.modules.map(({ path }) => path)
    expect(paths).toEqual(['dist/element.js', 'dist/define.js', 'dist/index.js'])
    const entries = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'object' ? [entry.default] : [],
    )
    for (const path of paths) expect(entries).toContain(`./${path}`)
  })

  test('the published manifest names the entry that registers the tag, and the exports of each', () => {
    const [entry, define, index] = published.modules
    expect(entry?.exports.map(({ name }) => name)).toEqual([
      'SecurePayment',
      'SpReadyEvent',
      'Model',
      'StateName',
    ])
    expect(define?.exports.map(({ name }) => name)).toEqual(['defineSecurePayment'])
    expect(index?.exports[0]).toEqual({
      kind: 'custom-element-definition',
      name: 'secure-payment',
      declaration: { name: 'SecurePayment', module: 'dist/element.js' },
    })
  })

  test('the published manifest links attributes to the properties that they set', () => {
    expect(element.attributes).toEqual([
      { name: 'api-base', type: { text: 'string' }, description: 'Where.', fieldName: 'apiBase' },
      { name: 'token', type: { text: 'string' }, fieldName: 'token' },
      // An attribute of HTML itself, and an attribute that the element writes.
      { name: 'lang', type: { text: 'string' } },
      { name: 'state', type: { text: 'string' } },
    ])
  })
})

describe('the types of attributes', () => {
  test('the types of attributes contain markup attributes and settable properties, and no read-only properties', () => {
    const text = renderAttributes(element)
    expect(text).toContain("  /** Where. */\n  'api-base'?: string | null\n")
    expect(text).not.toContain("'token'?:")
    expect(text).toMatch(/\| 'apiBase'\n\s+\| 'token'\n\s+\| 'strings'\n\s+>/)
    expect(text).not.toMatch(/'(state|version|pay|lang)'/)
  })

  test.each([
    ['boolean', "true | ''"],
    ['true|false', "'true' | 'false'"],
    ['on|session|off', "'on' | 'session' | 'off'"],
    ['number', 'number | string'],
  ])('the types of attributes write the class comment’s %s as %s', (comment, type) => {
    const attributes = [{ name: 'test-mode', fieldName: 'testMode', type: { text: comment } }]
    const text = renderAttributes({ name: 'SecurePayment', attributes })
    expect(text).toContain(`  'test-mode'?: ${type} | null\n`)
  })
})

describe('the props of the React wrapper', () => {
  const text = renderReact(element)

  test('the props of the React wrapper are attributes, properties and events, and no read-only properties', () => {
    expect(text).toContain("export const ATTRIBUTES = {\n  apiBase: 'api-base',\n} as const")
    expect(text).toContain("export const PROPERTIES = [\n  'token',\n  'strings',\n] as const")
    expect(text).toContain(
      "export const EVENTS = {\n  onStateChange: 'sp-statechange',\n} as const",
    )
    expect(text).toContain(
      '  /** The state changed. */\n  onStateChange?: ((event: SpStateChangeEvent) => void) | undefined\n',
    )
    expect(text).not.toMatch(/\b(state|version|pay|lang)\??:/)
  })

  test('the props of the React wrapper are optional unless the class comment requires the attribute', () => {
    const attributes = [
      { name: 'token', fieldName: 'token', description: 'Token (required).' },
      { name: 'theme', fieldName: 'theme', description: 'Colours.' },
    ]
    const members = [
      { kind: 'field', name: 'token' },
      { kind: 'field', name: 'theme' },
    ]
    const props = renderReact({ name: 'SecurePayment', attributes, members })
    expect(props).toContain("  /** Token. */\n  token: SecurePayment['token']\n")
    expect(props).toContain("  /** Colours. */\n  theme?: SecurePayment['theme'] | undefined\n")
  })
})
