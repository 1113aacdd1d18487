import type { Text } from '../text.ts'

/** The Spanish sentences for the move of a destination to another wallet; part of {@link es}. */
export const walletChange: Text['walletChange'] = {
  action: 'Trasladar a otra billetera',
  title: 'Trasladar a otra billetera',
  lead: 'Las dos billeteras firman el traslado. La billetera nueva debe haber iniciado sesión antes en esta cuenta de comercio. Los ID de cliente vinculados a esta ruta pagan después a la billetera nueva. Los pagos existentes conservan la suya.',
  address: 'Billetera nueva',
  same: 'Esta es la billetera actual.',
  next: 'Continuar',
  from: 'De',
  to: 'A',
  until: 'Firmar hasta',
  signers: {
    current: '1. Firmar con la billetera actual',
    next: '2. Firmar con la billetera nueva',
  },
  signed: 'Firmado',
  waiting: 'Confirme en la billetera. Firmar no mueve dinero.',
  noWallets: 'Abra esta página en un navegador que tenga las dos billeteras.',
  wrongAccount: (address) =>
    `La billetera comparte otra cuenta. Elija ${address} en ella e inténtelo de nuevo.`,
  wrongNetwork:
    'La billetera está en otra red. Cámbiela a la red de esta ruta e inténtelo de nuevo.',
  mismatch:
    'El servicio devolvió datos de otro traslado. No se firmó nada. Recargue la página e inténtelo de nuevo.',
  move: 'Trasladar la ruta',
  restart: 'Empezar de nuevo',
  moved: 'Ruta de cobro trasladada. Para cambiarla, inicie sesión con la billetera nueva.',
}
