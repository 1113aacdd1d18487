import { type CSSResultGroup, LitElement } from 'lit'
import type { ConsoleContext } from './context.ts'
import { CopyController } from './controllers/CopyController.ts'
import { SubmitController } from './controllers/SubmitController.ts'
import { viewStyles } from './styles/viewStyles.ts'

/** The base class of the console's screens: their context, styles, copy buttons, and one change at a time. */
export class ConsoleView<C extends ConsoleContext = ConsoleContext> extends LitElement {
  static override readonly styles: CSSResultGroup = viewStyles
  static override readonly properties = { context: { attribute: false } }

  declare context: C
  readonly copier = new CopyController(this)
  readonly submit = new SubmitController(this)

  /** Moves the focus to the screen's heading, once it is rendered. */
  focusHeading(): void {
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector<HTMLElement>('h1, h2')?.focus()
    })
  }
}
