import type { Text } from '../text.ts'

/** The Portuguese sentences for the snippet screen; part of {@link pt}. */
export const embed: Text['embed'] = {
  title: 'Incorporar',
  lead: 'Crie um pagamento, veja-o como seus pagadores o veem e copie-o para sua página.',
  form: 'Novo pagamento',
  clientId: 'Client ID',
  noClientId: 'Você precisa primeiro de um client ID ativo.',
  destination: 'Para onde vai o dinheiro',
  own: 'Minha rota de recebimento',
  bound: 'Conforme o vínculo do client ID',
  other: 'Outro ID de rota',
  noRoute: 'Você não tem nenhuma rota de recebimento ativa.',
  amount: 'Valor',
  reference: 'Referência do pedido',
  referenceHint: 'Por exemplo, um número de pedido. O webhook também a contém.',
  create: 'Criar pagamento',
  again: 'Criar outro',
  created: 'Pagamento criado.',
  empty: 'Seu snippet aparece aqui',
  emptyText: 'Preencha o formulário: o pagamento é real e pode ser feito imediatamente.',
  snippet: 'Para sua página',
  pageKind: 'Tipo de página',
  snippetHint: (domains) => `Funciona em ${domains}.`,
  pinned:
    '“destination” fixa o recebedor: o elemento rejeita qualquer outro, mesmo vindo do servidor.',
  notPinned:
    'As regras da rota de recebimento ocultam o recebedor, por isso o código omite “destination”, que contém o endereço dele.',
  server: 'Para seu servidor',
  serverHint: 'Cria um pagamento para cada pedido. Guarde a chave no ambiente do servidor.',
  release: 'Fixar o script',
  releaseHint:
    'Use-o no lugar do script acima: o navegador executa então exatamente esta versão. Você a atualiza manualmente, e o serviço precisa manter suas versões.',
  releaseCode: 'Tag do script',
  hosted: 'Página hospedada',
  hostedHint: 'O mesmo pagamento como link. Você não precisa de uma página própria.',
  preview: 'Prévia ao vivo',
  previewHint: 'Este é o pagamento real: se você pagar aqui, ele será efetivado.',
}
