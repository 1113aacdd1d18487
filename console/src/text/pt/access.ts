import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('pt')

/** The Portuguese sentences for access policies; part of {@link pt}. */
export const access: Text['access'] = {
  title: 'Pagadores',
  fold: 'Reservar para certas carteiras',
  wallets: 'Carteiras que podem pagar',
  walletsHint: (most) =>
    `Um endereço por linha, até ${most}. Deixe vazio para que qualquer carteira possa pagar.`,
  walletInvalid: (line, text) =>
    `Linha ${line}: “${text}” não é o endereço de uma carteira nesta rede.`,
  walletsMany: (most) => `No máximo ${most} carteiras.`,
  hide: 'Ocultar o endereço de recebimento',
  hideHint:
    'A página abrevia o endereço até que uma carteira autorizada se conecte. Os pagamentos na blockchain continuam públicos.',
  hidden: 'Oculto até que uma carteira autorizada se conecte',
  address: 'Endereço de recebimento',
  anyWallet: 'Qualquer carteira pode pagar',
  onlyWallets: (count) =>
    plural(count, 'Só 1 carteira pode pagar', `Só ${count} carteiras podem pagar`),
  shareHint: 'Quem tem o link vê o que é pedido. Só certas carteiras podem pagá-lo.',
  screened: 'Cada pagador é verificado',
  edit: 'Alterar as regras para pagadores',
  editText:
    'Elas valem para as novas páginas de pagamento desta rota. As páginas existentes mantêm as regras com que foram criadas.',
  save: 'Salvar regras',
  saved: 'Regras para pagadores salvas.',
}
