import { base, tokens, variants } from '@secure-payment/widget/design'
import { dialogStyles } from './dialogStyles.ts'
import { formStyles } from './formStyles.ts'
import { layoutStyles } from './layoutStyles.ts'
import { listStyles } from './listStyles.ts'

/** Every screen's style sheets: the element's own tokens, type and buttons, and the console's additions. */
export const viewStyles = [
  tokens,
  base,
  variants,
  layoutStyles,
  formStyles,
  listStyles,
  dialogStyles,
]
