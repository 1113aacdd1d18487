import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('pt')

/** The Portuguese sentences for the home screen; part of {@link pt}. */
export const home: Text['home'] = {
  title: 'Início',
  lead: 'O dinheiro que chegou e o que precisa da sua atenção.',
  received: 'Recebido',
  receivedHint: (currency) => `Equivalente em ${currency} no momento de cada pagamento.`,
  receivedIn: (currency) => `Recebido (${currency})`,
  periods: { today: 'Hoje', week: 'Esta semana', month: 'Este mês' },
  lastMonth: 'Pagamentos do mês passado',
  unknown: (count) =>
    plural(
      count,
      `${count} deles não tem equivalente conhecido`,
      `${count} deles não têm equivalente conhecido`,
    ),
  perDay: 'Recebido por dia nos últimos 30 dias',
  highest: (day, money) => `Maior: ${money} em ${day}`,
  dayTitle: (day, money, payments) => `${day}: ${money}, ${payments}`,
  asTable: 'Mostrar os dias em uma tabela',
  day: 'Dia',
  payments: 'Pagamentos',
  attention: 'Precisa de atenção',
  calm: 'Nada precisa da sua atenção.',
  unmatched: (count, written) =>
    plural(count, `${written} pagamento não conciliado`, `${written} pagamentos não conciliados`),
  unmatchedText: 'Nos últimos 14 dias, chegou dinheiro que não corresponde a nenhuma cobrança.',
  disabled: (url) => `O serviço desativou o webhook ${url}`,
  failing: (count, written, url) =>
    plural(
      count,
      `${written} entrega para ${url} falhou`,
      `${written} entregas para ${url} falharam`,
    ),
  failingText: 'Nos últimos 7 dias. Corrija seu servidor e depois reenvie-as.',
  expiring: (label) => `A chave de API “${label}” expira em breve`,
  expired: (label) => `A chave de API “${label}” expirou`,
  atLeast: (count) => `${count} ou mais`,
  latest: 'Pagamentos mais recentes',
  all: 'Todos os pagamentos',
}
