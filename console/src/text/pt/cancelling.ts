import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('pt')

/** The Portuguese sentences about cancelling unpaid requests and links; part of {@link pt}. */
export const cancelling: Text['cancelling'] = {
  link: 'Cancelar link',
  request: 'Cancelar cobrança',
  title: (amount) => `Parar de cobrar ${amount}?`,
  text: 'Os pagadores veem o cancelamento imediatamente, e também seu contato, se a conta tiver um. Não é possível desfazer. Se ainda chegar dinheiro, ele é registrado como atrasado.',
  payout: {
    request: 'Cancelar repasse',
    title: (amount) => `Cancelar o repasse de ${amount}?`,
    text: 'A carteira pagadora vê o cancelamento imediatamente e não pode mais pagar. Não é possível desfazer.',
    done: 'Repasse cancelado.',
  },
  waitingTogether: (count) =>
    plural(
      count,
      'Este repasse aguarda aprovação junto com 1 outro. Cancelá-lo encerra a aprovação dos dois: o outro também não poderá ser pago e precisará ser criado de novo.',
      `Este repasse aguarda aprovação junto com ${count} outros. Cancelá-lo encerra a aprovação de todos: os outros também não poderão ser pagos e precisarão ser criados de novo.`,
    ),
  keep: 'Manter em aberto',
  done: 'Cancelado. Nenhum pagador pode mais pagar.',
  /** The sentences by the reason that the service returns, each with the next step. */
  refused: {
    paid: 'Chegou um pagamento, por isso não é mais possível cancelar. Combine um reembolso com o pagador.',
    seen: 'Um pagamento está na rede e em confirmação. Aguarde um minuto: assim que ele for confirmado, combine um reembolso com o pagador.',
    bridged:
      'Um pagamento de outra rede está a caminho. Aguarde o resultado: se ele chegar, combine um reembolso; caso contrário, cancele novamente.',
    sent: 'Um pagador informou uma transação há menos de uma hora. Se ela chegar, combine um reembolso; caso contrário, cancele novamente em uma hora.',
    attempt:
      'Um pagador está pagando agora em uma carteira. Cancele novamente em alguns minutos, quando a tentativa tiver terminado. Ela termina em até uma hora.',
    scheduled:
      'Um repasse recorrente paga esta cobrança. Encerre o repasse recorrente em Repasses, o que a cancela.',
    batch: 'Esta cobrança é uma de várias em um link. Cancele o link inteiro em Links.',
  },
}
