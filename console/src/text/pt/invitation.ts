import type { Text } from '../text.ts'

/** The Portuguese sentences about inviting another merchant. */
export const invitation: Text['invitation'] = {
  merchant: {
    title: 'Convidar um vendedor',
    lead: 'Novos vendedores precisam de um convite aqui. Um link abre uma conta de vendedor separada. Ele funciona uma vez, em até três dias, e não dá acesso à sua conta.',
    create: 'Criar um link',
  },
  member: {
    title: 'Convidar um membro',
    lead: 'Um link adiciona uma carteira ou um endereço de e-mail a esta conta, com uma função. Ele funciona uma vez, em até três dias.',
    create: 'Criar link de convite',
  },
  guest: 'Só para',
  guestHint:
    'Um endereço de e-mail ou uma carteira: só quem os tem pode usar o link. Sem isso, qualquer pessoa que tenha o link pode usá-lo: envie-o só a quem você quer convidar.',
  guestInvalid: 'Digite um endereço de e-mail como ana@example.com ou o endereço de uma carteira.',
  isFor: (address) => `Só para ${address}`,
  sent: (email) => `O serviço também envia o link para ${email}.`,
  link: 'Link de convite',
  inRole: (role) => `Convite com a função ${role}`,
  guestInRole: (guest, role) => `Convite para ${guest} com a função ${role}`,
  once: (until) => `Copie o link agora: esta página o mostra uma única vez. Ele vale até ${until}.`,
  created: 'Link de convite criado.',
  open: 'Links em aberto',
  opens: { merchant: 'Para um novo vendedor', member: 'Para um membro desta conta' },
  made: (when) => `Criação: ${when}`,
  expires: (when) => `Expira ${when}`,
  you: 'Seu',
  revoke: 'Revogar',
  revokeTitle: 'Revogar este link?',
  revokeText: 'O link deixa de funcionar imediatamente.',
  revoked: 'Link de convite revogado.',
}
