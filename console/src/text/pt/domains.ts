import type { Text } from '../text.ts'

/** The Portuguese sentences about proving the ownership of domains. */
export const domains: Text['domains'] = {
  title: 'Domínio verificado',
  lead: 'Os pagadores veem seu domínio com uma marca de verificação na página hospedada. Sem um, a página indica que o vendedor não foi verificado e mostra primeiro o endereço que recebe.',
  domain: 'Domínio',
  hint: 'Como shop.example.com.',
  add: 'Adicionar domínio',
  added: 'Domínio adicionado. Agora publique a prova.',
  invalid: 'Digite um domínio como shop.example.com, sem https:// nem caminho.',
  none: 'Nenhum domínio ainda',
  pending: 'Não verificado',
  verified: 'Verificado',
  withdrawn: 'Verificação retirada',
  where: 'Adicione este registro TXT ao DNS do domínio:',
  name: 'Nome',
  value: 'Valor',
  or: 'Ou disponibilize este arquivo, sem redirecionamento:',
  address: 'Endereço',
  content: 'Conteúdo',
  absent:
    'A prova não está em nenhum dos dois lugares. Um novo registro pode levar alguns minutos para aparecer.',
  unreachable: 'O domínio ou o servidor de nomes dele não respondeu. Tente novamente em instantes.',
  check: 'Verificar agora',
  checked: 'A prova foi encontrada. A partir de agora, os pagadores veem o domínio.',
  notFound: 'A prova não foi encontrada.',
  remove: 'Remover',
  removed: 'Domínio removido. Os pagadores não o veem mais.',
}
