/** The element's design and formats, for this project's other pages that share its look. Not a public API. */
export { base } from './styles/base.ts'
export { tokens } from './styles/tokens.ts'
export { variants } from './styles/variants.ts'
export { groupAddress, maskAddress } from './text/address.ts'
export {
  createFormat,
  type Format,
  plainText,
  plainTextUpTo,
  safeUrl,
} from './text/format.ts'
export { formatDateTime } from './text/formatDateTime.ts'
export { formatList } from './text/formatList.ts'
export { renderQr } from './views/phone/renderQr.ts'
export { flowIcons } from './views/shell/flowIcons.ts'
export { icons, renderIcon } from './views/shell/icons.ts'
