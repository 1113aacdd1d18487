'use client'

import {
  createElement,
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactElement,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { SecurePaymentAttributes, SecurePaymentProperties } from '../types/attributes.js'
import type { SecurePaymentListeners } from '../types/events.js'
import { ElementLink } from './react/ElementLink.ts'
import {
  ATTRIBUTES,
  type ElementProps,
  EVENTS,
  type EventProps,
  PROPERTIES,
} from './react/members.ts'
import { registerElement } from './react/registerElement.ts'
import type { SecurePayment as SecurePaymentElement } from './secure-payment.ts'

export type { SecurePaymentElement }

/** The props of the component `SecurePayment`: the element's attributes and properties, its events, and those of any HTML element. */
export type SecurePaymentComponentProps = Omit<
  HTMLAttributes<SecurePaymentElement>,
  keyof ElementProps | keyof EventProps
> &
  ElementProps &
  EventProps & {
    /** The element. Its methods exist once it is defined: after `onReady`, or after `customElements.whenDefined('secure-payment')`. */
    ref?: Ref<SecurePaymentElement> | undefined
  }

/** The props of the tag `<secure-payment>`, for pages that React renders only in the browser. */
export type SecurePaymentProps = Omit<
  DetailedHTMLProps<HTMLAttributes<SecurePaymentElement>, SecurePaymentElement>,
  keyof SecurePaymentProperties
> &
  SecurePaymentProperties &
  SecurePaymentAttributes &
  SecurePaymentListeners

declare module 'react' {
  // biome-ignore lint/style/noNamespace: React declares the tags of JSX in a namespace.
  namespace JSX {
    interface IntrinsicElements {
      'secure-payment': SecurePaymentProps
    }
  }
}

/**
 * `<secure-payment>` as a React component that servers can render. A server writes the tag with its attributes and children, and without
 * the token. In the browser, the component first listens, then sets the token and registers the element, so that it misses no event. If a
 * page renders the component and never loads its script, the children remain: pass a link to the hosted page.
 *
 * Fulfil orders from the webhook: `onSuccess` is for the page's display only.
 */
export function SecurePayment(props: SecurePaymentComponentProps): ReactElement {
  const { ref, children, ...rest } = props
  const own = useRef<SecurePaymentElement>(null)
  const [link] = useState(() => new ElementLink())
  // React sets the component's own ref before it runs these effects.
  useImperativeHandle(ref, () => own.current as SecurePaymentElement, [])
  useLayoutEffect(() => link.follow(props))
  useLayoutEffect(() => {
    if (own.current) link.show(own.current)
    return () => link.hide()
  }, [link])
  useLayoutEffect(() => link.setProperties(props))
  useLayoutEffect(registerElement, [])
  return createElement('secure-payment', { ...toMarkup(rest), ref: own }, children)
}

/** Returns the props that React writes into the markup: attributes by their names, and those of any HTML element. */
function toMarkup(props: Omit<SecurePaymentComponentProps, 'ref' | 'children'>): object {
  const markup: Record<string, unknown> = {
    // An element that was defined before React hydrates it has already written its state.
    suppressHydrationWarning: true,
  }
  for (const [name, value] of Object.entries(props)) {
    if (name in EVENTS || OTHERS.has(name)) continue
    markup[NAMES.get(name) ?? name] = value
  }
  // The attribute `auto-select` is on unless its text is "false"; React would omit `false`.
  if (props.autoSelect !== undefined) markup[ATTRIBUTES.autoSelect] = String(props.autoSelect)
  return markup
}

const OTHERS: ReadonlySet<string> = new Set(PROPERTIES)
/** The attribute `class`, because React writes a missing `className` of a custom element as the text "undefined". */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ATTRIBUTES),
  ['className', 'class'],
])
