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
  walletsOfRoute: (most) =>
    `Um endereço por linha, até ${most}, dentre as carteiras da rota. Deixe vazio para que todas elas possam pagar.`,
  walletExcluded: (line, text) =>
    `Linha ${line}: as regras da rota de recebimento excluem “${text}”. Remova-o ou altere as regras em Recebimento.`,
  noneLeft:
    'Nenhuma carteira pode pagar: as regras da rota de recebimento permitem outras carteiras. Escolha uma delas ou altere as regras em Recebimento.',
  routeWallets: (count) =>
    plural(
      count,
      'As regras da rota de recebimento também valem: só 1 carteira pode pagar',
      `As regras da rota de recebimento também valem: só ${count} carteiras podem pagar`,
    ),
  routeHides:
    'As regras da rota de recebimento ocultam o endereço; por isso, este link também o oculta.',
  routeUnknown:
    'Se a rota de recebimento tem regras para pagadores, elas também valem para este link.',
  narrowed: 'Salvo. As regras da rota de recebimento também valem: veja “Pagadores”.',
  excluded: (wallets) =>
    `Salvo, mas as regras da rota de recebimento excluem ${wallets}: veja “Pagadores”.`,
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
