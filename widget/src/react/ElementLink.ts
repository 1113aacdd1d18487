import type { SecurePayment } from '../secure-payment.ts'
import { type ElementProps, EVENTS, type EventProps, PROPERTIES } from './members.ts'

type PropName = keyof typeof EVENTS
const PROP_NAMES = Object.fromEntries(
  Object.entries(EVENTS).map(([prop, event]) => [event, prop]),
) as Readonly<Record<string, PropName>>

/** The largest number of events that wait for a hidden page; a payment sends fewer. */
const MAX_MISSED = 100

/**
 * Connects a component with its element: listens to all events, and calls the handlers of the last render. The element keeps its listeners
 * while React hides the page (`<Activity>`), because a payment that was sent continues. The handlers receive these events when React shows
 * the page again.
 */
export class ElementLink {
  #handlers: EventProps = {}
  #element: SecurePayment | null = null
  #isShown = false
  readonly #missed: Event[] = []
  /** The names of the properties that the last render has set. */
  #set: ReadonlySet<string> = new Set()

  /** Replaces the handlers; `undefined` stands for none. */
  follow(handlers: EventProps): void {
    this.#handlers = handlers
  }

  /** Listens to the element, and passes on the events that the page missed while it was hidden. */
  show(element: SecurePayment): void {
    if (this.#element !== element) {
      this.#element = element
      for (const name of Object.values(EVENTS)) element.addEventListener(name, this)
    }
    this.#isShown = true
    for (const event of this.#missed.splice(0)) this.#report(event)
  }

  hide(): void {
    this.#isShown = false
  }

  /** Sets the properties without an attribute, and resets those that the page no longer passes. */
  setProperties(props: Partial<ElementProps>): void {
    const given = PROPERTIES.filter((name) => props[name] !== undefined)
    for (const name of new Set([...this.#set, ...given])) {
      if (this.#element) Reflect.set(this.#element, name, Reflect.get(props, name) ?? null)
    }
    this.#set = new Set(given)
  }

  handleEvent(event: Event): void {
    const name = PROP_NAMES[event.type]
    if (this.#isShown && name !== undefined) {
      // The name determines the class of the event.
      const handler = this.#handlers[name] as ((event: Event) => void) | undefined
      handler?.(event)
    } else if (!event.cancelable && this.#missed.length < MAX_MISSED) {
      // A cancelable event that no handler has answered in time needs no answer later.
      this.#missed.push(event)
    }
  }

  /** As a browser does, reports the error of a handler and continues. */
  #report(event: Event): void {
    try {
      this.handleEvent(event)
    } catch (error) {
      reportError(error)
    }
  }
}
