import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('es')

/** The Spanish sentences about cancelling unpaid requests and links; part of {@link es}. */
export const cancelling: Text['cancelling'] = {
  link: 'Cancelar enlace',
  request: 'Cancelar solicitud',
  title: (amount) => `¿Dejar de pedir ${amount}?`,
  text: 'Los pagadores ven de inmediato que se canceló, y también el contacto de su cuenta si lo tiene. Esta acción no se puede deshacer. El dinero que aún llegue se registra como tardío.',
  payout: {
    request: 'Cancelar desembolso',
    title: (amount) => `¿Cancelar el desembolso de ${amount}?`,
    text: 'La billetera que paga ve de inmediato que se canceló y ya no puede pagarlo. Esta acción no se puede deshacer.',
    done: 'Desembolso cancelado.',
  },
  waitingTogether: (count) =>
    plural(
      count,
      'Este desembolso espera aprobación junto con 1 más. Cancelarlo pone fin a la aprobación de ambos: el otro tampoco se podrá pagar y habrá que crearlo de nuevo.',
      `Este desembolso espera aprobación junto con ${count} más. Cancelarlo pone fin a la aprobación de todos: los demás tampoco se podrán pagar y habrá que crearlos de nuevo.`,
    ),
  keep: 'Mantener abierto',
  done: 'Cancelado. Ningún pagador puede pagarlo ya.',
  /** The sentences by the reason that the service returns, each with the next step. */
  refused: {
    paid: 'Ha llegado un pago, así que ya no se puede cancelar. Acuerde en su lugar un reembolso con el pagador.',
    seen: 'Hay un pago en la blockchain y se está confirmando. Espere un minuto: cuando esté confirmado, acuerde un reembolso con el pagador.',
    bridged:
      'Un pago desde otra red está en camino. Espere el resultado: si llega, acuerde un reembolso; si no, cancele de nuevo.',
    sent: 'Un pagador comunicó una transacción hace menos de una hora. Si llega, acuerde un reembolso; si no, cancele de nuevo en una hora.',
    attempt:
      'Un pagador está pagando ahora mismo en una billetera. Cancele de nuevo en unos minutos, cuando el intento haya terminado. Termina en menos de una hora.',
    scheduled:
      'Un desembolso recurrente paga esta solicitud. Detenga el desembolso recurrente en Desembolsos; eso la cancela.',
    batch:
      'Esta solicitud forma parte de un enlace con varias. Cancele el enlace completo en Enlaces.',
  },
}
