import type { Design } from './design.ts'
import { LINK_TEXT, readDeclarations } from './knobs.ts'

/** What the code can be written for. */
export const FRAMEWORKS = ['HTML', 'React', 'Vue', 'Svelte', 'Angular'] as const
export type Framework = (typeof FRAMEWORKS)[number]

/** A file of a shop. */
export type CodeFile = { readonly name: string; readonly text: string }

/** What the shop's server says of an order, as in the examples: the attribute, and the field that brings it. */
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

/** The shop's files with exactly what was chosen, in the way of playground/examples. */
export function writeCode(design: Design, framework: Framework): readonly CodeFile[] {
  const css = writeCss(design)
  if (framework === 'HTML') return [{ name: 'index.html', text: writeHtml(design, css) }]
  const write = { React: writeReact, Vue: writeVue, Svelte: writeSvelte, Angular: writeAngular }
  const { name, text } = write[framework](design)
  return [
    { name, text },
    { name: 'checkout.css', text: css },
  ]
}

function writeCss({ attributes, variables, parts }: Design): string {
  const chosen = Object.entries(variables).map(([name, value]) => `${name}: ${value}`)
  const blocks = [
    ...(chosen.length > 0 ? [writeRule('secure-payment', chosen)] : []),
    ...Object.entries(parts).map(([name, css]) =>
      writeRule(`secure-payment::part(${name})`, readDeclarations(css) ?? []),
    ),
  ]
  const isInPage = !['modal', 'button'].includes(attributes['mode'] ?? 'inline')
  if (!isInPage) return blocks.join('\n\n') || '/* The element needs no styles of yours. */'
  const height = variables['--sp-min-height'] ?? '34rem'
  const place = writeRule('secure-payment:not(:defined)', [
    'display: block',
    `min-height: ${height}`,
  ])
  const why = '/* Keeps the element’s place until its script has run, so that nothing jumps. */'
  return [...blocks, `${why}\n${place}`].join('\n\n')
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
${writeElement(design, order, [], 'href="https://pay.example/?token=01KB4Z…"')}`
}

function writeReact(design: Design): CodeFile {
  const order = ORDER.map(([name, field]): Pair => [name, `${name}={order.${field}}`])
  return {
    name: 'Payment.tsx',
    text: `import '@secure-payment/widget'
import '@secure-payment/widget/react'
import './checkout.css'
import type { Order } from './createOrder.ts'

/** Fulfil the order from the webhook: \`onPaid\` is for display only. */
export function Payment({ order, onPaid }: { order: Order; onPaid: () => void }) {
  return (
${indent(writeElement(design, order, ['onsp-success={onPaid}'], 'href={order.hostedUrl}'), 4)}
  )
}`,
  }
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
${indent(writeElement(design, order, [`@sp-success="emit('paid')"`], ':href="order.hostedUrl"'), 2)}
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

${writeElement(design, order, ['onsp-success={onPaid}'], 'href={order.hostedUrl}')}`,
  }
}

function writeAngular(design: Design): CodeFile {
  const order = ORDER.map(([name, field]): Pair => [name, `[${field}]="order().${field}"`])
  const element = writeElement(
    design,
    order,
    ['(sp-success)="paid.emit()"'],
    '[href]="order().hostedUrl"',
  )
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

/** An attribute's name, and how it is written when it was not chosen. */
type Pair = readonly [string, string]

function writeElement(
  { attributes, slots }: Design,
  order: readonly Pair[],
  listeners: readonly string[],
  link: string,
): string {
  const given = order.filter(([name]) => attributes[name] === undefined).map(([, text]) => text)
  const chosen = Object.entries(attributes).map(([name, value]) =>
    value === '' ? name : `${name}="${escapeValue(value)}"`,
  )
  const lines = [...given, ...chosen, ...listeners].map((line) => `  ${line}\n`)
  const { default: text = LINK_TEXT, ...others } = slots
  const content = [
    `<a ${link}>${escapeText(text)}</a>`,
    ...Object.entries(others).map(([name, own]) =>
      name === 'trigger'
        ? `<button slot="trigger" type="button">${escapeText(own)}</button>`
        : `<div slot="${name}">${escapeText(own)}</div>`,
    ),
  ]
  return `<secure-payment\n${lines.join('')}>\n${indent(content.join('\n'), 2)}\n</secure-payment>`
}

/** Stays text in HTML, in JSX, in the templates of Vue, Svelte and Angular, and in a template literal. */
function escapeValue(value: string): string {
  return value.replace(/[&"<>{}`$\\]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** As `escapeValue`, between tags: Angular takes `@` there for a block of its own. */
function escapeText(text: string): string {
  return escapeValue(text).replace(/@/g, '&#64;')
}

function indent(text: string, spaces: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(spaces))
}
