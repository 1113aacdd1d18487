import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('es')

/** The Spanish sentences for access policies; part of {@link es}. */
export const access: Text['access'] = {
  title: 'Pagadores',
  fold: 'Reservar para ciertas billeteras',
  wallets: 'Billeteras que pueden pagar',
  walletsHint: (most) =>
    `Una dirección por línea, hasta ${most}. Déjelo vacío para que pueda pagar cualquier billetera.`,
  walletInvalid: (line, text) =>
    `Línea ${line}: «${text}» no es la dirección de una billetera en esta red.`,
  walletsOfRoute: (most) =>
    `Una dirección por línea, hasta ${most}, de las billeteras de la ruta. Déjelo vacío para que puedan pagar todas ellas.`,
  walletExcluded: (line, text) =>
    `Línea ${line}: las reglas de la ruta de cobro excluyen «${text}». Quítela o cambie las reglas en «Ruta de cobro».`,
  noneLeft:
    'Ninguna billetera puede pagar: las reglas de la ruta de cobro permiten otras billeteras. Elija una de ellas o cambie las reglas en «Ruta de cobro».',
  routeWallets: (count) =>
    plural(
      count,
      'También se aplican las reglas de la ruta de cobro: solo 1 billetera puede pagar',
      `También se aplican las reglas de la ruta de cobro: solo ${count} billeteras pueden pagar`,
    ),
  routeHides:
    'Las reglas de la ruta de cobro ocultan su dirección, por lo que este enlace también la oculta.',
  routeUnknown:
    'Si la ruta de cobro tiene reglas para pagadores, también se aplican a este enlace.',
  narrowed: 'Guardado. También se aplican las reglas de la ruta de cobro: vea «Pagadores».',
  excluded: (wallets) =>
    `Guardado, pero las reglas de la ruta de cobro excluyen ${wallets}: vea «Pagadores».`,
  walletsMany: (most) => `${most} billeteras como máximo.`,
  hide: 'Ocultar la dirección de cobro',
  hideHint:
    'La página acorta la dirección hasta que se conecte una billetera autorizada. Los pagos en la cadena siguen siendo públicos.',
  hidden: 'Oculta hasta que se conecte una billetera autorizada',
  address: 'Dirección de cobro',
  anyWallet: 'Cualquier billetera puede pagar',
  onlyWallets: (count) =>
    plural(count, 'Solo 1 billetera puede pagar', `Solo ${count} billeteras pueden pagar`),
  shareHint:
    'Cualquiera que tenga el enlace ve lo que se pide. Solo ciertas billeteras pueden pagarlo.',
  screened: 'Se verifica a cada pagador',
  edit: 'Cambiar las reglas para pagadores',
  editText:
    'Se aplican a las páginas de pago nuevas de esta ruta. Las páginas existentes conservan las reglas con las que se crearon.',
  save: 'Guardar reglas',
  saved: 'Reglas para pagadores guardadas.',
}
