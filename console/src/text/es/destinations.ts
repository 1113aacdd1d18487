import type { Text } from '../text.ts'

/** The Spanish sentences for the receiving route screen; part of {@link es}. */
export const destinations: Text['destinations'] = {
  title: 'Ruta de cobro',
  lead: 'El lugar al que llegan los pagos que recibe. El dinero va directamente de la billetera del pagador a la suya.',
  current: 'Su ruta de cobro',
  none: 'Aún no hay ruta de cobro',
  noneText: 'Elija la red y el token que recibe esta billetera.',
  others: 'Rutas de cobro de las otras billeteras de esta cuenta',
  othersText: 'Solo la propia billetera puede cambiar su ruta.',
  network: 'Red',
  token: 'Token',
  tokensOf: (network) => `Tokens en ${network}`,
  native: 'Moneda nativa',
  contract: 'Contrato',
  wallet: 'Billetera',
  id: 'ID de ruta',
  since: 'Desde',
  create: 'Cobrar aquí',
  change: 'Cambiar',
  changeTitle: 'Cambiar su ruta de cobro',
  changeText:
    'Los ID de cliente vinculados a esta ruta pasan a la nueva. Los pagos existentes conservan su ruta.',
  saveChange: 'Usar esta ruta',
  chosen: (token, network) => `${token} en ${network}`,
  deactivate: 'Dejar de cobrar aquí',
  deactivateTitle: '¿Dejar de cobrar en esta ruta?',
  deactivateText:
    'Los ID de cliente vinculados a ella dejan de crear pagos, y ningún pago nuevo puede indicar su ID de ruta. Los pagos existentes aún se pueden realizar. Los enlaces de la consola pagan directamente a su billetera: los que se pueden pagar sin límite de veces aceptan nuevos pagadores hasta que los cancele.',
  deactivateConfirm: 'Dejar de cobrar',
  created: 'Ruta de cobro guardada.',
  changed: 'Ruta de cobro cambiada.',
  deactivated: 'Ya no cobra en esta ruta.',
  testNetwork: 'Red de prueba',
  noNetworks: 'Este servicio no tiene ninguna red para su tipo de billetera.',
  accountTitle: 'Una ruta de cobro pertenece a una billetera',
  accountText:
    'Solo la propia billetera puede fijar adónde llega su dinero, para que una contraseña robada no pueda desviarlo. Usted inició sesión con correo electrónico. Tiene dos opciones:',
  accountWays: [
    'Cierre la sesión, inicie sesión con la billetera que recibe el dinero y fije su ruta en esta página. Si la billetera aún no es miembro de esta cuenta del comercio, un propietario o administrador la invita primero en Cuenta.',
    'Quédese aquí y componga abajo el ID de ruta de cualquier billetera. Vincule a él un ID de cliente, o úselo al crear un pago.',
  ],
  compose: 'Componer un ID de ruta',
  composeHint: 'Revise la dirección dos veces: los pagos a ella no se pueden revertir.',
  walletAddress: 'Dirección de la billetera',
  walletInvalid:
    'Ingrese la dirección completa de una billetera. Si combina mayúsculas y minúsculas, deben ser las correctas.',
  composed: 'ID de ruta',
  toClientIds: 'Vincular a él un ID de cliente',
  conflict:
    'Esta ruta se cambió entretanto, quizá en otra pestaña. No se guardó nada. Copie lo que escribió, cargue la ruta de nuevo y repita sus cambios.',
  receiveAgain: 'Volver a cobrar aquí',
}
