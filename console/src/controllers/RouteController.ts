import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { CONSOLE_PATH, formatRoute, parseRoute, type Route } from '../routes.ts'

/** The screen that the address names. Opens links to screens without a page reload, and follows the browser's history. */
export class RouteController implements ReactiveController {
  route: Route = readRoute()
  readonly #host: ReactiveControllerHost & HTMLElement
  readonly #onChange: () => void

  /** `onChange` runs after each change of the screen, but not for the first one. */
  constructor(host: ReactiveControllerHost & HTMLElement, onChange: () => void) {
    this.#host = host
    this.#onChange = onChange
    host.addController(this)
  }

  hostConnected(): void {
    this.route = readRoute()
    window.addEventListener('popstate', this.#read)
    this.#host.addEventListener('click', this.#onClick)
  }

  hostDisconnected(): void {
    window.removeEventListener('popstate', this.#read)
    this.#host.removeEventListener('click', this.#onClick)
  }

  readonly navigate = (route: Route): void => {
    history.pushState(null, '', formatRoute(route))
    window.scrollTo(0, 0)
    this.#read()
  }

  /** Changes the current screen's query, and adds a step to the history; the focus and the scroll position do not change. */
  readonly refine = (route: Route): void => {
    const address = formatRoute(route)
    // Repeating a search adds no step to the history.
    if (address !== location.pathname + location.search) history.pushState(null, '', address)
    this.route = readRoute()
    this.#host.requestUpdate()
  }

  readonly #read = (): void => {
    this.route = readRoute()
    this.#host.requestUpdate()
    this.#onChange()
  }

  readonly #onClick = (event: MouseEvent): void => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    if (event.defaultPrevented || !isPlain || event.altKey) return
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement)
    if (link === undefined || link.target !== '' || link.origin !== location.origin) return
    if (!link.pathname.startsWith(CONSOLE_PATH) || link.hash !== '') return
    event.preventDefault()
    this.navigate(parseRoute(link.pathname, link.search))
  }
}

/** Reads the screen from the page's address. */
function readRoute(): Route {
  return parseRoute(location.pathname, location.search)
}
