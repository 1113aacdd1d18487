import type { Text } from '../text.ts'

/** The Portuguese sentences for the receiving route screen; part of {@link pt}. */
export const destinations: Text['destinations'] = {
  title: 'Recebimento',
  lead: 'O lugar onde chegam os pagamentos para você. O dinheiro vai direto da carteira do pagador para a sua.',
  current: 'Sua rota de recebimento',
  none: 'Nenhuma rota de recebimento ainda',
  noneText: 'Escolha a rede e o token que esta carteira recebe.',
  others: 'Rotas de recebimento das outras carteiras desta conta',
  othersText: 'Só a própria carteira pode alterar a sua rota.',
  network: 'Rede',
  token: 'Token',
  tokensOf: (network) => `Tokens em ${network}`,
  native: 'Moeda nativa',
  contract: 'Contrato',
  wallet: 'Carteira',
  id: 'ID de rota',
  since: 'Desde',
  create: 'Receber aqui',
  change: 'Alterar',
  changeTitle: 'Alterar sua rota de recebimento',
  changeText:
    'Client IDs vinculados a esta rota acompanham a alteração. Pagamentos existentes mantêm sua rota.',
  saveChange: 'Usar esta rota',
  chosen: (token, network) => `${token} em ${network}`,
  deactivate: 'Parar de receber aqui',
  deactivateTitle: 'Parar de receber nesta rota?',
  deactivateText:
    'Client IDs vinculados a ela param de criar pagamentos, e nenhum pagamento novo pode indicar o ID de rota dela. Pagamentos existentes ainda podem ser feitos. Links do console pagam diretamente à sua carteira: os que podem ser pagos sem limite de vezes aceitam novos pagadores até você cancelá-los.',
  deactivateConfirm: 'Parar de receber',
  created: 'Rota de recebimento salva.',
  changed: 'Rota de recebimento alterada.',
  deactivated: 'Você não recebe mais nesta rota.',
  testNetwork: 'Rede de teste',
  noNetworks: 'Este serviço não tem rede para seu tipo de carteira.',
  accountTitle: 'Uma rota de recebimento pertence a uma carteira',
  accountText:
    'Só a própria carteira pode definir onde o dinheiro dela chega, para que uma senha roubada não possa desviá-lo. Você entrou com e-mail. Há duas opções:',
  accountWays: [
    'Saia, entre com a carteira que recebe o dinheiro e defina a rota dela nesta página. Se a carteira ainda não for membro desta conta de vendedor, um proprietário ou administrador a convida antes em Conta.',
    'Continue aqui e monte abaixo o ID de rota de qualquer carteira. Vincule um client ID a ele ou use-o ao criar um pagamento.',
  ],
  compose: 'Montar um ID de rota',
  composeHint: 'Confira o endereço duas vezes: pagamentos para ele não podem ser revertidos.',
  walletAddress: 'Endereço da carteira',
  walletInvalid:
    'Digite o endereço completo de uma carteira. Se ele tiver maiúsculas e minúsculas, elas precisam estar corretas.',
  composed: 'ID de rota',
  toClientIds: 'Vincular um client ID a ele',
  conflict:
    'Esta rota foi alterada nesse meio-tempo, talvez em outra aba. Nada foi salvo. Copie o que digitou, carregue a rota novamente e repita suas alterações.',
  receiveAgain: 'Voltar a receber aqui',
}
