import type { PageLanguage } from '../http/pageWords.ts'

/** The reason why a page shows no payment, and the payer's next action; both are text, not HTML. */
export type HelpWords = { readonly title: string; readonly action: string }

/** The texts of the pages for payments that cannot be paid. */
export type PageHelpWords = {
  readonly cancelled: HelpWords
  readonly expired: HelpWords
  readonly unknown: HelpWords
  /** The payment is unknown, and the operator has not ended the reconciliation after a restore. */
  readonly restored: HelpWords
  /** The link's token is not in its canonical form, because a part of the link is missing. */
  readonly incomplete: HelpWords
  /** The title for a path that has no page; the next action is that of an incomplete link. */
  readonly noPage: string
  /** The link to the merchant's site; `place` is its name or its host. */
  readonly backTo: (place: string) => string
}

/** The words by language. A test compares the texts that the payment element also has. */
export const helpWords: Readonly<Record<PageLanguage, PageHelpWords>> = {
  en: {
    cancelled: {
      title: 'This payment was cancelled',
      action: 'Nothing was charged. Ask the merchant for a new payment link.',
    },
    expired: {
      title: 'This payment has expired',
      action: 'Nothing was charged. Ask the merchant for a new payment link.',
    },
    unknown: {
      title: 'Payment not found',
      action: 'Check the link, or ask the merchant. If you have paid, do not pay again.',
    },
    restored: {
      title: 'Recent payments are being checked',
      action:
        'The service was restored from a backup, and this payment may be missing. If you have paid, do not pay again: the money is with the merchant.',
    },
    incomplete: {
      title: 'This link is incomplete',
      action: 'Open the complete link that the merchant gave you. If you copied it, copy it again.',
    },
    noPage: 'This page does not exist',
    backTo: (place) => `Back to ${place}`,
  },
  ar: {
    cancelled: {
      title: 'أُلغيت هذه الدفعة',
      action: 'لم يُخصم أي شيء. اطلب من التاجر رابط دفع جديدًا.',
    },
    expired: {
      title: 'انتهت صلاحية هذه الدفعة',
      action: 'لم يُخصم أي شيء. اطلب من التاجر رابط دفع جديدًا.',
    },
    unknown: {
      title: 'لم يُعثر على الدفعة',
      action: 'تحقق من الرابط، أو اسأل التاجر. إذا كنت قد دفعت، فلا تدفع مرة أخرى.',
    },
    restored: {
      title: 'تجري مراجعة الدفعات الأخيرة',
      action:
        'استُعيدت الخدمة من نسخة احتياطية، وقد تكون هذه الدفعة ناقصة. إذا كنت قد دفعت، فلا تدفع مرة أخرى: المال لدى التاجر.',
    },
    incomplete: {
      title: 'هذا الرابط غير مكتمل',
      action: 'افتح الرابط الكامل الذي أرسله إليك التاجر. إذا كنت قد نسخته، فانسخه مرة أخرى.',
    },
    noPage: 'هذه الصفحة غير موجودة',
    backTo: (place) => `العودة إلى ${place}`,
  },
  de: {
    cancelled: {
      title: 'Diese Zahlung wurde storniert',
      action: 'Es wurde nichts abgebucht. Bitten Sie den Händler um einen neuen Zahlungslink.',
    },
    expired: {
      title: 'Diese Zahlung ist abgelaufen',
      action: 'Es wurde nichts abgebucht. Bitten Sie den Händler um einen neuen Zahlungslink.',
    },
    unknown: {
      title: 'Zahlung nicht gefunden',
      action:
        'Prüfen Sie den Link oder fragen Sie den Händler. Falls Sie bezahlt haben, zahlen Sie nicht noch einmal.',
    },
    restored: {
      title: 'Die letzten Zahlungen werden geprüft',
      action:
        'Der Dienst wurde aus einer Sicherung wiederhergestellt, und diese Zahlung kann fehlen. Falls Sie bezahlt haben, zahlen Sie nicht noch einmal: Das Geld ist beim Händler.',
    },
    incomplete: {
      title: 'Dieser Link ist unvollständig',
      action:
        'Öffnen Sie den vollständigen Link, den Sie vom Händler erhalten haben. Falls Sie ihn kopiert haben, kopieren Sie ihn noch einmal.',
    },
    noPage: 'Diese Seite gibt es nicht',
    backTo: (place) => `Zurück zu ${place}`,
  },
  es: {
    cancelled: {
      title: 'Este pago se canceló',
      action: 'No se ha cobrado nada. Pida al comercio un nuevo enlace de pago.',
    },
    expired: {
      title: 'Este pago ha vencido',
      action: 'No se ha cobrado nada. Pida al comercio un nuevo enlace de pago.',
    },
    unknown: {
      title: 'Pago no encontrado',
      action: 'Revise el enlace o consulte al comercio. Si ya pagó, no pague otra vez.',
    },
    restored: {
      title: 'Se están revisando los pagos recientes',
      action:
        'El servicio se restauró desde una copia de seguridad y este pago puede faltar. Si ya pagó, no pague otra vez: el comercio tiene el dinero.',
    },
    incomplete: {
      title: 'Este enlace está incompleto',
      action: 'Abra el enlace completo que le dio el comercio. Si lo copió, cópielo de nuevo.',
    },
    noPage: 'Esta página no existe',
    backTo: (place) => `Volver a ${place}`,
  },
  fr: {
    cancelled: {
      title: 'Ce paiement a été annulé',
      action: 'Rien n’a été débité. Demandez un nouveau lien de paiement au marchand.',
    },
    expired: {
      title: 'Ce paiement a expiré',
      action: 'Rien n’a été débité. Demandez un nouveau lien de paiement au marchand.',
    },
    unknown: {
      title: 'Paiement introuvable',
      action:
        'Vérifiez le lien ou contactez le marchand. Si vous avez payé, ne payez pas de nouveau.',
    },
    restored: {
      title: 'Les paiements récents sont en cours de vérification',
      action:
        'Le service a été restauré à partir d’une sauvegarde, et ce paiement peut manquer. Si vous avez payé, ne payez pas de nouveau : le marchand a l’argent.',
    },
    incomplete: {
      title: 'Ce lien est incomplet',
      action:
        'Ouvrez le lien complet que le marchand vous a donné. Si vous l’avez copié, copiez-le de nouveau.',
    },
    noPage: 'Cette page n’existe pas',
    backTo: (place) => `Revenir chez ${place}`,
  },
  it: {
    cancelled: {
      title: 'Questo pagamento è stato annullato',
      action: 'Non è stato addebitato nulla. Chieda al venditore un nuovo link di pagamento.',
    },
    expired: {
      title: 'Questo pagamento è scaduto',
      action: 'Non è stato addebitato nulla. Chieda al venditore un nuovo link di pagamento.',
    },
    unknown: {
      title: 'Pagamento non trovato',
      action: 'Controlli il link o chieda al venditore. Se ha già pagato, non paghi di nuovo.',
    },
    restored: {
      title: 'I pagamenti recenti sono in verifica',
      action:
        'Il servizio è stato ripristinato da un backup e questo pagamento può mancare. Se ha già pagato, non paghi di nuovo: il denaro è del venditore.',
    },
    incomplete: {
      title: 'Questo link è incompleto',
      action: 'Apra il link completo ricevuto dal venditore. Se l’ha copiato, lo copi di nuovo.',
    },
    noPage: 'Questa pagina non esiste',
    backTo: (place) => `Torna a ${place}`,
  },
  ja: {
    cancelled: {
      title: 'このお支払いは取り消されました',
      action: '請求は発生していません。販売者に新しいお支払いリンクを依頼してください。',
    },
    expired: {
      title: 'このお支払いは期限切れです',
      action: '請求は発生していません。販売者に新しいお支払いリンクを依頼してください。',
    },
    unknown: {
      title: 'お支払いが見つかりません',
      action:
        'リンクを確認するか、販売者にお問い合わせください。支払い済みの場合は、再度支払わないでください。',
    },
    restored: {
      title: '最近のお支払いを確認しています',
      action:
        'サービスはバックアップから復元されたため、このお支払いが見つからないことがあります。支払い済みの場合は、再度支払わないでください。代金は販売者に届いています。',
    },
    incomplete: {
      title: 'リンクが不完全です',
      action:
        '販売者から受け取ったリンク全体を開いてください。コピーした場合は、もう一度コピーしてください。',
    },
    noPage: 'このページは存在しません',
    backTo: (place) => `${place} に戻る`,
  },
  ko: {
    cancelled: {
      title: '이 결제는 취소됐어요',
      action: '결제된 금액은 없어요. 판매자에게 새 결제 링크를 요청하세요.',
    },
    expired: {
      title: '이 결제는 만료됐어요',
      action: '결제된 금액은 없어요. 판매자에게 새 결제 링크를 요청하세요.',
    },
    unknown: {
      title: '결제를 찾을 수 없어요',
      action: '링크를 확인하거나 판매자에게 문의하세요. 이미 결제했다면 다시 결제하지 마세요.',
    },
    restored: {
      title: '최근 결제를 확인하고 있어요',
      action:
        '서비스를 백업에서 복원해 이 결제가 보이지 않을 수 있습니다. 이미 결제했다면 다시 결제하지 마세요. 돈은 판매자에게 있습니다.',
    },
    incomplete: {
      title: '링크가 완전하지 않아요',
      action: '판매자에게 받은 전체 링크를 열어 주세요. 복사했다면 다시 복사해 주세요.',
    },
    noPage: '존재하지 않는 페이지예요',
    backTo: (place) => `${place}(으)로 돌아가기`,
  },
  nl: {
    cancelled: {
      title: 'Deze betaling is geannuleerd',
      action: 'Er is niets afgeschreven. Vraag de verkoper om een nieuwe betaallink.',
    },
    expired: {
      title: 'Deze betaling is verlopen',
      action: 'Er is niets afgeschreven. Vraag de verkoper om een nieuwe betaallink.',
    },
    unknown: {
      title: 'Betaling niet gevonden',
      action:
        'Controleer de link of vraag het de verkoper. Hebt u betaald, betaal dan niet opnieuw.',
    },
    restored: {
      title: 'Recente betalingen worden gecontroleerd',
      action:
        'De dienst is hersteld vanuit een back-up en deze betaling kan ontbreken. Hebt u betaald, betaal dan niet opnieuw: de verkoper heeft het geld.',
    },
    incomplete: {
      title: 'Deze link is onvolledig',
      action:
        'Open de volledige link die u van de verkoper hebt gekregen. Als u de link hebt gekopieerd, kopieer hem dan opnieuw.',
    },
    noPage: 'Deze pagina bestaat niet',
    backTo: (place) => `Terug naar ${place}`,
  },
  pt: {
    cancelled: {
      title: 'Este pagamento foi cancelado',
      action: 'Nada foi cobrado. Peça ao vendedor um novo link de pagamento.',
    },
    expired: {
      title: 'Este pagamento expirou',
      action: 'Nada foi cobrado. Peça ao vendedor um novo link de pagamento.',
    },
    unknown: {
      title: 'Pagamento não encontrado',
      action: 'Verifique o link ou fale com o vendedor. Se já pagou, não pague de novo.',
    },
    restored: {
      title: 'Os pagamentos recentes estão em verificação',
      action:
        'O serviço foi restaurado a partir de um backup, e este pagamento pode estar em falta. Se já pagou, não pague de novo: o vendedor tem o dinheiro.',
    },
    incomplete: {
      title: 'Este link está incompleto',
      action: 'Abra o link completo que o vendedor lhe deu. Se você o copiou, copie-o novamente.',
    },
    noPage: 'Esta página não existe',
    backTo: (place) => `Voltar para ${place}`,
  },
  tr: {
    cancelled: {
      title: 'Bu ödeme iptal edildi',
      action: 'Hiçbir tutar çekilmedi. Satıcıdan yeni bir ödeme bağlantısı isteyin.',
    },
    expired: {
      title: 'Bu ödemenin süresi doldu',
      action: 'Hiçbir tutar çekilmedi. Satıcıdan yeni bir ödeme bağlantısı isteyin.',
    },
    unknown: {
      title: 'Ödeme bulunamadı',
      action: 'Bağlantıyı kontrol edin veya satıcıya sorun. Ödediyseniz tekrar ödemeyin.',
    },
    restored: {
      title: 'Son ödemeler kontrol ediliyor',
      action:
        'Hizmet bir yedekten geri yüklendi ve bu ödeme eksik olabilir. Ödediyseniz tekrar ödemeyin: para satıcıda.',
    },
    incomplete: {
      title: 'Bu bağlantı eksik',
      action:
        'Satıcının size verdiği bağlantının tamamını açın. Bağlantıyı kopyaladıysanız yeniden kopyalayın.',
    },
    noPage: 'Böyle bir sayfa yok',
    backTo: (place) => `${place} sitesine dön`,
  },
  zh: {
    cancelled: { title: '此付款已取消', action: '未扣款。请向商家索取新的付款链接。' },
    expired: { title: '此付款已过期', action: '未扣款。请向商家索取新的付款链接。' },
    unknown: {
      title: '未找到付款',
      action: '请检查链接，或联系商家。如果您已付款，请勿再次付款。',
    },
    restored: {
      title: '正在核对最近的付款',
      action: '服务已从备份恢复，此付款可能缺失。如果您已付款，请勿再次付款：款项已在商家处。',
    },
    incomplete: {
      title: '此链接不完整',
      action: '请打开商家提供的完整链接。如果链接是复制的，请重新复制。',
    },
    noPage: '此页面不存在',
    backTo: (place) => `返回 ${place}`,
  },
}
