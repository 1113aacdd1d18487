import { ATTRIBUTES } from '../../../widget/src/react/members.ts'
import { createOrderCode } from './createOrderCode.ts'
import type { Design, Values } from './design.ts'
import { knobs, LINK_TEXT, readDeclarations } from './knobs.ts'

/** The targets of the code. */
export const FRAMEWORKS = ['HTML', 'React', 'Vue', 'Svelte', 'Angular'] as const
export type Framework = (typeof FRAMEWORKS)[number]

/** A file in a shop. */
export type CodeFile = { readonly name: string; readonly text: string }

/** The order's data from the shop's server, as in the examples: the attribute, and the field with the attribute's value. */
const ORDER = [
  ['token', 'token'],
  ['api-base', 'apiBase'],
  ['client-id', 'clientId'],
  ['pay-url', 'payUrl'],
] as const

const SAMPLE = {
  token: '01KB4Z…',
  apiBase: 'https://pay.example',
  clientId: 'cli_…',
  payUrl: 'https://pay.example/',
} as const

/** The default height in the element's manifest. */
const LEAST_HEIGHT = knobs.find(({ key }) => key === '--sp-min-height')?.fallback

/** The React component's prop of each attribute. */
const PROPS: ReadonlyMap<string, string> = new Map(
  Object.entries(ATTRIBUTES).map(([prop, attribute]) => [attribute, prop]),
)

/** Returns the shop's files with exactly the chosen values, in the style of playground/examples. */
export function writeCode(design: Design, framework: Framework): readonly CodeFile[] {
  const css = writeCss(design)
  if (framework === 'HTML') return [{ name: 'index.html', text: writeHtml(design, css) }]
  const write = { React: writeReact, Vue: writeVue, Svelte: writeSvelte, Angular: writeAngular }
  const { name, text } = write[framework](design)
  return [
    { name, text },
    { name: 'createOrder.ts', text: createOrderCode },
    { name: 'checkout.css', text: css },
  ]
}

function writeCss({ attributes, variables, parts }: Design): string {
  const { all, dark } = splitDark(variables, attributes['theme'])
  const blocks = [
    ...(all.length > 0 ? [writeRule('secure-payment', all)] : []),
    ...(dark.length > 0
      ? [
          `@media (prefers-color-scheme: dark) {\n${indent(writeRule('secure-payment', dark), 2)}\n}`,
        ]
      : []),
    ...Object.entries(parts).map(([name, css]) =>
      writeRule(`secure-payment::part(${name})`, readDeclarations(css) ?? []),
    ),
  ]
  const isInPage = !['modal', 'button'].includes(attributes['mode'] ?? 'inline')
  if (!isInPage) return blocks.join('\n\n') || '/* The element needs no custom styles. */'
  const height = variables['--sp-min-height'] ?? LEAST_HEIGHT
  const place = writeRule('secure-payment:not(:defined)', [
    'display: block',
    `min-height: ${height}`,
  ])
  const why = '/* Keeps the element’s place until its script has run, so that nothing jumps. */'
  return [...blocks, `${why}\n${place}`].join('\n\n')
}

/**
 * Returns the declarations of variables, and the additional declarations for dark pages. The declarations avoid `light-dark()`: bundlers
 * rewrite that function for older browsers with the help of a `color-scheme`, which this sheet lacks.
 */
function splitDark(
  variables: Values,
  theme = 'auto',
): { readonly all: readonly string[]; readonly dark: readonly string[] } {
  const both = Object.entries(variables).map(([name, value]) => {
    const [, light, dark] = /^light-dark\(\s*([^(),]+),\s*([^(),]+)\)$/.exec(value) ?? []
    return { name, light: light ?? value, dark: dark ?? value }
  })
  const write = (scheme: 'light' | 'dark') => (each: (typeof both)[number]) =>
    `${each.name}: ${each[scheme]}`
  if (theme !== 'auto')
    return { all: both.map(write(theme === 'dark' ? 'dark' : 'light')), dark: [] }
  const differing = both.filter(({ light, dark }) => light !== dark)
  return { all: both.map(write('light')), dark: differing.map(write('dark')) }
}

function writeRule(selector: string, declarations: readonly string[]): string {
  return `${selector} {\n${declarations.map((each) => `  ${each};\n`).join('')}}`
}

function writeHtml(design: Design, css: string): string {
  const order = ORDER.map(([name, field]): Pair => [name, `${name}="${SAMPLE[field]}"`])
  return `<style>
${indent(css, 2)}
</style>
<script type="module" src="https://pay.example/widget/secure-payment.js"></script>

<!-- Your server writes the token of the order. Fulfil it from the webhook: sp-success is for display only. -->
${writeElement(design, { order, listeners: [], link: 'href="https://pay.example/?token=01KB4Z…"' })}`
}

/** Writes the component, which also renders on servers; unlike the tag, it has no kebab-case attributes. */
function writeReact(design: Design): CodeFile {
  const order = ORDER.map(([name, field]): Pair => [name, `${nameProp(name)}={order.${field}}`])
  const element = writeElement(design, {
    tag: 'SecurePayment',
    order,
    listeners: ['onSuccess={onPaid}'],
    link: 'href={order.hostedUrl}',
    writeAttribute: writeProp,
  })
  return {
    name: 'Payment.tsx',
    text: `import { SecurePayment } from '@secure-payment/widget/react'
import './checkout.css'
import type { Order } from './createOrder.ts'

/** Fulfil the order from the webhook: \`onPaid\` is for display only. */
export function Payment({ order, onPaid }: { order: Order; onPaid: () => void }) {
  return (
${indent(element, 4)}
  )
}`,
  }
}

function nameProp(attribute: string): string {
  return PROPS.get(attribute) ?? attribute
}

/** Writes a prop; an empty value is a flag that is on. Numbers and truth values are expressions. */
function writeProp(name: string, value: string): string {
  const prop = nameProp(name)
  if (value === '') return prop
  const input = knobs.find(({ kind, key }) => kind === 'attribute' && key === name)?.input
  const isExpression = input?.type === 'number' || value === 'true' || value === 'false'
  return isExpression ? `${prop}={${value}}` : writeQuoted(prop, value)
}

function writeVue(design: Design): CodeFile {
  const order = ORDER.map(([name, field]): Pair => [name, `:${name}="order.${field}"`])
  return {
    name: 'ShopPayment.vue',
    text: `<script setup lang="ts">
import '@secure-payment/widget'
import '@secure-payment/widget/vue'
import './checkout.css'
import type { Order } from './createOrder.ts'

defineProps<{ order: Order }>()
// Fulfil the order from the webhook: this is for display only.
const emit = defineEmits<{ paid: [] }>()
</script>

<template>
${indent(writeElement(design, { order, listeners: [`@sp-success="emit('paid')"`], link: ':href="order.hostedUrl"' }), 2)}
</template>`,
  }
}

function writeSvelte(design: Design): CodeFile {
  const order = ORDER.map(([name, field]): Pair => [name, `${name}={order.${field}}`])
  return {
    name: 'Payment.svelte',
    text: `<script lang="ts">
import '@secure-payment/widget'
import '@secure-payment/widget/svelte'
import './checkout.css'
import type { Order } from './createOrder.ts'

// Fulfil the order from the webhook: \`onPaid\` is for display only.
const { order, onPaid }: { order: Order; onPaid: () => void } = $props()
</script>

${writeElement(design, { order, listeners: ['onsp-success={onPaid}'], link: 'href={order.hostedUrl}' })}`,
  }
}

function writeAngular(design: Design): CodeFile {
  const order = ORDER.map(([name, field]): Pair => [name, `[${field}]="order().${field}"`])
  const element = writeElement(design, {
    order,
    listeners: ['(sp-success)="paid.emit()"'],
    link: '[href]="order().hostedUrl"',
    // In Angular's templates, `@` begins a block, and two braces begin an expression; a comment separates the braces.
    write: (text) => escapeValue(text).replace(/@/g, '&#64;').replace(BRACES, '&#123;<!-- -->'),
    writeAttribute: (name, value) => {
      if (!value.includes('{{')) return writeQuoted(name, value)
      const literal = value.replace(/[\\'{]/g, (sign) => `\\u${hex(sign)}`)
      return `[attr.${name}]="'${escapeValue(literal)}'"`
    },
  })
  return {
    name: 'payment.ts',
    text: `import { Component, CUSTOM_ELEMENTS_SCHEMA, input, output } from '@angular/core'
import '@secure-payment/widget'
import type { Order } from './createOrder'

/** Fulfil the order from the webhook: \`paid\` is for display only. */
@Component({
  selector: 'shop-payment',
  // Allows a tag that no Angular component has.
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  styleUrl: './checkout.css',
  template: \`
${indent(element, 4)}
  \`,
})
export class Payment {
  readonly order = input.required<Order>()
  readonly paid = output<void>()
}`,
  }
}

/** The name of an attribute, and the attribute's text while no value is chosen. */
type Pair = readonly [string, string]

/** A framework's notation for defaults. */
type Idiom = {
  readonly tag?: string
  readonly order: readonly Pair[]
  readonly listeners: readonly string[]
  /** The link's address, as an attribute. */
  readonly link: string
  /** Escapes text between tags, so that it remains text. */
  readonly write?: (text: string) => string
  /** Writes an attribute; an empty value is a flag that is on. */
  readonly writeAttribute?: (name: string, value: string) => string
}

function writeElement(
  { attributes, slots }: Design,
  {
    tag = 'secure-payment',
    order,
    listeners,
    link,
    write = escapeValue,
    writeAttribute = writeQuoted,
  }: Idiom,
): string {
  const given = order.filter(([name]) => attributes[name] === undefined).map(([, text]) => text)
  const chosen = Object.entries(attributes).map(([name, value]) => writeAttribute(name, value))
  const lines = [...given, ...chosen, ...listeners].map((line) => `  ${line}\n`)
  const { default: text = LINK_TEXT, ...others } = slots
  const content = [
    `<a ${link}>${write(text)}</a>`,
    ...Object.entries(others).map(([name, own]) =>
      name === 'trigger'
        ? `<button slot="trigger" type="button">${write(own)}</button>`
        : `<div slot="${name}">${write(own)}</div>`,
    ),
  ]
  return `<${tag}\n${lines.join('')}>\n${indent(content.join('\n'), 2)}\n</${tag}>`
}

function writeQuoted(name: string, value: string): string {
  return value === '' ? name : `${name}="${escapeValue(value)}"`
}

/** A brace followed by another brace, as `escapeValue` writes braces. */
const BRACES = /&#123;(?=&#123;)/g

function hex(sign: string): string {
  return sign.charCodeAt(0).toString(16).padStart(4, '0')
}

/** Escapes a value so that it remains text in HTML, in JSX, in the templates of Vue, Svelte and Angular, and in a template literal. */
function escapeValue(value: string): string {
  return value.replace(/[&"<>{}`$\\]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function indent(text: string, spaces: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(spaces))
}
