import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('pt')

/** The Portuguese sentences about failed calls, by the service's error code; part of {@link pt}. */
export const errors: Text['errors'] = {
  required: 'Preencha este campo.',
  network_error:
    'O serviço não respondeu. Verifique sua conexão. Talvez a alteração não tenha sido salva.',
  unexpected_response: 'A resposta não veio do serviço. Verifique sua rede e tente novamente.',
  rate_limited: (seconds) =>
    seconds === null
      ? 'Tentativas demais. Aguarde um momento e tente novamente.'
      : `Tentativas demais. Tente novamente em ${seconds} ${plural(seconds, 'segundo', 'segundos')}.`,
  refund_claim_not_found:
    'Este link está incompleto ou não é válido. Abra-o como o recebeu ou peça outro ao comerciante.',
  refund_claim_used:
    'Este link ou esta assinatura já foi usado. Se o endereço estiver errado, peça outro link ao comerciante.',
  refund_claim_over: 'Este link não funciona mais. Peça outro ao comerciante.',
  refund_claim_refused:
    'Esta carteira não fez este pagamento, ou a assinatura é antiga demais. Escolha a carteira que pagou.',
  wrong_credentials: 'E-mail ou senha incorretos.',
  mail_not_set_up: 'Este serviço não envia e-mails. Fale com o operador.',
  receipt_not_ready: 'O pagamento ainda não está completo. Envie o recibo quando estiver.',
  customer_email_missing:
    'Este pagamento não informa um e-mail válido do cliente. Dê ao pagador o link do recibo.',
  too_many_receipts:
    'Recibos demais foram enviados deste pagamento ou pela sua conta. Tente mais tarde ou dê o link ao pagador.',
  too_many_mails:
    'Links demais foram enviados a você ou a este endereço. Use o último ou tente novamente em uma hora.',
  passkey_refused:
    'O serviço recusou esta chave de acesso. Ela pode ser de outra conta, ou a solicitação expirou: tente novamente.',
  recovery_code_refused:
    'Este código de recuperação não é válido ou já foi usado. Cada código funciona uma vez.',
  confirmation_required: 'Confirme primeiro que é você.',
  passkey_taken: 'Esta chave de acesso já está cadastrada.',
  passkey_not_found: 'Esta chave de acesso foi removida. Recarregue a página.',
  passkey_missing: 'Adicione uma chave de acesso primeiro.',
  too_many_passkeys: 'Você tem o número máximo de chaves de acesso. Remova uma primeiro.',
  second_factor_on: 'Uma chave de acesso já é exigida. Recarregue a página.',
  second_factor_off: 'O segundo fator está desativado. Recarregue a página.',
  sign_in_ended: 'O login demorou demais ou teve tentativas demais. Entre novamente.',
  code_refused: 'Este link não é válido: já foi usado ou expirou. Solicite um novo.',
  email_taken: 'Já existe uma conta com este e-mail. Entre com ela.',
  already_signed_in: 'Você já entrou. Recarregue a página.',
  registration_closed:
    'O cadastro está fechado, e você não é membro de nenhum vendedor aqui. Peça um link de convite ao operador deste serviço.',
  invitation_required:
    'Novos vendedores precisam de um link de convite. Peça a um vendedor que usa este serviço ou ao operador.',
  invitation_refused: 'Este link de convite é inválido, já foi usado ou expirou. Peça um novo.',
  invitation_for_another:
    'Este convite é para outra carteira ou outro endereço de e-mail. Use o endereço que o remetente indicou ou peça um convite para o seu.',
  wallet_taken:
    'Esta carteira pertence a outra conta de vendedor. Aceite o convite com outra carteira ou com e-mail.',
  origin_not_allowed:
    'O serviço rejeita chamadas deste endereço. Abra o painel no endereço do próprio serviço.',
  invitation_not_found: 'Este link foi usado, revogado ou expirou. Recarregue a página.',
  last_member: 'Este é o último membro. Adicione outro primeiro.',
  last_owner: 'Este é o último proprietário. Torne outro membro proprietário primeiro.',
  owner_only: 'Só um proprietário pode convidar, alterar ou remover um proprietário.',
  too_many_invitations: 'Sua conta criou 20 links de convite em 24 horas. Tente novamente amanhã.',
  member_not_found: 'Este membro já foi removido. Recarregue a página.',
  duplicate_url: 'Já existe um endpoint com esta URL.',
  signing_nonce_invalid: 'Os dados para assinar expiraram. Recomece.',
  signing_nonce_used: 'Esta alteração já foi feita. Recarregue a página.',
  wallet_signature_refused: 'Uma assinatura não corresponde à sua carteira. Recomece.',
  wallet_of_another_merchant:
    'A nova carteira não é membro desta conta de comerciante. Convide-a em Conta e entre uma vez com ela.',
  revision_conflict:
    'Outra aba ou outro membro alterou isto nesse meio-tempo. Recarregue a página.',
  destination_inactive:
    'Este destino não aceita novos pagamentos. Volte a receber nele ou escolha outro.',
  destination_moved:
    'Você mudou desta carteira para outra. Se voltar a receber aqui, os links anteriores dela pagam esta carteira.',
  wallet_has_destination:
    'A nova carteira tem uma rota de recebimento própria. Entre com ela e pare de receber lá primeiro.',
  payee_destination_not_found: 'Esta rota de recebimento mudou. Recarregue a página.',
  session_ended: 'Sua sessão terminou.',
  validation_failed: 'Alguns campos não são válidos. Veja as observações ao lado deles.',
  internal:
    'O serviço teve um erro interno. Tente novamente; se continuar, informe o código de suporte.',
  unexpected: 'Algo inesperado aconteceu nesta página. Recarregue-a e tente novamente.',
}
