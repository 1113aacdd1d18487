import type { ReactiveController } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'

/** The form rows for an order's lines. Each row has a number, so that fields keep their text when another line is removed. */
export class OrderRowsController implements ReactiveController {
  readonly #view: ConsoleView
  /** The numbers of the rows, in order; null before the first change. */
  #rows: readonly number[] | null = null
  #lastRow = 0

  constructor(view: ConsoleView) {
    this.#view = view
    view.addController(this)
  }

  hostConnected(): void {}

  /** Returns the current rows; before the first change, one row per line of the draft. */
  read(lines: readonly unknown[] = []): readonly number[] {
    return this.#rows ?? lines.map((_, index) => index)
  }

  /** Discards every change, so that the rows follow another draft. */
  reset(): void {
    this.#rows = null
    this.#view.requestUpdate()
  }

  /** Adds a row and moves the focus to it. */
  add(lines?: readonly unknown[]): void {
    const rows = this.read(lines)
    this.#lastRow = Math.max(this.#lastRow, ...rows, -1) + 1
    this.#change([...rows, this.#lastRow], `#name-${this.#lastRow}`)
  }

  /** Removes a row and moves the focus to the next one. */
  remove(row: number, lines?: readonly unknown[]): void {
    const rows = this.read(lines)
    const index = rows.indexOf(row)
    const left = rows.filter((one) => one !== row)
    const next = left[Math.min(index, left.length - 1)]
    this.#change(left, next === undefined ? '#amount' : `#name-${next}`)
  }

  #change(rows: readonly number[], focused: string): void {
    this.#rows = rows
    const view = this.#view
    view.submit.reset()
    view.requestUpdate()
    void view.updateComplete.then(() => {
      view.renderRoot.querySelector<HTMLElement>(focused)?.focus()
    })
  }
}
