/** The element's look and its formats, for pages of this project that share the same look. Not a public API. */
export { base } from './styles/base.ts'
export { tokens } from './styles/tokens.ts'
export { variants } from './styles/variants.ts'
export { groupAddress, maskAddress } from './text/address.ts'
export {
  createFormat,
  type Format,
  plainText,
  safeUrl,
} from './text/format.ts'
export { formatDateTime } from './text/formatDateTime.ts'
export { flowIcons } from './views/shell/flowIcons.ts'
export { icons, renderIcon } from './views/shell/icons.ts'
